//! Patterns of `grep`.

mod bounds;
mod case;
mod literals;

use std::ops::Range;

use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

pub use bounds::Bounds;
use literals::Literals;

use crate::InvalidValue;

/// A set of alternative patterns. An empty set matches nothing.
#[derive(Clone, Debug)]
pub struct Pattern {
    any: Vec<Regex>,
    /// The same patterns as one automaton, if there are several.
    set: Option<RegexSet>,
    /// More patterns, if there are several fixed strings.
    literals: Option<Literals>,
    invert: bool,
}

/// The maximum number of regular expressions: compiling each takes some hundred microseconds.
const MAX_REGEXES: usize = 10_000;

/// How patterns are interpreted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Syntax {
    /// Whether patterns are literal strings.
    pub fixed: bool,
    /// Case sensitivity.
    pub case: Case,
    /// The required boundaries of a match.
    pub bounds: Bounds,
    /// Whether URLs that do not match are selected.
    pub invert: bool,
}

/// Case sensitivity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// The case must be the same.
    #[default]
    Sensitive,
    /// The case is ignored.
    Ignored,
    /// Case is ignored unless a pattern has an upper-case letter.
    Smart,
}

impl Pattern {
    /// Compiles patterns.
    ///
    /// # Errors
    ///
    /// Returns the index of the invalid pattern and the error. More than 10,000 regular expressions are an error.
    pub fn new(patterns: &[String], syntax: Syntax) -> Result<Self, (usize, InvalidValue)> {
        let compiler = Compiler {
            ignore_case: match syntax.case {
                Case::Sensitive => false,
                Case::Ignored => true,
                Case::Smart => case::is_lower(patterns, syntax.fixed),
            },
            bounds: syntax.bounds,
        };
        if !syntax.fixed && patterns.len() > MAX_REGEXES {
            let text = format!(
                "more than {MAX_REGEXES} regular expressions; use -F for a list of strings"
            );
            return Err((MAX_REGEXES, text.into()));
        }
        let parsed = if syntax.fixed {
            compiler.fixed_strings(patterns)
        } else {
            let regexes = patterns.iter().enumerate().map(|(index, source)| {
                let regex = compiler.compile(source);
                regex.map_err(|error| (index, error))
            });
            regexes
                .collect::<Result<Vec<_>, _>>()
                .map(|any| (None, any))
        };
        let (literals, any) = parsed.map_err(|(index, error)| (index, error.to_string().into()))?;
        Ok(Self {
            set: compiler.set(&any),
            any,
            literals,
            invert: syntax.invert,
        })
    }

    /// Returns whether a URL is selected.
    #[must_use]
    pub fn selects(&self, url: &[u8]) -> bool {
        let matches = match &self.set {
            Some(set) => set.is_match(url),
            None => self.any.iter().any(|regex| regex.is_match(url)),
        };
        let matches = matches
            || self
                .literals
                .iter()
                .any(|list| list.matches(url).next().is_some());
        matches != self.invert
    }

    /// Returns the ranges of all matches for coloring, sorted and without overlaps. There are none if the match is
    /// inverted.
    #[must_use]
    pub fn matches(&self, url: &[u8]) -> Vec<Range<usize>> {
        if self.invert {
            return Vec::new();
        }
        let mut found: Vec<Range<usize>> = self
            .any
            .iter()
            .flat_map(|regex| regex.find_iter(url))
            .map(|found| found.range())
            .chain(self.literals.iter().flat_map(|list| list.matches(url)))
            .filter(|range| !range.is_empty())
            .collect();
        found.sort_by_key(|range| range.start);
        found.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        found
    }
}

struct Compiler {
    ignore_case: bool,
    bounds: Bounds,
}

impl Compiler {
    fn compile(&self, pattern: &str) -> Result<Regex, regex::Error> {
        // The pattern must be valid without the wrapper, unlike `a)(b`.
        let plain = self.build(pattern)?;
        if self.bounds == Bounds::Anywhere {
            return Ok(plain);
        }
        let whole = self.build(&self.bounds.wrap(pattern, ""));
        // With (?x), a comment at the end of the pattern would include the end of the wrapper.
        whole.or_else(|_| self.build(&self.bounds.wrap(pattern, "\n")))
    }

    fn build(&self, pattern: &str) -> Result<Regex, regex::Error> {
        let mut builder = RegexBuilder::new(pattern);
        builder.case_insensitive(self.ignore_case).build()
    }

    /// Returns an automaton of fixed strings, and regular expressions of those that it cannot match.
    fn fixed_strings(
        &self,
        strings: &[String],
    ) -> Result<(Option<Literals>, Vec<Regex>), (usize, regex::Error)> {
        let strings = strings.iter().map(String::as_str).enumerate();
        let (mut listed, mut others): (Vec<_>, Vec<_>) =
            strings.partition(|(_, string)| !self.ignore_case || string.is_ascii());
        let strings: Vec<_> = listed.iter().map(|&(_, string)| string).collect();
        // A regular expression is faster for a single string.
        let literals = (strings.len() > 1)
            .then(|| Literals::new(&strings, self.ignore_case, self.bounds))
            .flatten();
        if literals.is_none() {
            others.append(&mut listed);
        }
        let mut regexes = Vec::new();
        self.compile_alternatives(&others, &mut regexes)?;
        Ok((literals, regexes))
    }

    /// Compiles fixed strings, each with its index, to as few regular expressions as their size limit allows.
    fn compile_alternatives(
        &self,
        strings: &[(usize, &str)],
        regexes: &mut Vec<Regex>,
    ) -> Result<(), (usize, regex::Error)> {
        let Some(&(first, _)) = strings.first() else {
            return Ok(());
        };
        let escaped = strings.iter().map(|(_, string)| regex::escape(string));
        match self.compile(&escaped.collect::<Vec<_>>().join("|")) {
            Ok(regex) => regexes.push(regex),
            Err(regex::Error::CompiledTooBig(_)) if strings.len() > 1 => {
                let (head, tail) = strings.split_at(strings.len() / 2);
                self.compile_alternatives(head, regexes)?;
                self.compile_alternatives(tail, regexes)?;
            }
            Err(error) => return Err((first, error)),
        }
        Ok(())
    }

    /// Compiles several patterns to one automaton, unless it exceeds the size limit.
    fn set(&self, any: &[Regex]) -> Option<RegexSet> {
        if any.len() < 2 {
            return None;
        }
        let mut builder = RegexSetBuilder::new(any.iter().map(Regex::as_str));
        builder.case_insensitive(self.ignore_case).build().ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};
    use urlsift_tables::lists;

    use super::{Bounds, Case, Pattern, Syntax};

    /// Returns the syntax with these names of flags.
    fn syntax(flags: &str) -> Syntax {
        let has = |flag: &str| flags.split(' ').any(|name| name == flag);
        let cases = [Case::Sensitive, Case::Ignored];
        let bounds = match (has("word"), has("whole")) {
            (true, _) => Bounds::Word,
            (_, true) => Bounds::Whole,
            _ => Bounds::Anywhere,
        };
        Syntax {
            fixed: has("fixed"),
            case: cases[usize::from(has("ignore-case"))],
            bounds,
            invert: has("invert"),
        }
    }

    #[test]
    fn urls_are_selected_as_in_the_table() {
        let selected = lists!("pattern.toml", "selected");
        let others = lists!("pattern.toml", "others");
        for (rows, expected) in [(selected, true), (others, false)] {
            for (flags, cells) in rows {
                let patterns: Vec<_> = cells[1..].iter().map(ToString::to_string).collect();
                let pattern = Pattern::new(&patterns, syntax(flags)).expect("valid patterns");
                let selects = pattern.selects(cells[0].as_bytes());
                assert_eq!(selects, expected, "{flags}: {cells:?}");
            }
        }
        for flags in ["word", "whole"] {
            assert!(Pattern::new(&["a)(b".to_string()], syntax(flags)).is_err());
        }
    }

    #[test]
    fn long_lists_of_fixed_strings_are_searched() {
        let hosts = (0..20_000).map(|number| format!("host{number}.example"));
        let hosts: Vec<_> = hosts.chain(["b\u{fc}cher.example".to_owned()]).collect();
        for case in [Case::Sensitive, Case::Ignored] {
            for bounds in [Bounds::Anywhere, Bounds::Word, Bounds::Whole] {
                let syntax = Syntax {
                    fixed: true,
                    case,
                    bounds,
                    invert: false,
                };
                let pattern = Pattern::new(&hosts, syntax).expect("valid patterns");
                let selects = |url: &str| pattern.selects(url.as_bytes());
                assert!(selects("host19999.example"), "{syntax:?}");
                assert!(selects("b\u{fc}cher.example"), "{syntax:?}");
                let is_ignored = case == Case::Ignored;
                assert_eq!(selects("Host7.example"), is_ignored, "{syntax:?}");
                assert_eq!(selects("B\u{dc}CHER.example"), is_ignored, "{syntax:?}");
                let is_inside = bounds != Bounds::Whole;
                assert_eq!(selects("//host7.example/"), is_inside, "{syntax:?}");
                let is_anywhere = bounds == Bounds::Anywhere;
                assert_eq!(selects("//host7.examples"), is_anywhere, "{syntax:?}");
                assert_eq!(selects("//xhost7.example"), is_anywhere, "{syntax:?}");
                assert!(!selects("host.example"), "{syntax:?}");
            }
        }
    }

    #[test]
    fn long_lists_of_strings_that_are_not_ascii_are_searched_without_case() {
        let hosts: Vec<_> = (0..5000)
            .map(|number| format!("m\u{fc}nchen{number}.example"))
            .collect();
        let syntax = Syntax {
            fixed: true,
            case: Case::Ignored,
            ..Syntax::default()
        };
        let pattern = Pattern::new(&hosts, syntax).expect("valid patterns");
        for number in [0, 2499, 2500, 4999] {
            let url = format!("http://M\u{dc}nchen{number}.example/");
            assert!(pattern.selects(url.as_bytes()), "{url}");
        }
        assert!(!pattern.selects("http://m\u{fc}nchen.example/".as_bytes()));
    }

    /// In a word of this length, each letter matches and has no boundary.
    #[test]
    fn long_words_are_searched_in_linear_time() {
        let strings = ["a", "b"].map(String::from);
        let syntax = Syntax {
            fixed: true,
            bounds: Bounds::Word,
            ..Syntax::default()
        };
        let pattern = Pattern::new(&strings, syntax).expect("valid patterns");
        let word = "a".repeat(1 << 19);
        assert!(!pattern.selects(word.as_bytes()));
        assert!(pattern.selects((word + ":b").as_bytes()));
    }

    proptest! {
        /// A single regular expression of the strings selects the same.
        #[test]
        fn fixed_strings_are_alternatives(
            strings in vec("[abB/\u{e9}-]{0,3}", 1..6),
            url in "[abB/\u{e9}-]{0,8}",
            ignore_case: bool,
            bounds in select(&[Bounds::Anywhere, Bounds::Word, Bounds::Whole][..]),
        ) {
            let case = if ignore_case { Case::Ignored } else { Case::Sensitive };
            let syntax = Syntax { fixed: true, case, bounds, invert: false };
            let listed = Pattern::new(&strings, syntax).expect("valid patterns");
            let escaped: Vec<_> = strings.iter().map(|text| regex::escape(text)).collect();
            let fixed = false;
            let one = Pattern::new(&[escaped.join("|")], Syntax { fixed, ..syntax });
            let one = one.expect("a valid pattern");
            prop_assert_eq!(listed.selects(url.as_bytes()), one.selects(url.as_bytes()));
        }
    }

    #[test]
    fn matches_are_merged() {
        let patterns = ["b+".to_string(), "abc?".to_string(), "x".to_string()];
        let pattern = Pattern::new(&patterns, Syntax::default()).expect("valid patterns");
        assert_eq!(pattern.matches(b"zabbcz-x"), [1..4, 7..8]);
    }

    #[test]
    fn an_error_names_its_pattern() {
        let patterns = ["a".to_string(), "(".to_string()];
        let (index, _) = Pattern::new(&patterns, Syntax::default()).expect_err("invalid");
        assert_eq!(index, 1);
    }
}
