//! Operators of basic regular expressions, which are literal characters in patterns.

/// An operator that grep reads in a basic regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasicOperator {
    /// `\|`.
    Alternation,
    /// `\(` and `\)`.
    Group,
}

impl BasicOperator {
    /// Returns an operator that a pattern contains.
    pub(super) fn of(patterns: &[String]) -> Option<Self> {
        patterns.iter().find_map(|pattern| {
            let escaped = escaped_chars(pattern);
            if escaped.contains(&'|') {
                return Some(Self::Alternation);
            }
            let open = escaped.iter().position(|char| *char == '(')?;
            escaped[open..].contains(&')').then_some(Self::Group)
        })
    }
}

/// Returns the characters that follow a backslash which is not escaped itself.
fn escaped_chars(pattern: &str) -> Vec<char> {
    let mut chars = pattern.chars();
    let mut escaped = Vec::new();
    while let Some(char) = chars.next() {
        if char == '\\' {
            escaped.extend(chars.next());
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::BasicOperator;

    #[test]
    fn escaped_operators_are_found() {
        for (pattern, expected) in [
            (r"a\|b", Some(BasicOperator::Alternation)),
            (r"\(a\|b\)", Some(BasicOperator::Alternation)),
            (r"\(a\)\.", Some(BasicOperator::Group)),
            (r"a\\|b", None),
            (r"\)\(", None),
            (r"\(", None),
            ("a|(b)", None),
            ("\\", None),
        ] {
            assert_eq!(BasicOperator::of(&[pattern.into()]), expected, "{pattern}");
        }
    }
}
