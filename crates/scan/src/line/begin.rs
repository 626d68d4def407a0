//! Where a URL without delimiters begins.

use std::ops::Range;

use crate::{Config, refang::form::is_defanged_scheme, text::text_start};
use urlsift_scheme::is_scheme_byte;

use super::{broken_scheme::is_rest_of_name, screen::ends_with_bar};

/// The maximum number of bytes before a colon that are read as the name of a scheme.
pub(crate) const MAX_NAME: usize = 64;

/// Schemes that are not in the table and end with the name of one that is, without being a word glued to it.
const NOT_GLUED: [&[u8]; 3] = [b"gsiftp", b"shttp", b"tftp"];

/// The maximum length in bytes of a quote prefix and an indentation before the rest of a scheme.
const MAX_INDENT: usize = 200;

/// The start of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Begin {
    /// The index of the scheme.
    pub(crate) scheme: usize,
    /// The index of the scheme characters before the colon; smaller than `scheme` if a word is glued to the scheme.
    pub(crate) word: usize,
}

/// Returns the scheme characters before a colon, at most [`MAX_NAME`], none of them before `free`.
pub(crate) fn name_before(line: &[u8], free: usize, colon: usize) -> Range<usize> {
    let name = line[free.min(colon)..colon].iter().rev();
    let is_name = |byte: &&u8| is_scheme_byte(**byte);
    colon - name.take(MAX_NAME).take_while(is_name).count()..colon
}

/// Returns the start of the URL whose `://` is at the end of a name; `None` if the name is no scheme.
///
/// The name is the scheme. But if it is unknown and ends with a known one, a word was glued to this one, as in
/// `Ltd.http://a.example/`, unless a `+` is between them, as in `git+ssh://a.example/`.
#[inline]
pub(crate) fn begin(line: &[u8], name: &Range<usize>, config: &Config) -> Option<Begin> {
    let word = name.start;
    if matches!(&line[name.clone()], b"http" | b"https" | b"ftp") {
        return Some(Begin { scheme: word, word });
    }
    begin_of_unusual(line, name, config)
}

fn begin_of_unusual(line: &[u8], name: &Range<usize>, config: &Config) -> Option<Begin> {
    let word = name.start;
    let is_letter = |&at: &usize| line[at].is_ascii_alphabetic();
    let first = name.clone().find(is_letter)?;
    let knows = |start: usize| config.knows(&line[start..name.end]);
    let is_not_glued = |known: &&[u8]| known.eq_ignore_ascii_case(&line[first..name.end]);
    let is_whole = knows(first) || NOT_GLUED.iter().any(is_not_glued);
    let scheme = if is_whole {
        first
    } else if let Some(known) = known_end(line, &(first..name.end), config) {
        known
    } else {
        // Neither part of an address, nor of a number, nor of a longer word, nor a drive: `E://data.csv`.
        let before = line[..first].last();
        let is_in_word = before.is_some_and(|&byte| byte.is_ascii_digit() || byte == b'@');
        let is_defanged = is_defanged_scheme(&line[first..name.end]);
        let is_drive = matches!(&line[first..name.end], [b'A'..=b'Z']);
        let is_rest = is_rest_of_name(&line[first..name.end]) && begins_line(line, first);
        if is_in_word || is_defanged || is_drive || is_rest || name.len() == MAX_NAME {
            return None;
        }
        first
    };
    Some(Begin { scheme, word })
}

/// Returns whether nothing but a quote prefix and white space, or the edge of a frame, precedes an index.
fn begins_line(line: &[u8], at: usize) -> bool {
    at <= MAX_INDENT && text_start(&line[..=at]).1 == at
        || ends_with_bar(line[..at].trim_ascii_end())
}

/// Returns the start of the longest known scheme that a name ends with, after its first byte.
pub(crate) fn known_end(line: &[u8], name: &Range<usize>, config: &Config) -> Option<usize> {
    let mut starts = name.start + 1..name.end;
    starts.find(|&start| line[start - 1] != b'+' && config.knows(&line[start..name.end]))
}

/// Returns whether a text begins with what is certainly another link: a scheme with `://`, `mailto:` or `www.`.
pub(crate) fn begins_link(text: &[u8]) -> bool {
    let starts_with = |start: &[u8]| {
        let text = text.get(..start.len());
        text.is_some_and(|text| text.eq_ignore_ascii_case(start))
    };
    let is_name = |byte: &&u8| is_scheme_byte(**byte);
    let name = text.iter().take(MAX_NAME).take_while(is_name).count();
    let is_scheme = text.first().is_some_and(u8::is_ascii_alphabetic);
    is_scheme && text[name..].starts_with(b"://") || starts_with(b"mailto:") || starts_with(b"www.")
}

#[cfg(test)]
mod tests {
    use crate::Config;

    use urlsift_tables::options;

    use super::{MAX_NAME, begin, begins_link, name_before};

    #[test]
    fn a_word_that_is_glued_to_a_known_scheme_is_left_out() {
        let config = Config::new().scheme("x-mine").expect("a name");
        let cases = options!("begin.toml", "word_glued_known");
        for (line, expected) in cases {
            let name = name_before(line.as_bytes(), 0, line.len());
            let found = begin(line.as_bytes(), &name, &config);
            assert_eq!(found.map(|found| &line[found.scheme..]), expected, "{line}");
        }
        let long = "a".repeat(MAX_NAME + 1);
        let name = name_before(long.as_bytes(), 0, long.len());
        assert_eq!(begin(long.as_bytes(), &name, &config), None);
    }

    #[test]
    fn links_begin_with_a_scheme_or_www() {
        for text in ["http://", "x-y://a", "MAILTO:a", "www.a", "Www.a"] {
            assert!(begins_link(text.as_bytes()), "{text}");
        }
        for text in ["", "://", "1://a", "news:a", "wwww.a", "ahttp:/"] {
            assert!(!begins_link(text.as_bytes()), "{text}");
        }
    }
}
