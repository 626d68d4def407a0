//! The labels of host names without a scheme, in running text.

/// Returns whether a character can occur in a label of a host name without a scheme: a letter, a digit, a hyphen, and
/// any character beyond ASCII that is neither white space nor in a range of punctuation and symbols.
pub(crate) fn is_in_label(char: char) -> bool {
    if char <= '\u{9f}' {
        return char.is_ascii_alphanumeric() || char == '-';
    }
    let is_symbol = matches!(
        char,
        // The soft hyphen and the middle dot can stand in a word.
        '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{b6}' | '\u{b8}'..='\u{bf}'
        // From General Punctuation to Miscellaneous Symbols and Arrows.
        | '\u{2010}'..='\u{2bff}'
        // Chinese and Japanese punctuation, and its presentation forms.
        | '\u{3000}'..='\u{303f}'
        | '\u{fe0e}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ffef}'
        // Emoji.
        | '\u{1f000}'..='\u{1faff}'
    );
    char.is_alphanumeric() || !(is_symbol || char.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::is_in_label;

    #[test]
    fn punctuation_and_spaces_are_in_no_label() {
        for char in "«»‒–—―‘’‚‛“”„‟…‹›€ \u{a0}\u{3000}.,:/_".chars()
        {
            assert!(!is_in_label(char), "{char:?}");
        }
        for char in '\u{80}'..=char::MAX {
            assert!(is_in_label(char) || !char.is_alphanumeric(), "{char:?}");
        }
    }
}
