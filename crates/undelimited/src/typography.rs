//! Punctuation and white space beyond ASCII, which linkify takes for letters.

/// Returns whether a character is a quotation mark, a dash or an ellipsis beyond ASCII. It ends a host, and is not the
/// last character of a URL.
pub(crate) const fn is_mark(char: char) -> bool {
    matches!(
        char,
        '«' | '»' | '\u{2012}'..='\u{2015}' | '\u{2018}'..='\u{201f}' | '…' | '‹' | '›'
    )
}

/// Returns whether a character is white space beyond ASCII, such as a no-break space. It ends a URL.
pub(crate) fn is_space(char: char) -> bool {
    char > '\u{9f}' && char.is_whitespace()
}

/// Returns whether a character can stand in a label of a host name that has no scheme in front: a letter, a digit, a
/// hyphen, and beyond ASCII everything that is neither white space nor in a range of punctuation and symbols.
pub(crate) fn is_in_label(char: char) -> bool {
    if char <= '\u{9f}' {
        return char.is_ascii_alphanumeric() || char == '-';
    }
    let is_symbol = matches!(
        char,
        // The soft hyphen and the middle dot can stand in a word.
        '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{b6}' | '\u{b8}'..='\u{bf}'
        // From the hyphens to the arrows, by way of symbols of all kinds.
        | '\u{2010}'..='\u{2bff}'
        // Punctuation of Chinese and Japanese, and its other forms.
        | '\u{3000}'..='\u{303f}'
        | '\u{fe0e}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ffef}'
        // Emoji.
        | '\u{1f000}'..='\u{1faff}'
    );
    char.is_alphanumeric() || !is_symbol && !is_space(char)
}

#[cfg(test)]
mod tests {
    use super::{is_in_label, is_mark, is_space};

    #[test]
    fn marks_and_spaces_are_in_no_label() {
        for char in '\u{80}'..=char::MAX {
            assert!(!(is_mark(char) && is_space(char)), "{char:?}");
            let is_plain = !is_mark(char) && !is_space(char);
            assert!(is_plain || !is_in_label(char), "{char:?}");
            assert!(is_in_label(char) || !char.is_alphanumeric(), "{char:?}");
        }
    }
}
