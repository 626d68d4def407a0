//! Names of hosts without a scheme: `example.org/x`.
//!
//! Only their last label shows what they are, and it is the end of a file's name, a property or an abbreviation more
//! often than a domain. So precision comes first: a name whose last label may be something else needs a path, a port or
//! `www.`, and a name is left out where its surroundings are those of code.

use std::ops::Range;

use bstr::ByteSlice;

use crate::{Config, hits::Form};

use super::{
    bare::end_after,
    chars::ends_unspaced_word,
    end::Surroundings,
    host::{end_without_scheme, is_ideographic_dot, is_in_name, port_end},
    quote::{QuotationMark, QuoteEnd},
    tld,
    token::is_extension,
    www::{self, is_letter_or_byte},
};

/// The domains of the first level that nothing but names of hosts ends with, whatever their case.
const PLAIN_DOMAINS: [&[u8]; 6] = [b"com", b"org", b"net", b"edu", b"gov", b"example"];

/// The labels of the second level under which countries register names.
const SECOND_LEVEL: [&[u8]; 7] = [b"co", b"com", b"org", b"net", b"gov", b"edu", b"ac"];

/// The first labels of the names of packages, which are domains in reverse.
const REVERSED: [&[u8]; 6] = [b"com", b"org", b"net", b"edu", b"gov", b"io"];

/// The names of objects and packages whose members follow.
const OBJECTS: [&[u8]; 12] = [
    b"self", b"this", b"other", b"lhs", b"rhs", b"is", b"log", b"logger", b"console", b"java",
    b"javax", b"llvm",
];

/// The hierarchies of newsgroups.
const NEWSGROUPS: [&[u8]; 9] = [
    b"alt",
    b"comp",
    b"humanities",
    b"misc",
    b"news",
    b"rec",
    b"sci",
    b"soc",
    b"talk",
];

/// Hosts to which footnotes point. Only before these and before `www.` are digits the number of a footnote: they may
/// begin a name, as in `4chan.org`.
const FOOTNOTES: [&[u8]; 8] = [
    b"github.com",
    b"gitlab.com",
    b"youtube.com",
    b"youtu.be",
    b"wikipedia.org",
    b"archive.org",
    b"twitter.com",
    b"doi.org",
];

/// The maximum number of digits of a footnote.
const MAX_FOOTNOTE: usize = 3;

/// The least port that is more than the number of a line, but for those of HTTP.
const MIN_PORT: u32 = 1000;

/// Returns the name in the run of characters that begins at an index and has a dot at `dot`. A `_` before it is a mark
/// of emphasis if one follows.
pub(crate) fn named(
    line: &[u8],
    free: usize,
    run: usize,
    dot: usize,
    is_html: bool,
    config: &Config,
) -> Option<(Form, Range<usize>)> {
    let before = &line[..run];
    let run = run
        + line[run..dot]
            .iter()
            .take_while(|&&byte| byte == b'_')
            .count();
    let start = begin(line, run, dot);
    let is_first = start == run || line[run].is_ascii_digit();
    if is_first && !may_begin(before) || start < free {
        return None;
    }
    let around = Surroundings::of(line, start, is_html);
    let line = in_quotation(line, start);
    let form = |form, end: Option<usize>| end.map(|end| (form, start..end));
    let found = form(Form::Www, www::end(line, start, around, config))
        .or_else(|| form(Form::Name, end(line, start, around, config)));
    let (form, Range { end, .. }) = found?;
    let url = &line[start..end];
    let possessive = ["'s", "’s"]
        .into_iter()
        .find(|&ending| url.ends_with(ending.as_bytes()));
    let is_emphasis = before.len() == run || line.get(end) == Some(&b'_');
    is_emphasis.then_some((form, start..end - possessive.map_or(0, str::len)))
}

/// Returns a line up to the mark that closes the quotation that opens before an index.
fn in_quotation(line: &[u8], start: usize) -> &[u8] {
    let mark = QuotationMark::at_end_of(&line[..start]);
    match mark.map(|(mark, _)| mark.find_close(&line[start..])) {
        Some(QuoteEnd::Closed(len, _)) => &line[..start + len],
        _ => line,
    }
}

/// Returns where the name in a run begins: after the number of a footnote, and after text of a script without spaces.
fn begin(line: &[u8], run: usize, dot: usize) -> usize {
    let first = &line[run..dot];
    let first = &first[..memchr::memchr(b'.', first).unwrap_or(first.len())];
    if !first.is_ascii() {
        let glued = first.char_indices().rev().find(|&(_, end, char)| {
            ends_unspaced_word(char) && first.get(end).is_some_and(u8::is_ascii_alphanumeric)
        });
        return glued.map_or(run, |(_, end, _)| run + end);
    }
    let digits = first
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let name = &line[run + digits..];
    let is_sure = || {
        let starts_with = |host: &[u8]| {
            let start = name.get(..host.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(host))
        };
        starts_with(b"www.")
            || FOOTNOTES.iter().any(|host| {
                starts_with(host) && !name.get(host.len()).is_some_and(|&byte| is_in_name(byte))
            })
    };
    if (1..=MAX_FOOTNOTE).contains(&digits) && is_sure() {
        run + digits
    } else {
        run
    }
}

/// Returns whether a name can begin after a text.
fn may_begin(before: &[u8]) -> bool {
    let is_after_word = |before: &[u8]| before.last().is_some_and(u8::is_ascii_alphanumeric);
    www::may_begin(before)
        && match before {
            // The last one begins a character of roff: `\(at`.
            [.., b':', b':'] | [.., b'-', b'>'] | [.., b'}' | b'+'] | [.., b'\\', b'('] => false,
            [before @ .., b'!' | b'\''] => !is_after_word(before),
            // The server of a user of Matrix, `@ann:a.example`, or a path on a host, `ann@a.example:b.org`.
            [before @ .., b':'] => {
                let word = before.iter().rposition(|&byte| !is_in_name(byte));
                word.is_none_or(|at| before[at] != b'@')
            }
            _ => true,
        }
}

/// Returns the end of the name at `start`, with its port and path; `None` if it is none.
pub(crate) fn end(
    line: &[u8],
    start: usize,
    around: Surroundings,
    config: &Config,
) -> Option<usize> {
    let host_end = end_without_scheme(line, start, is_in_host, config);
    let host = Host::of(&line[start..host_end])?;
    let after = &line[host_end..];
    if follows_code(after) {
        return None;
    }
    let authority = port_end(line, host_end).unwrap_or(host_end);
    let end = end_after(line, start, authority, around).max(authority);
    let is_followed = end > host_end;
    if host.is_doubtful() {
        let is_path = line[authority..end].len() > 1 && line[authority] == b'/';
        let port = &line[host_end..authority];
        let is_sure = is_path || is_port(port) && line.get(authority) != Some(&b':');
        return is_sure.then_some(end);
    }
    let is_apart = !host.has_ideographic_dot()
        || is_followed
        || line[..start].last().is_none_or(u8::is_ascii_whitespace)
            && after.first().is_none_or(u8::is_ascii_whitespace);
    (is_apart && (is_followed || host.is_sure(after))).then_some(end)
}

/// Returns whether a text begins with blanks and `=` or `==`, which `=>` is not.
fn assigns(after: &[u8]) -> bool {
    matches!(after.trim_ascii_start(), [b'=', next, ..] if matches!(next, b'=' | b' '))
}

/// Returns whether a character beyond ASCII can be part of a name. `None` is a byte that is not UTF-8.
pub(crate) fn is_in_host(char: Option<char>) -> bool {
    is_letter_or_byte(char) || char.is_some_and(is_ideographic_dot)
}

/// Returns whether the text after a name shows that it is code, an address, or cut short.
fn follows_code(after: &[u8]) -> bool {
    match after {
        [b'(' | b'=' | b'@' | b'\\' | b'[', ..]
        | [b':', b':', ..]
        | [b'-', b'>', ..]
        | [b'.', b'*' | b'(', ..] => true,
        [b'!' | b'+', next, ..] => next.is_ascii_alphanumeric(),
        _ => after.starts_with("…".as_bytes()),
    }
}

/// Returns whether a text is a colon and a port, not the number of a line.
fn is_port(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b":").and_then(|port| port.to_str().ok());
    let port = digits.and_then(|digits| digits.parse().ok());
    port.is_some_and(|port: u32| matches!(port, 80 | 443) || port >= MIN_PORT)
}

/// A name of valid labels, the last of which is a domain of the first level.
pub(crate) struct Host<'l> {
    written: &'l [u8],
    first: &'l [u8],
    /// The label before the domain of the first level.
    second: &'l [u8],
    domain: &'l [u8],
    labels: usize,
}

impl<'l> Host<'l> {
    pub(crate) fn of(written: &'l [u8]) -> Option<Self> {
        let text = written.to_str().ok()?;
        let is_dot = |char| char == '.' || is_ideographic_dot(char);
        let domain = text.rsplit(is_dot).next()?.as_bytes();
        // Few words with a dot have one.
        if !tld::is_known(domain) {
            return None;
        }
        let is_label = |label: &[u8]| {
            let is_part =
                |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || !byte.is_ascii();
            !label.is_empty()
                && label.len() <= tld::MAX_LABEL
                && !label.starts_with(b"-")
                && !label.ends_with(b"-")
                && label.iter().all(is_part)
        };
        let mut host = Self {
            written,
            first: &[],
            second: &[],
            domain: &[],
            labels: 0,
        };
        for label in text.split(is_dot).map(str::as_bytes) {
            if !is_label(label) && label.is_ascii() {
                return None;
            }
            if host.labels == 0 {
                host.first = label;
            }
            (host.second, host.domain) = (host.domain, label);
            host.labels += 1;
        }
        (host.labels > 1).then_some(host)
    }

    fn has_ideographic_dot(&self) -> bool {
        !self.written.is_ascii() && self.written.chars().any(is_ideographic_dot)
    }

    /// Returns whether the last label is more often the extension of a file or a word of code.
    fn is_doubtful(&self) -> bool {
        let is_registered =
            self.labels > 2 && self.domain.len() == 2 && is_one_of(&SECOND_LEVEL, self.second);
        tld::is_doubtful(self.domain) && !is_registered
    }

    /// Returns whether a name without a path or port is sure to be one, given the text after it.
    fn is_sure(&self, after: &[u8]) -> bool {
        let (first, second, domain) = (self.first, self.second, self.domain);
        let is_country = domain.len() == 2;
        let is_reversed = if self.labels > 2 {
            is_one_of(&REVERSED, first)
        } else {
            is_country && is_one_of(&SECOND_LEVEL, first)
        };
        let is_plain = is_one_of(&PLAIN_DOMAINS, domain);
        let is_upper = |text: &[u8]| text.iter().any(u8::is_ascii_uppercase);
        let is_lower = |text: &[u8]| text.iter().any(u8::is_ascii_lowercase);
        // `ASP.NET`, `Paint.NET`
        let is_product =
            domain == b"NET" && self.labels == 2 && (second.len() < 4 || is_lower(second));
        let is_mixed = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
        let is_other = || {
            second.chars().nth(1).is_none()
                || assigns(after)
                || begins_sentence(domain)
                || self.labels > 2 && is_extension(second)
                || second.iter().all(u8::is_ascii_digit)
                || is_upper(domain) && is_lower(self.written) && !domain.starts_with(b"XN--")
                || self.written.windows(2).any(is_mixed)
                || is_one_of(&NEWSGROUPS, first)
                || is_one_of(&OBJECTS, first)
                || self.labels == 2 && second.len() == 2 && !is_lower(self.written)
        };
        !(is_reversed || is_product) && (is_plain || !is_other())
    }
}

/// Returns whether a label that is not ASCII begins with a capital, and goes on with small letters.
fn begins_sentence(label: &[u8]) -> bool {
    let mut chars = label.chars();
    !label.is_ascii()
        && chars.next().is_some_and(char::is_uppercase)
        && chars.next().is_some_and(char::is_lowercase)
}

/// Returns whether a label is one of several, in any case.
fn is_one_of(labels: &[&[u8]], label: &[u8]) -> bool {
    labels.iter().any(|known| known.eq_ignore_ascii_case(label))
}

#[cfg(test)]
mod tests {
    use crate::{Config, Delimiter, Event, find};

    use urlsift_tables::lists;

    /// Returns the URLs of names and addresses in a text.
    fn urls(text: &str) -> Vec<String> {
        let config = Config::new().delimiters(&[Delimiter::Name]);
        let events = find(text.as_bytes(), &config).into_iter();
        let urls = events.filter_map(|event| match event {
            Event::Candidate(found) => Some(String::from_utf8_lossy(found.url()).into_owned()),
            Event::Rejected(_) => None,
        });
        urls.collect()
    }

    #[track_caller]
    fn check(cases: &[(&str, &[&str])]) {
        for (text, expected) in cases {
            assert_eq!(urls(text), *expected, "{text}");
        }
    }

    #[test]
    fn names_end_in_a_top_level_domain() {
        check(&lists!("name.toml", "names_end_in_a_top_level_domain"));
    }

    #[test]
    fn surroundings_of_code_make_no_name() {
        check(&lists!("name.toml", "surroundings_of_code_make_no_name"));
    }

    #[test]
    fn extensions_and_common_words_need_more() {
        check(&lists!("name.toml", "extensions_common_words"));
    }

    #[test]
    fn other_texts_with_dots_are_no_names() {
        check(&lists!("name.toml", "other_texts_with_dots_are_no_names"));
    }

    #[test]
    fn names_in_other_scripts() {
        check(&lists!("name.toml", "names_in_other_scripts"));
    }

    #[test]
    fn the_number_of_a_footnote_is_no_part_of_a_name() {
        check(&lists!("name.toml", "number_footnote_part"));
    }

    #[test]
    fn addresses_have_a_domain() {
        check(&lists!("name.toml", "addresses_have_a_domain"));
    }
}
