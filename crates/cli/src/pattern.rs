//! What `grep` looks for.

use std::ops::Range;

use regex::bytes::{Regex, RegexBuilder};

/// One or more patterns, any of which may match.
#[derive(Debug)]
pub(crate) struct Pattern {
    any: Vec<Regex>,
    invert: bool,
}

/// How patterns are to be read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Syntax {
    pub(crate) fixed: bool,
    pub(crate) ignore_case: bool,
    pub(crate) invert: bool,
}

impl Pattern {
    /// Compiles patterns. The error comes with the pattern it is in.
    pub(crate) fn new(patterns: &[String], syntax: Syntax) -> Result<Self, (String, regex::Error)> {
        let compile = |pattern: &String| {
            let mut builder = RegexBuilder::new(pattern);
            let regex = builder.case_insensitive(syntax.ignore_case).build();
            regex.map_err(|error| (pattern.clone(), error))
        };
        let any = if syntax.fixed {
            // As with grep, each line of a fixed string is one.
            let lines = patterns.iter().flat_map(|text| text.split('\n'));
            let escaped: Vec<_> = lines.map(regex::escape).collect();
            vec![compile(&escaped.join("|"))?]
        } else {
            patterns.iter().map(compile).collect::<Result<_, _>>()?
        };
        Ok(Self {
            any,
            invert: syntax.invert,
        })
    }

    pub(crate) fn selects(&self, url: &[u8]) -> bool {
        self.any.iter().any(|regex| regex.is_match(url)) != self.invert
    }

    /// Where something matches, for colouring, in order and apart; nowhere if it is inverted.
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

#[cfg(test)]
mod tests {
    use super::{Pattern, Syntax};

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
    fn fixed_strings_mean_themselves() {
        let fixed = Syntax {
            fixed: true,
            ..Syntax::default()
        };
        assert!(selects(&["a.b"], fixed, "a.b"));
        assert!(!selects(&["a.b"], fixed, "a-b"));
        assert!(selects(&["x\na.b"], fixed, "a.b"));
        let any_case = Syntax {
            ignore_case: true,
            ..fixed
        };
        assert!(selects(&["A.B"], any_case, "a.b"));
        assert!(!selects(&["A.B"], fixed, "a.b"));
    }

    #[test]
    fn matches_are_told_once_and_apart() {
        let patterns = ["b+".to_string(), "abc?".to_string(), "x".to_string()];
        let pattern = Pattern::new(&patterns, Syntax::default()).expect("valid patterns");
        assert_eq!(pattern.matches(b"zabbcz-x"), [1..4, 7..8]);
    }

    #[test]
    fn an_error_names_its_pattern() {
        let patterns = ["a".to_string(), "(".to_string()];
        let (pattern, _) = Pattern::new(&patterns, Syntax::default()).expect_err("invalid");
        assert_eq!(pattern, "(");
    }
}
