//! Triggers: short strings of which every URL without angle brackets contains one, so that other text need not be read.

use std::fmt;

use crate::Config;
use urlsift_scheme::SchemeInfo;

use super::{
    chars,
    host::is_ideographic_dot,
    tld::{self, MAX_LABEL},
    trigger_block::{Suspects, find_suspect},
};

/// The maximum number of bytes of a name that are compared, from its end.
const MAX_TAIL: usize = 16;

/// Finds the triggers in a text.
///
/// A trigger is `://`, the name of a known scheme with a colon and a byte that is neither a space nor a tab, `URL:`,
/// or, where names are wanted, `www.`, each in any case. Where names without `www.` and addresses are wanted, a dot
/// before a letter and any byte beyond ASCII are triggers. Where defanged URLs are wanted, whose forms are many, any
/// byte but white space is one. A text without a trigger contains no URL without angle brackets. Few colons belong to a
/// trigger, and the search for colons is fast.
///
/// ```
/// use urlsift_scan::{Config, Triggers};
///
/// let triggers = Triggers::new(&Config::new());
/// assert_eq!(triggers.find(b"At 9:30: see http://a.example/"), Some(17));
/// assert_eq!(triggers.find(b"Subject: news: none"), None);
/// ```
#[derive(Clone)]
pub struct Triggers {
    /// The known names of one letter, in lower case.
    letters: Vec<u8>,
    /// The last two bytes of the other names, as a set of bits.
    ends: Box<[u64]>,
    /// The same in lower case, sorted: a big-endian integer for each name.
    keys: Vec<u16>,
    /// The ends of these names, in lower case and in the same order.
    tails: Vec<Vec<u8>>,
    wants_www: bool,
    wants_names: bool,
    wants_refanging: bool,
}

impl Triggers {
    /// The maximum length of a trigger in bytes. Only as many bytes of a longer name are compared.
    pub const MAX_LEN: usize = MAX_TAIL + 2;

    /// Creates a finder of the triggers of this configuration.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let known = SchemeInfo::ALL.iter().map(|info| info.name().as_bytes());
        let mut tails: Vec<_> = known
            .chain(config.added_schemes())
            .map(|name| name[name.len().saturating_sub(MAX_TAIL)..].to_ascii_lowercase())
            .collect();
        let letters = tails.extract_if(.., |tail| tail.len() == 1);
        let letters = letters.flatten().collect();
        tails.sort_by_key(|tail| tail.last_chunk::<2>().copied());
        let last_two = tails.iter().filter_map(|tail| tail.last_chunk().copied());
        let keys: Vec<u16> = last_two.map(u16::from_be_bytes).collect();
        let mut ends = vec![0; 1 << 10].into_boxed_slice();
        for [first, last] in keys.iter().map(|key| key.to_be_bytes()) {
            for first in [first, first.to_ascii_uppercase()] {
                for last in [last, last.to_ascii_uppercase()] {
                    let (word, bit) = pair(first, last);
                    ends[word] |= bit;
                }
            }
        }
        Self {
            letters,
            ends,
            keys,
            tails,
            wants_www: config.wants_www(),
            wants_names: config.wants_names(),
            wants_refanging: config.wants_refanging(),
        }
    }

    /// Returns the index of a byte of the first trigger that is complete in `text`: its colon, or the first `w`
    /// of `www.`.
    #[must_use]
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        if self.wants_refanging {
            return text.iter().position(|byte| !byte.is_ascii_whitespace());
        }
        self.find_at(text, self.wants_names, |_| true)
    }

    /// Returns the same in complete lines of a refanged text, or windows of one, in which a dot is only a trigger if a
    /// domain of the first level may follow it. `names` says whether other names than those with `www.` are wanted
    /// there.
    pub(crate) fn find_in_lines(&self, text: &[u8], names: bool) -> Option<usize> {
        self.find_at(text, names, |at| may_be_in_name(text, at))
    }

    /// Returns the index of the first trigger. `is_in_name` decides on dots and bytes beyond ASCII.
    fn find_at(
        &self,
        text: &[u8],
        names: bool,
        is_in_name: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let suspects = if names {
            // Those with `www.` may end in any domain.
            Suspects::Names
        } else if self.wants_www {
            Suspects::Www
        } else {
            Suspects::Colons
        };
        find_suspect(text, suspects, |at| self.is_at(text, at), is_in_name)
    }

    /// Returns whether every trigger contains a colon, and otherwise only letters, digits, `+`, `-`, `.` and `/`.
    #[must_use]
    pub const fn have_colons(&self) -> bool {
        !self.wants_www && !self.wants_names && !self.wants_refanging
    }

    fn is_at(&self, text: &[u8], at: usize) -> bool {
        if text[at] != b':' {
            return matches!(text[at + 1..], [b'w' | b'W', b'w' | b'W', b'.', ..]);
        }
        self.is_at_colon(text, at)
    }

    #[inline]
    fn is_at_colon(&self, text: &[u8], colon: usize) -> bool {
        match text.get(colon + 1) {
            // Nearly all colons.
            Some(b' ' | b'\t') | None => {
                let is_l = |&byte: &u8| byte | 0x20 == b'l';
                text[..colon].last().is_some_and(is_l) && is_url_prefix(&text[..colon])
            }
            Some(b'/') if text.get(colon + 2) == Some(&b'/') => true,
            Some(_) => self.is_joined_at(text, colon),
        }
    }

    /// Returns whether a trigger other than `://` has the colon at an index, which no space or tab follows.
    fn is_joined_at(&self, text: &[u8], colon: usize) -> bool {
        let before = &text[..colon];
        self.ends_with_name(before) || is_url_prefix(before)
    }

    /// Returns whether a text ends with a known name.
    fn ends_with_name(&self, text: &[u8]) -> bool {
        let Some(last) = text.last() else {
            return false;
        };
        self.letters.contains(&last.to_ascii_lowercase())
            || text.last_chunk().is_some_and(|&[first, last]| {
                let (word, bit) = pair(first, last);
                self.ends[word] & bit != 0 && self.ends_with_tail(text, [first, last])
            })
    }

    /// Returns whether a text ends with a known name of more than one letter, given its last two bytes.
    fn ends_with_tail(&self, text: &[u8], end: [u8; 2]) -> bool {
        let key = u16::from_be_bytes(end.map(|byte| byte.to_ascii_lowercase()));
        let first = self.keys.partition_point(|&other| other < key);
        let mut tails = self.keys[first..].iter().zip(&self.tails[first..]);
        tails
            .by_ref()
            .take_while(|(other, _)| **other == key)
            .any(|(_, tail)| ends_with(text, tail))
    }
}

impl fmt::Debug for Triggers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Triggers").finish_non_exhaustive()
    }
}

/// Returns whether the dot or the byte beyond ASCII at an index may be the last dot of a name, or part of it.
#[cold]
pub(crate) fn may_be_in_name(text: &[u8], at: usize) -> bool {
    let after = &text[at + 1..];
    if text[at] != b'.' {
        return text[..at].ends_with(b".")
            || chars::first(&text[at..]).0.is_some_and(is_ideographic_dot);
    }
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    let len = after.iter().take(MAX_LABEL + 1).take_while(is_part).count();
    let label = &after[..len];
    let label = &label[..label
        .iter()
        .rposition(|&byte| byte != b'-')
        .map_or(0, |last| last + 1)];
    // What is glued to a domain may be another URL, or text in another script.
    let is_glued = match after.get(len) {
        Some(byte) => !byte.is_ascii() || after[len..].starts_with(b"://"),
        None => true,
    };
    is_glued || tld::is_known(label)
}

/// Returns the word and the bit of a pair of bytes in a set.
const fn pair(first: u8, last: u8) -> (usize, u64) {
    let index = (first as usize) << 8 | last as usize;
    (index >> 6, 1 << (index & 63))
}

/// Returns whether a text ends with `URL`, in any case.
#[inline]
fn is_url_prefix(text: &[u8]) -> bool {
    let end = text.last_chunk();
    end.is_some_and(|end: &[u8; 3]| end[2] | 0x20 == b'l' && end.eq_ignore_ascii_case(b"url"))
}

/// Returns whether a text ends with `tail`, in any case.
fn ends_with(text: &[u8], tail: &[u8]) -> bool {
    let start = text.len().checked_sub(tail.len());
    start.is_some_and(|start| text[start..].eq_ignore_ascii_case(tail))
}

#[cfg(test)]
mod tests {
    use crate::Config;
    use urlsift_scheme::SchemeInfo;

    use super::{MAX_TAIL, Triggers};

    #[test]
    fn triggers_are_found_in_any_case() {
        let triggers = Triggers::new(&Config::new());
        for (text, at) in [
            ("a ://", Some(2)),
            ("x://y", Some(1)),
            ("MailTo:a", Some(6)),
            ("xmailto:a", Some(7)),
            ("\"news:\n", Some(5)),
            ("\u{e9}tel:\u{e9}", Some(5)),
            ("a: b:c uRl: d", Some(10)),
            ("url:", Some(3)),
            ("mailto: a", None),
            ("mailto:\ta", None),
            ("mailto:", None),
            ("x:/", None),
            (":a 12:30:00 foo:a", None),
            ("www.a.example", None),
            ("", None),
        ] {
            assert_eq!(triggers.find(text.as_bytes()), at, "{text:?}");
        }
    }

    #[test]
    fn every_known_name_is_found() {
        let triggers = Triggers::new(&Config::new());
        for info in SchemeInfo::ALL {
            for name in [info.name().to_owned(), info.name().to_ascii_uppercase()] {
                let text = format!("{name}:a");
                assert_eq!(triggers.find(text.as_bytes()), Some(name.len()), "{name}");
            }
        }
    }

    #[test]
    fn names_with_www_are_found_if_they_are_wanted() {
        let triggers = Triggers::new(&Config::new().www(true));
        for (text, at) in [
            ("wwWW.", Some(1)),
            ("wow www.", Some(4)),
            ("www a://", Some(5)),
            ("ww", None),
            ("www", None),
        ] {
            assert_eq!(triggers.find(text.as_bytes()), at, "{text:?}");
        }
        assert!(!triggers.have_colons() && Triggers::new(&Config::new()).have_colons());
    }

    #[test]
    fn forms_that_cannot_be_clicked_are_found_if_they_are_wanted() {
        let triggers = Triggers::new(&Config::new().refang(true));
        for (text, at) in [
            (" \nhxxp[:]//a", Some(2)),
            ("a dot b", Some(0)),
            ("\n", None),
        ] {
            assert_eq!(triggers.find(text.as_bytes()), at, "{text:?}");
        }
        assert!(!triggers.have_colons());
    }

    #[test]
    fn added_schemes_are_found_by_their_ends() {
        let long = "a".repeat(MAX_TAIL + 10) + "1";
        let config = Config::new().scheme("X").expect("a name");
        let config = config.scheme(&long).expect("a name");
        let triggers = Triggers::new(&config);
        for name in ["x", "X", &long] {
            for before in ["", " ", "b", "\u{e9}"] {
                let text = format!("{before}{name}:1");
                let at = before.len() + name.len();
                assert_eq!(triggers.find(text.as_bytes()), Some(at), "{text}");
                let near = &text.as_bytes()[(at + 2).saturating_sub(Triggers::MAX_LEN)..];
                assert!(triggers.find(near).is_some(), "{text}");
            }
        }
        assert_eq!(triggers.find(b"aaaaaaaa1:1"), None);
    }
}
