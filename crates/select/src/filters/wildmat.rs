//! Patterns for the names of newsgroups (RFC 3977 §4).
//!
//! The grammar follows RFC 3977. Sets in brackets and backslashes, which older programs accept, are errors in it.

use std::fmt::Write;

use regex::Regex;

use crate::InvalidValue;

/// A pattern for the names of newsgroups (RFC 3977 §4), such as `comp.*,!comp.binaries.*`.
///
/// It is a list of patterns in which `*` matches any number of characters, `?` matches exactly one, and every other
/// character matches itself, case-sensitively. The last pattern that matches the whole name decides: the name is
/// excluded if that pattern begins with `!`, or if no pattern matches.
#[derive(Clone, Debug)]
pub(crate) struct Wildmat(Vec<Pattern>);

#[derive(Clone, Debug)]
struct Pattern {
    is_negated: bool,
    regex: Regex,
}

/// `wildmat = wildmat-pattern *("," ["!"] wildmat-pattern)`
impl std::str::FromStr for Wildmat {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        let mut patterns = Vec::new();
        for pattern in text.split(',') {
            let (is_negated, pattern) = match pattern.strip_prefix('!') {
                Some(_) if patterns.is_empty() => {
                    return Err("the first pattern starts with '!'".into());
                }
                Some(pattern) => (true, pattern),
                None => (false, pattern),
            };
            let regex = wildmat_pattern(pattern)?;
            patterns.push(Pattern { is_negated, regex });
        }
        Ok(Self(patterns))
    }
}

impl Wildmat {
    /// Returns whether the last pattern that matches the whole name is not negated.
    pub(super) fn matches(&self, name: &str) -> bool {
        let mut last = self.0.iter().rev();
        let matching = last.find(|pattern| pattern.regex.is_match(name));
        matching.is_some_and(|pattern| !pattern.is_negated)
    }
}

/// `wildmat-pattern = 1*wildmat-item`
fn wildmat_pattern(text: &str) -> Result<Regex, InvalidValue> {
    if text.is_empty() {
        return Err("a pattern is empty".into());
    }
    let mut regex = String::from(r"(?s)\A");
    for item in text.chars() {
        match item {
            '*' => regex.push_str(".*"),
            '?' => regex.push('.'),
            // `wildmat-exact`, of which `,` and `!` are handled above.
            '\x22'..='\x29' | '+' | '-'..='>' | '@'..='Z' | '^'..='~' | '\u{80}'.. => {
                // Writing to a string does not fail.
                let _ = write!(regex, r"\x{{{:X}}}", u32::from(item));
            }
            _ => return Err(format!("{item:?} is not allowed in a pattern").into()),
        }
    }
    regex.push_str(r"\z");
    Regex::new(&regex).map_err(|error| error.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::Wildmat;

    use urlsift_tables::rows;

    fn matches(wildmat: &str, name: &str) -> bool {
        let wildmat: Wildmat = wildmat.parse().expect("a wildmat");
        wildmat.matches(name)
    }

    /// The examples of RFC 3977 §4.4, each with strings that match and strings that do not.
    #[test]
    fn examples_of_the_rfc_match() {
        let examples: [(&str, &[&str], &[&str]); 13] = [
            ("abc", &["abc"], &["", "ab", "abcd", "xabc", "ABC"]),
            ("abc,def", &["abc", "def"], &["abcdef", "abc,def", "ab"]),
            ("£", &["£"], &["", "££", "\u{a2}", "a"]),
            ("a*", &["a", "ab", "aaa", "a£"], &["", "ba", "£a"]),
            (
                "a*b",
                &["ab", "aab", "abb", "a£b", "abab"],
                &["a", "b", "aba", "bab"],
            ),
            (
                "a*,*b",
                &["a", "b", "ax", "xb", "ab"],
                &["", "xax", "ba", "bx"],
            ),
            ("a*,!*b", &["a", "ax", "aba"], &["ab", "axb", "b", "x", ""]),
            (
                "a*,!*b,c*",
                &["a", "ax", "c", "cb", "cxb"],
                &["ab", "b", "xc"],
            ),
            (
                "a*,c*,!*b",
                &["a", "c", "ax", "cx"],
                &["ab", "cb", "axb", "cxb", "x"],
            ),
            ("?a*", &["xa", "aa", "£a", "xab"], &["a", "", "ax", "xxa"]),
            ("??a*", &["xya", "x£a", "aaax"], &["xa", "aa", "xxxa"]),
            ("*a?", &["ax", "aa", "xxa£"], &["a", "xa", "axx", ""]),
            ("*a??", &["axx", "aaa", "xa£x"], &["ax", "a", "axxx"]),
        ];
        for (wildmat, matching, others) in examples {
            for name in matching {
                assert!(matches(wildmat, name), "{wildmat} {name}");
            }
            for name in others {
                assert!(!matches(wildmat, name), "{wildmat} {name}");
            }
        }
    }

    /// RFC 3977 §4.2
    #[test]
    fn later_patterns_override_exclusions() {
        let wildmat = "comp.*,!comp.binaries.*,comp.binaries.ms-windows";
        assert!(matches(wildmat, "comp.infosystems.www"));
        assert!(!matches(wildmat, "comp.binaries.mac"));
        assert!(matches(wildmat, "comp.binaries.ms-windows"));
    }

    /// RFC 3977 §4.2
    #[test]
    fn the_rightmost_pattern_that_matches_decides() {
        let wildmat = "a*,!*b,*c*";
        assert!(matches(wildmat, "aaa"));
        assert!(!matches(wildmat, "abb"));
        assert!(matches(wildmat, "ccb"));
        assert!(!matches(wildmat, "xxx"));
    }

    #[test]
    fn stars_backtrack() {
        assert!(matches("*", ""));
        assert!(matches("**", "a"));
        assert!(matches("*a*b*", "xaxbaxb"));
        assert!(matches("*ab", "aab"));
        assert!(matches("a*b?d", "abcdbxd"));
        assert!(!matches("a*b?d", "abcdbx"));
        assert!(!matches("*?", ""));
        // A `?` matches a character, not an octet.
        assert!(matches("?", "\u{1f600}"));
        assert!(!matches("??", "\u{1f600}"));
    }

    #[test]
    fn invalid_wildmats_are_rejected() {
        let invalid = rows!("wildmat.toml", "invalid_wildmats_are_rejected");
        for (text, error) in invalid {
            let parsed = text.parse::<Wildmat>().map(drop);
            assert_eq!(parsed, Err(error.into()), "{text:?}");
        }
        // All other visible ASCII characters are literal.
        let exact: String = ('\x21'..='\x7e')
            .filter(|at| !"!*,?[\\]".contains(*at))
            .collect();
        assert!(matches(&exact, &exact));
    }
}
