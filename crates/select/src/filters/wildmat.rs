//! Patterns for the names of newsgroups (RFC 3977 §4).
//!
//! Wildmats are matched by hand, without the crate `regex`: a match keeps the position of the last `*` only and is
//! bounded by the product of the lengths, and a pattern is only a list of items. Extending an earlier `*` cannot help,
//! because the shortest match of the earlier part leaves the most for the rest.
//!
//! The grammar follows RFC 3977. Sets in brackets and backslashes, which older programs accept, are errors in it.

use crate::InvalidValue;

/// A pattern for the names of newsgroups (RFC 3977 §4), such as `comp.*,!comp.binaries.*`.
///
/// It is a list of patterns in which `*` matches any number of characters, `?` matches exactly one, and every other
/// character matches itself, case-sensitively. The last pattern that matches the whole name decides: the name is
/// excluded if that pattern begins with `!`, or if no pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wildmat {
    patterns: Vec<Pattern>,
}

/// `["!"] wildmat-pattern`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    is_negated: bool,
    items: Vec<Item>,
}

/// `wildmat-item = wildmat-exact / wildmat-wild`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// `wildmat-exact`
    Exact(char),
    /// `wildmat-wild`: `?`
    One,
    /// `wildmat-wild`: `*`
    Any,
}

impl std::str::FromStr for Wildmat {
    type Err = InvalidValue;

    /// `wildmat = wildmat-pattern *("," ["!"] wildmat-pattern)` (RFC 3977 §4.1)
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
            let items = wildmat_pattern(pattern)?;
            patterns.push(Pattern { is_negated, items });
        }
        Ok(Self { patterns })
    }
}

impl Wildmat {
    /// Returns whether a whole name matches (RFC 3977 §4.2). The time is at most proportional to the product of the
    /// lengths of the name and of the wildmat.
    pub(super) fn matches(&self, name: &str) -> bool {
        let last = self.patterns.iter().rev();
        let mut matching = last.filter(|pattern| is_match(&pattern.items, name, || ()));
        matching.next().is_some_and(|pattern| !pattern.is_negated)
    }
}

/// `wildmat-pattern = 1*wildmat-item`
fn wildmat_pattern(text: &str) -> Result<Vec<Item>, InvalidValue> {
    if text.is_empty() {
        return Err("a pattern is empty".into());
    }
    text.chars().map(wildmat_item).collect()
}

/// `wildmat-item = wildmat-exact / wildmat-wild`, where `wildmat-wild = "*" / "?"` and
/// `wildmat-exact = %x22-29 / %x2B / %x2D-3E / %x40-5A / %x5E-7E / UTF8-non-ascii`
fn wildmat_item(character: char) -> Result<Item, InvalidValue> {
    match character {
        '*' => Ok(Item::Any),
        '?' => Ok(Item::One),
        '\x22'..='\x29'
        | '\x2B'
        | '\x2D'..='\x3E'
        | '\x40'..='\x5A'
        | '\x5E'..='\x7E'
        | '\u{80}'.. => Ok(Item::Exact(character)),
        _ => Err(format!("{character:?} is not allowed in a pattern").into()),
    }
}

/// Returns whether a name is a concatenation of strings that match the items in order. Calls `on_step` at each step.
fn is_match(items: &[Item], name: &str, mut on_step: impl FnMut()) -> bool {
    let mut items = items;
    let mut rest = name.chars();
    // After the last `*`: the items that follow it, and the rest of the name at the last attempt.
    let mut retry = None;
    loop {
        on_step();
        if let [Item::Any, after @ ..] = items {
            items = after;
            retry = Some((after, rest.clone()));
            continue;
        }
        let mut ahead = rest.clone();
        let next = ahead.next();
        let follows = match (items.first(), next) {
            (None, None) => return true,
            (Some(Item::One), Some(_)) => true,
            (Some(Item::Exact(exact)), Some(next)) => *exact == next,
            _ => false,
        };
        if follows {
            items = &items[1..];
            rest = ahead;
            continue;
        }
        // Only the last `*` needs to match more: extending an earlier one cannot help.
        let Some((after, from)) = &mut retry else {
            return false;
        };
        if from.next().is_none() {
            return false;
        }
        items = after;
        rest = from.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::{Wildmat, is_match, wildmat_pattern};

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
    fn the_steps_are_at_most_the_product_of_the_lengths() {
        let name = "a".repeat(2000);
        for wildmat in [
            "a*".repeat(20) + "b",
            "*".to_owned() + &"a".repeat(40) + "b",
        ] {
            let items = wildmat_pattern(&wildmat).expect("a wildmat");
            let mut steps = 0;
            assert!(!is_match(&items, &name, || steps += 1));
            assert!(steps <= items.len() * (name.len() + 1), "{wildmat} {steps}");
            assert!(is_match(&items, &format!("{name}b"), || ()));
        }
    }

    #[test]
    fn invalid_wildmats_are_rejected() {
        let invalid = [
            ("", "a pattern is empty"),
            ("a,", "a pattern is empty"),
            (",a", "a pattern is empty"),
            ("a,,b", "a pattern is empty"),
            ("a,!", "a pattern is empty"),
            ("!a", "the first pattern starts with '!'"),
            ("!", "the first pattern starts with '!'"),
            ("a,!!b", "'!' is not allowed in a pattern"),
            ("a!", "'!' is not allowed in a pattern"),
            ("[a]", "'[' is not allowed in a pattern"),
            ("a]", "']' is not allowed in a pattern"),
            ("a\\b", "'\\\\' is not allowed in a pattern"),
            ("a b", "' ' is not allowed in a pattern"),
            ("a\u{7f}", "'\\u{7f}' is not allowed in a pattern"),
        ];
        for (text, error) in invalid {
            let parsed = text.parse::<Wildmat>();
            assert_eq!(parsed, Err(error.into()), "{text:?}");
        }
        // All other visible ASCII characters are literal.
        let exact: String = ('\x21'..='\x7e')
            .filter(|at| !"!*,?[\\]".contains(*at))
            .collect();
        assert!(matches(&exact, &exact));
    }
}
