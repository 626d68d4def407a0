//! The strings of a link that only the module for messages returns.

use urlsift::{Candidate, Link, Markup, SecondGuess, differing_hosts, unwrap};

use crate::Search;

/// The number of strings before the guesses.
const BEFORE_GUESSES: usize = 7;

/// Returns the strings of a link of a text: its target, six that are empty, and the guesses. Trailing empty ones are
/// left out.
pub(crate) fn of_candidate(candidate: &Candidate, search: &Search) -> Vec<Vec<u8>> {
    let target = search.unwraps().then(|| unwrap::target(candidate.url()));
    strings([target.flatten()], candidate.second_guesses(false))
}

/// Returns the strings of a link of a message or a page, as [`of_candidate`] does, but with the URL that a relative
/// reference resolves to, the element, the attribute, the text that the element shows, the host in it, and the host to
/// which the link leads.
#[cfg_attr(not(feature = "message"), expect(dead_code))]
pub(crate) fn of_link(link: &Link<'_>) -> Vec<Vec<u8>> {
    let markup = link.markup();
    let (text_host, link_host) = differing_hosts(link).unzip();
    let of_markup = [
        markup.map(Markup::element),
        markup.map(Markup::attribute),
        markup.and_then(Markup::text),
        text_host.as_deref(),
        link_host.as_deref(),
    ];
    let of_markup = of_markup.map(|string| string.map(|string| string.as_bytes().to_vec()));
    let target = link.target().map(<[u8]>::to_vec);
    let first = [target, link.resolved()].into_iter().chain(of_markup);
    strings(first, link.second_guesses())
}

fn strings<'c>(
    first: impl IntoIterator<Item = Option<Vec<u8>>>,
    guesses: impl Iterator<Item = SecondGuess<'c>>,
) -> Vec<Vec<u8>> {
    let mut strings: Vec<_> = first.into_iter().map(Option::unwrap_or_default).collect();
    strings.resize(BEFORE_GUESSES, Vec::new());
    strings.extend(guesses.map(|guess| guess.into_line().into_owned()));
    let last = strings.iter().rposition(|string| !string.is_empty());
    strings.truncate(last.map_or(0, |last| last + 1));
    strings
}
