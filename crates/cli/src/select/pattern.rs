//! Patterns of `grep`.

mod basic;
mod case;

use std::ops::Range;

use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

pub(crate) use basic::BasicOperator;

/// A set of alternative patterns. An empty set matches nothing.
#[derive(Debug)]
pub(crate) struct Pattern {
    any: Vec<Regex>,
    /// The same patterns as one automaton, if there are several.
    set: Option<RegexSet>,
    invert: bool,
    basic_operator: Option<BasicOperator>,
}

/// How patterns are interpreted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Syntax {
    pub(crate) fixed: bool,
    pub(crate) case: Case,
    pub(crate) bounds: Bounds,
    pub(crate) invert: bool,
}

/// Case sensitivity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Case {
    #[default]
    Sensitive,
    Ignored,
    /// Case is ignored unless a pattern has an upper-case letter.
    Smart,
}

/// The required boundaries of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bounds {
    #[default]
    Anywhere,
    /// Word boundaries: no word character before or after the match.
    Word,
    /// The boundaries of the URL.
    Whole,
}

impl Bounds {
    /// Wraps a pattern so that it matches only at these boundaries. `comment_end` is inserted after the pattern.
    fn wrap(self, pattern: &str, comment_end: &str) -> String {
        let (start, end) = match self {
            Self::Anywhere => ("", ""),
            Self::Word => (r"\b{start-half}", r"\b{end-half}"),
            Self::Whole => (r"\A", r"\z"),
        };
        format!("{start}(?:{pattern}{comment_end}){end}")
    }
}

impl Pattern {
    /// Compiles patterns.
    ///
    /// # Errors
    ///
    /// Returns the index of the invalid pattern and the error.
    pub(crate) fn new(patterns: &[String], syntax: Syntax) -> Result<Self, (usize, regex::Error)> {
        let compiler = Compiler {
            ignore_case: match syntax.case {
                Case::Sensitive => false,
                Case::Ignored => true,
                Case::Smart => case::is_lower(patterns, syntax.fixed),
            },
            bounds: syntax.bounds,
        };
        let sources = if syntax.fixed && !patterns.is_empty() {
            // As in grep, each line of a fixed string is a pattern.
            let lines = patterns.iter().flat_map(|text| text.split('\n'));
            let escaped: Vec<_> = lines.map(regex::escape).collect();
            vec![escaped.join("|")]
        } else {
            patterns.to_vec()
        };
        let regexes = sources.iter().enumerate().map(|(index, source)| {
            let regex = compiler.compile(source);
            regex.map_err(|error| (index, error))
        });
        let any = regexes.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            set: compiler.set(&any),
            any,
            invert: syntax.invert,
            basic_operator: BasicOperator::of(patterns).filter(|_| !syntax.fixed && !syntax.invert),
        })
    }

    /// Returns an operator of basic regular expressions that the patterns contain, and that they match literally.
    pub(crate) fn basic_operator(&self) -> Option<BasicOperator> {
        self.basic_operator
    }

    /// Returns whether a URL is selected.
    pub(crate) fn selects(&self, url: &[u8]) -> bool {
        let matches = match &self.set {
            Some(set) => set.is_match(url),
            None => self.any.iter().any(|regex| regex.is_match(url)),
        };
        matches != self.invert
    }

    /// Returns the ranges of all matches for coloring, sorted and without overlaps. There are none if the match is
    /// inverted.
    pub(crate) fn matches(&self, url: &[u8]) -> Vec<Range<usize>> {
        if self.invert {
            return Vec::new();
        }
        let mut found: Vec<Range<usize>> = self
            .any
            .iter()
            .flat_map(|regex| regex.find_iter(url))
            .map(|found| found.range())
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
    use super::{Bounds, Case, Pattern, Syntax};

    fn selects(patterns: &[&str], syntax: Syntax, url: &str) -> bool {
        let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
        let pattern = Pattern::new(&patterns, syntax).expect("valid patterns");
        pattern.selects(url.as_bytes())
    }

    #[test]
    fn any_of_several_selects() {
        let plain = Syntax::default();
        assert!(selects(&["^x", "b.c|d"], plain, "http://b-c"));
        assert!(!selects(&["^x", "b.c|d"], plain, "http://bc"));
        // An alternative stays within its own pattern.
        assert!(!selects(&["x|y", "z$"], plain, "http://za"));
    }

    #[test]
    fn fixed_strings_are_literal() {
        let fixed = Syntax {
            fixed: true,
            ..Syntax::default()
        };
        assert!(selects(&["a.b"], fixed, "a.b"));
        assert!(!selects(&["a.b"], fixed, "a-b"));
        assert!(selects(&["x\na.b"], fixed, "a.b"));
        let any_case = Syntax {
            case: Case::Ignored,
            ..fixed
        };
        assert!(selects(&["A.B"], any_case, "a.b"));
        assert!(!selects(&["A.B"], fixed, "a.b"));
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

    #[test]
    fn no_pattern_matches_nothing() {
        for fixed in [false, true] {
            let none = Syntax {
                fixed,
                ..Syntax::default()
            };
            assert!(!selects(&[], none, ""));
            let inverted = Syntax {
                invert: true,
                ..none
            };
            assert!(selects(&[], inverted, "a"));
        }
    }

    #[test]
    fn bounds_apply_to_every_match() {
        let word = Syntax {
            bounds: Bounds::Word,
            ..Syntax::default()
        };
        // The first alternative that matches need not be the one that ends with the word.
        assert!(selects(&["a|ab"], word, "x ab"));
        assert!(selects(&["b|c"], word, "ab c"));
        assert!(!selects(&["b|c"], word, "ab cd"));
        // A non-word character at the edge of a match may be next to a word character.
        assert!(selects(&["/a/"], word, "b//a//c"));
        assert!(
            !selects(&["/a"], word, "b/a"),
            "a word character precedes the match"
        );
        assert!(
            !selects(&["a/"], word, "a/b"),
            "a word character follows the match"
        );
        let whole = Syntax {
            bounds: Bounds::Whole,
            ..Syntax::default()
        };
        assert!(selects(&["a|ab"], whole, "ab"));
        assert!(!selects(&["a|ab"], whole, "abc"));
        assert!(!selects(&["(?m)ab"], whole, "ab\nab"));
    }

    #[test]
    fn trailing_comments_do_not_hide_the_wrapper() {
        for bounds in [Bounds::Word, Bounds::Whole] {
            let syntax = Syntax {
                bounds,
                ..Syntax::default()
            };
            assert!(selects(&["(?x) a b # or so"], syntax, "ab"));
            assert!(!selects(&["(?x) a b # or so"], syntax, "abc"));
            let patterns = ["a)(b".to_string()];
            assert!(Pattern::new(&patterns, syntax).is_err());
        }
    }

    #[test]
    fn sets_use_the_same_flags_as_single_patterns() {
        let syntax = Syntax {
            case: Case::Ignored,
            bounds: Bounds::Word,
            ..Syntax::default()
        };
        assert!(selects(&["none", "b"], syntax, "a/B"));
        assert!(!selects(&["none", "b"], syntax, "a/Bc"));
    }
}
