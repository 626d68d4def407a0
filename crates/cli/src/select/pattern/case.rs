//! Whether patterns are written in lower case.

use regex_syntax::ast::{self, Ast, ClassSetItem, Visitor, parse::Parser};

/// Whether there is a letter in any of the patterns that is meant as itself, and none of these is
/// upper case. What does not parse has none.
///
/// The `S` of `\S`, the `Greek` of `\p{Greek}`, the name of a group are none.
pub(super) fn is_lower(patterns: &[String], are_fixed: bool) -> bool {
    let mut letters = Letters::default();
    for pattern in patterns {
        if are_fixed {
            pattern.chars().for_each(|letter| letters.note(letter));
        } else if let Ok(ast) = Parser::new().parse(pattern) {
            let Ok(()) = ast::visit(&ast, &mut letters);
        }
    }
    letters.any && !letters.any_upper
}

/// The characters that are meant as themselves.
#[derive(Debug, Default)]
struct Letters {
    any: bool,
    any_upper: bool,
}

impl Letters {
    fn note(&mut self, letter: char) {
        self.any = true;
        self.any_upper |= letter.is_uppercase();
    }
}

impl Visitor for &mut Letters {
    type Output = ();
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<(), Self::Err> {
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        if let Ast::Literal(literal) = ast {
            self.note(literal.c);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Literal(literal) => self.note(literal.c),
            ClassSetItem::Range(range) => {
                self.note(range.start.c);
                self.note(range.end.c);
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
    fn letters_are_those_that_mean_themselves() {
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
        // There is nothing in them of which the case could be meant.
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
        // As a fixed string this is a letter.
        assert!(!super::is_lower(&[r"\S".to_string()], true));
    }
}
