//! The links to open, and the confirmations that they need.

use crate::{
    keys::Answer,
    layout::link_count,
    link::ListedLink,
    page::Page,
    policy::{Decision, Doubt, OpenPolicy, Refusal},
    shown_url::DeceptiveHost,
};

/// The maximum number of links opened together without a confirmation.
const MAX_UNCONFIRMED: usize = 10;

/// The maximum number of URLs shown when many links need a confirmation.
const MAX_SHOWN: usize = 100;

/// Links that the user wants to open. All of them are decided on before the first question, so that exactly the links
/// shown are opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    links: Vec<RequestedLink>,
    /// Whether the number of links needs no confirmation, or has one.
    is_number_confirmed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RequestedLink {
    /// The index of the link.
    index: usize,
    /// The URL as the list shows it.
    url: String,
    /// The host that a reader of the URL may take for another one.
    deceptive_host: Option<DeceptiveHost>,
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Approved(String),
    Doubtful(String, Doubt),
    Declined,
    Refused(Refusal),
}

/// The result of the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Approved {
    /// The index of each link to open, and the argument for the program.
    pub(crate) links: Vec<(usize, String)>,
    /// The number of links that the user declined.
    pub(crate) declined: usize,
    pub(crate) refused: Vec<Refusal>,
}

impl Opening {
    /// Decides on links, which come with their indices.
    pub(crate) fn new<'l>(
        links: impl Iterator<Item = (usize, &'l ListedLink)>,
        policy: &OpenPolicy,
    ) -> Self {
        let links = links.map(|(index, link)| RequestedLink {
            index,
            url: link.printable_url(),
            deceptive_host: DeceptiveHost::of(link.url()),
            state: match policy.decide(link.url()) {
                Decision::Open(argument) => State::Approved(argument),
                Decision::Ask(argument, doubt) => State::Doubtful(argument, doubt),
                Decision::Refuse(refusal) => State::Refused(refusal),
            },
        });
        let mut opening = Self {
            links: links.collect(),
            is_number_confirmed: false,
        };
        opening.is_number_confirmed = opening.openable().count() <= MAX_UNCONFIRMED;
        opening
    }

    /// Returns the links that may be opened.
    fn openable(&self) -> impl Iterator<Item = &RequestedLink> {
        let links = self.links.iter();
        links.filter(|link| matches!(link.state, State::Approved(_) | State::Doubtful(..)))
    }

    /// Returns the next question, if any.
    pub(crate) fn question(&self) -> Option<Page> {
        if !self.is_number_confirmed {
            return Some(self.number_question());
        }
        self.links.iter().find_map(|link| match &link.state {
            State::Doubtful(argument, doubt) => Some(link.question(argument, doubt)),
            State::Approved(_) | State::Declined | State::Refused(_) => None,
        })
    }

    fn number_question(&self) -> Page {
        let number = self.openable().count();
        let shown = self.openable().take(MAX_SHOWN);
        let mut lines: Vec<_> = shown.map(|link| link.url.clone()).collect();
        if let Some(more @ 1..) = number.checked_sub(MAX_SHOWN) {
            lines.push(format!("... and {more} more"));
        }
        Page::new(
            format!("Open {}?", link_count(number)),
            lines.join("\n"),
            " y open them  n Esc open nothing  arrows move",
        )
    }

    /// Handles the answer to the current question. Returns whether the links may still be opened.
    pub(crate) fn answer(&mut self, answer: Answer) -> bool {
        if !self.is_number_confirmed {
            self.is_number_confirmed = true;
            return answer == Answer::Yes;
        }
        let mut links = self.links.iter_mut();
        let doubtful = links.find(|link| matches!(link.state, State::Doubtful(..)));
        if let Some(link) = doubtful {
            link.state = match (answer, &mut link.state) {
                (Answer::Yes, State::Doubtful(argument, _)) => {
                    State::Approved(std::mem::take(argument))
                }
                _ => State::Declined,
            };
        }
        answer != Answer::Cancel
    }

    /// Returns the result, after the last question.
    pub(crate) fn finish(self) -> Approved {
        let mut approved = Approved::default();
        for link in self.links {
            match link.state {
                State::Approved(argument) => approved.links.push((link.index, argument)),
                State::Doubtful(..) | State::Declined => approved.declined += 1,
                State::Refused(refusal) => approved.refused.push(refusal),
            }
        }
        approved
    }
}

impl RequestedLink {
    /// Returns the question about the link. The URL comes last, so that a long URL hides nothing else.
    fn question(&self, argument: &str, doubt: &Doubt) -> Page {
        let url = &self.url;
        let host = self.deceptive_host.as_ref();
        let host = host.map_or(String::new(), |DeceptiveHost { host, warnings }| {
            format!("\n\nhost: {host}\n{warnings}")
        });
        let passed = if url == argument {
            String::new()
        } else {
            format!("\n\nThe program gets:\n{argument}")
        };
        Page::new(
            "Open this link?".to_owned(),
            format!("{doubt}{host}\n\n{url}{passed}"),
            " y open it  n skip it  Esc open nothing  arrows move",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Approved, Opening};
    use crate::{
        link::{ListedLink, Location},
        policy::{OpenPolicy, Refusal},
    };

    fn opening(urls: &[&str]) -> Opening {
        let links: Vec<_> = urls
            .iter()
            .map(|url| ListedLink::with_readings([url], Location::default()))
            .collect();
        Opening::new(links.iter().enumerate(), &OpenPolicy::default())
    }

    fn question(opening: &Opening) -> Option<String> {
        opening.question().map(|page| page.title)
    }

    #[test]
    fn doubtful_links_are_asked_about_one_after_another() {
        let mut opening = opening(&["file:///a", "http://a/", "x", "smb://b/", "http://-x/"]);
        assert_eq!(question(&opening).as_deref(), Some("Open this link?"));
        assert!(opening.answer(Answer::No));
        let page = opening.question().expect("a question");
        assert!(page.text.contains("\nsmb://b/"), "{}", page.text);
        assert!(opening.answer(Answer::Yes));
        assert_eq!(opening.question(), None);
        assert_eq!(
            opening.finish(),
            Approved {
                links: vec![(1, "http://a/".into()), (3, "smb://b/".into())],
                declined: 1,
                refused: vec![Refusal::NotAbsolute, Refusal::Option],
            }
        );
    }

    #[test]
    fn number_is_asked_about_first() {
        let mut urls = ["http://a/"; 12];
        urls[3] = "file:///a";
        urls[4] = "x";
        let mut asked = opening(&urls);
        assert_eq!(question(&asked).as_deref(), Some("Open 11 links?"));
        assert!(asked.answer(Answer::Yes));
        assert_eq!(question(&asked).as_deref(), Some("Open this link?"));
        assert!(!asked.answer(Answer::Cancel));
        // Links that cannot be opened do not count.
        urls[5] = "y";
        assert_eq!(
            question(&opening(&urls)).as_deref(),
            Some("Open this link?")
        );
        for answer in [Answer::No, Answer::Cancel] {
            assert!(!opening(&["http://a/"; 11]).answer(answer));
        }
    }
}
