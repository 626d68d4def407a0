//! What a link says about URLs.

use std::borrow::Cow;

use urlsift_scan::{Candidate, Delimiter, HyphenPolicy, SecondGuess};

use crate::{
    claim::{Claim, host},
    reading::{Evidence, Reading, ResolvedBy},
};

/// What a link contributes to the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Testimony<'c> {
    /// The URL, which stands in one piece, and nothing suggests that it is damaged: it is evidence for other links.
    Whole(&'c [u8]),
    /// The link has several readings, or may be the part before a line break.
    Doubted(Doubt<'c>),
    /// Neither: the URL was put together from pieces, or it is damaged in a way that evidence cannot settle.
    Nothing,
}

impl<'c> Testimony<'c> {
    /// Returns what a link contributes, given the second guesses at it.
    pub fn of(
        candidate: &'c Candidate,
        guesses: impl IntoIterator<Item = SecondGuess<'c>>,
    ) -> Self {
        let url = candidate.url();
        let mut is_whole = candidate.joins().is_empty() && !candidate.is_close_doubtful();
        // HTML says where an attribute ends.
        let is_exact = candidate.delimiter() == Delimiter::Attribute;
        let mut others = Vec::new();
        for reading in candidate.readings(HyphenPolicy::Both).skip(1) {
            let kind = if reading.len() < url.len() {
                Reading::Dropped
            } else {
                Reading::Hyphen
            };
            others.push(Other {
                entry: reading,
                prefix: 0,
                kind,
            });
        }
        for guess in guesses {
            let kind = Reading::of_guess(guess.repair);
            if is_exact && kind.is_some_and(Reading::is_beginning) {
                continue;
            }
            is_whole = false;
            if let Some(kind) = kind
                && *guess.url != *url
            {
                let name = guess.repair.name();
                let entry = [name.as_bytes(), b":", &guess.url].concat();
                others.push(Other {
                    entry: entry.into(),
                    prefix: name.len() + 1,
                    kind,
                });
            }
        }
        if !others.is_empty() || is_whole && candidate.may_be_stump() {
            Self::Doubted(Doubt { url, others })
        } else if is_whole {
            Self::Whole(url)
        } else {
            Self::Nothing
        }
    }
}

/// A reading other than the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Other<'c> {
    /// The reading as the tables of links list it: the URL, or `why:url` for a second guess.
    entry: Cow<'c, [u8]>,
    /// The number of bytes of the entry before the URL.
    prefix: usize,
    kind: Reading,
}

impl Other<'_> {
    fn url(&self) -> &[u8] {
        &self.entry[self.prefix..]
    }
}

/// A link with several readings, or one that may be the part before a line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt<'c> {
    /// The first reading.
    url: &'c [u8],
    /// The others. None if the link may be the part before a line break.
    others: Vec<Other<'c>>,
}

impl Doubt<'_> {
    /// Returns a hash of all readings. Links with the same readings are settled in the same way.
    #[must_use]
    pub fn id(&self) -> u128 {
        let mut hasher = blake3::Hasher::new();
        let entries = self.others.iter().map(|other| &*other.entry);
        for entry in [self.url].into_iter().chain(entries) {
            hasher.update(&(entry.len() as u64).to_le_bytes());
            hasher.update(entry);
        }
        let hash = hasher.finalize();
        let (first, _) = hash.as_bytes().split_at(size_of::<u128>());
        first.iter().fold(0, |id, &byte| id << 8 | u128::from(byte))
    }

    /// Returns all readings, the first one first: what they are, and their URLs. There are at most 22.
    pub fn readings(&self) -> impl Iterator<Item = (Reading, &[u8])> {
        let others = self.others.iter().map(|other| (other.kind, other.url()));
        [(Reading::Kept, self.url)].into_iter().chain(others)
    }

    /// Returns the claim of each reading to stand elsewhere; and, if the hosts of the readings differ, the claim of
    /// each of these hosts. A directory or a page that the first reading is in claims nothing. If there is only one
    /// reading, it claims to be the part before a line break of a URL that was joined elsewhere.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        let doubt = self.id();
        let stump = self.others.is_empty().then(|| Claim {
            key: self.url.into(),
            index: Claim::STUMP,
            of: self.url.into(),
            doubt,
            resolved_by: ResolvedBy {
                evidence: Evidence::Twin,
                reading: Reading::Wrapped,
            },
            entry: Box::default(),
            prefix: 0,
        });
        let hosts: Vec<_> = self.readings().map(|(_, url)| host(url)).collect();
        let differ = hosts.iter().any(|host| *host != hosts[0]);
        let claim = move |index: usize, reading, evidence, key: &[u8]| Claim {
            key: key.into(),
            of: self.url.into(),
            doubt,
            index: index as u8,
            resolved_by: ResolvedBy { evidence, reading },
            // What is kept is kept against the first of the others.
            entry: self.others[index.saturating_sub(1)].entry.clone().into(),
            prefix: self.others[index.saturating_sub(1)].prefix as u8,
        };
        let readings = self.readings().zip(hosts).enumerate();
        let readings = readings.filter(|(_, ((reading, url), _))| {
            !(self.others.is_empty() || reading.is_part() && contains(url, self.url))
        });
        let claims = readings.flat_map(move |(index, ((reading, url), host))| {
            let twin = claim(index, reading, Evidence::Twin, url);
            let host = host.filter(|_| differ);
            let host = host.map(|host| claim(index, reading, Evidence::Host, &host));
            [twin].into_iter().chain(host)
        });
        stump.into_iter().chain(claims)
    }
}

/// Returns whether the beginning of a URL names a directory or a page that the URL is in. Such a URL often stands
/// elsewhere, whether or not the longer one is right: of 16 in lists and HOWTOs, 15 were not what the author meant.
fn contains(part: &[u8], url: &[u8]) -> bool {
    let next = url.strip_prefix(part).and_then(<[u8]>::first);
    part.ends_with(b"/") || next.is_some_and(|next| b"/?#".contains(next))
}

#[cfg(test)]
mod tests {
    use urlsift_scan::{Config, Event, Repair, candidates, find};

    use super::Testimony;
    use crate::{Evidence, Reading};

    fn readings(text: &str) -> Option<Vec<(Reading, String)>> {
        let found = candidates(text.as_bytes()).next().expect("a candidate");
        let guesses: Vec<_> = found.second_guesses(false).collect();
        match Testimony::of(&found, guesses) {
            Testimony::Whole(_) => Some(Vec::new()),
            Testimony::Nothing => None,
            Testimony::Doubted(doubt) => Some(
                doubt
                    .readings()
                    .map(|(reading, url)| (reading, String::from_utf8_lossy(url).into_owned()))
                    .collect(),
            ),
        }
    }

    #[test]
    fn only_urls_in_one_piece_are_evidence() {
        assert_eq!(readings("<http://a/b>"), Some(Vec::new()));
        for text in [
            "<http://a/\nb>",
            "<http://a/b c>",
            "<http://a/b\n\n",
            "<http://a/b|see b>",
        ] {
            assert_eq!(readings(text), None, "{text}");
        }
    }

    #[test]
    fn the_part_before_a_line_break_is_no_evidence() {
        let is_whole = |text: &str| {
            let events = find(text.as_bytes(), &Config::new().undelimited(true));
            let Some(Event::Candidate(found)) = events.first() else {
                panic!("no candidate: {text}");
            };
            matches!(Testimony::of(found, []), Testimony::Whole(_))
        };
        let long = "http://a.example/documents/archive/2002/August/weekly-report-archi";
        assert!(!is_whole(&format!("{long}\n> ve/2.html\n")));
        assert!(is_whole(&format!("{long}\n\nve\n")));
        assert!(is_whole(&format!("{long} \nand so on\n")));
        assert!(!is_whole("http://a.example/b-\n> c\n"));
        assert!(!is_whole("http://a.example/%2\n> Fc\n"));
        assert!(is_whole("http://a.example/b\n> c\n"));
    }

    #[test]
    fn hyphens_and_some_guesses_are_doubts() {
        let owned = |readings: &[(Reading, &str)]| {
            let readings = readings.iter();
            Some(
                readings
                    .map(|&(reading, url)| (reading, url.to_owned()))
                    .collect(),
            )
        };
        assert_eq!(
            readings("<http://a/b-\nc.>"),
            owned(&[
                (Reading::Kept, "http://a/b-c."),
                (Reading::Dropped, "http://a/bc."),
                (Reading::TrailingPunctuation, "http://a/b-c"),
            ])
        );
        assert_eq!(
            readings("<http://a/b\u{2010}\nc>"),
            owned(&[
                (Reading::Kept, "http://a/bc"),
                (Reading::Hyphen, "http://a/b-c"),
            ])
        );
    }

    #[test]
    fn what_a_url_is_in_claims_nothing() {
        let claimed = |text: &str, cut: &str| {
            let mut found = candidates(text.as_bytes()).next().expect("a candidate");
            found.add_guess(Repair::Cut, cut.as_bytes().to_vec());
            let guesses: Vec<_> = found.second_guesses(false).collect();
            let Testimony::Doubted(doubt) = Testimony::of(&found, guesses) else {
                panic!("no doubt");
            };
            doubt.claims().any(|claim| *claim.key == *cut.as_bytes())
        };
        assert!(!claimed("<http://a.example/b/\nc>", "http://a.example/b/"));
        assert!(!claimed("<http://a.example\n/b>", "http://a.example"));
        assert!(!claimed("<http://a.example/b\n?c>", "http://a.example/b"));
        assert!(!claimed("<http://a.example/b\n#c>", "http://a.example/b"));
        assert!(claimed("<http://a.example/b\nc>", "http://a.example/b"));
    }

    #[test]
    fn hosts_are_claimed_if_they_differ() {
        let hosts = |text: &[u8]| {
            let found = candidates(text).next().expect("a candidate");
            let Testimony::Doubted(doubt) = Testimony::of(&found, []) else {
                panic!("no doubt");
            };
            let claims = doubt.claims();
            let hosts = claims.filter(|claim| claim.resolved_by.evidence == Evidence::Host);
            hosts.map(|claim| claim.key).collect::<Vec<_>>()
        };
        assert_eq!(
            hosts(b"<http://a-\nb.example/>"),
            [&b"a-b.example"[..], b"ab.example"].map(Box::from)
        );
        assert_eq!(hosts(b"<http://a.example/a-\nb>"), []);
    }
}
