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

    use urlsift_tables::{lists, rows};

    fn matches(wildmat: &str, name: &str) -> bool {
        let wildmat: Wildmat = wildmat.parse().expect("a wildmat");
        wildmat.matches(name)
    }

    #[test]
    fn names_match_as_in_the_table() {
        let matching = lists!("wildmat.toml", "matching");
        let others = lists!("wildmat.toml", "others");
        for (rows, expected) in [(matching, true), (others, false)] {
            for (wildmat, names) in rows {
                for name in names {
                    assert_eq!(matches(wildmat, name), expected, "{wildmat} {name}");
                }
            }
        }
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
