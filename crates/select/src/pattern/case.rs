//! Smart case.

use regex_syntax::ast::{self, Ast, ClassSetItem, Visitor, parse::Parser};

/// Returns whether the patterns contain literal characters, none of which is upper case. Invalid patterns contain
/// none.
///
/// The `S` of `\S`, the `Greek` of `\p{Greek}` and the names of groups are not literal characters.
pub(super) fn is_lower(patterns: &[String], are_fixed: bool) -> bool {
    let mut literals = Literals::default();
    for pattern in patterns {
        if are_fixed {
            pattern.chars().for_each(|char| literals.add(char));
        } else if let Ok(ast) = Parser::new().parse(pattern) {
            let Ok(()) = ast::visit(&ast, &mut literals);
        }
    }
    literals.any && !literals.any_upper
}

/// The literal characters of patterns.
#[derive(Debug, Default)]
struct Literals {
    any: bool,
    any_upper: bool,
}

impl Literals {
    fn add(&mut self, char: char) {
        self.any = true;
        self.any_upper |= char.is_uppercase();
    }
}

impl Visitor for &mut Literals {
    type Output = ();
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<(), Self::Err> {
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        if let Ast::Literal(literal) = ast {
            self.add(literal.c);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Literal(literal) => self.add(literal.c),
            ClassSetItem::Range(range) => {
                self.add(range.start.c);
                self.add(range.end.c);
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    fn is_lower(pattern: &str) -> bool {
        super::is_lower(&[pattern.to_string()], false)
    }

    #[test]
    fn only_literal_characters_count() {
        for pattern in [
            "a",
            r"a\S",
            r"\W\w\pLa",
            r"\p{Greek}a",
            "(?P<Name>a)",
            "(?U)a+",
            "[a-z]",
            "[[:alpha:]b]",
            "é",
            "[^a&&[b]]",
            "1",
        ] {
            assert!(is_lower(pattern), "{pattern}");
        }
        for pattern in [
            "A", "aB", "[A-z]", "[aB]", "[a-cD-E]", "É", r"\x41", "(a|(B))", "[a[B]]",
        ] {
            assert!(!is_lower(pattern), "{pattern}");
        }
        // There are no literal characters.
        for pattern in ["", r"\S", r"^\w+$", "."] {
            assert!(!is_lower(pattern), "{pattern}");
        }
    }

    #[test]
    fn one_upper_case_letter_counts_for_all() {
        let patterns = ["a", "B"].map(str::to_string);
        assert!(!super::is_lower(&patterns, false));
        assert!(!super::is_lower(&patterns, true));
        assert!(super::is_lower(&patterns[..1], true));
        // In a fixed string, the S is literal.
        assert!(!super::is_lower(&[r"\S".to_string()], true));
    }
}
