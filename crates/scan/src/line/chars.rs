//! The roles of characters beyond ASCII in a URL: the property `Link_Term` of UTS #58, and where we depart from it.
//!
//! A text can hold bytes that are not UTF-8, because its charset was declared wrongly or not at all. They are part of a
//! URL, as in angle brackets, since an archive of Latin-1 mail is full of them. So all functions take bytes, and a byte
//! that is not UTF-8 is `None`.

use bstr::{decode_last_utf8, decode_utf8};

use super::term::LinkTerm;

/// The role of a character beyond ASCII in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The character can be any one of the URL.
    Inside,
    /// The character can occur in the URL, but not as its last one.
    Soft,
    /// An em dash or a horizontal bar, before which an ASCII URL ends.
    EmDash,
    /// An opening bracket.
    Opens,
    /// A closing bracket, which is part of the URL if its partner is.
    Closes,
    /// The URL ends before the character.
    Ends,
}

impl Role {
    /// Returns the role of a character beyond ASCII.
    #[rustfmt::skip]
    pub(crate) fn of(char: char) -> Self {
        // Where we depart from Link_Term, in which all of these are `Include` or `Soft`.
        match char {
            // Invisible characters that separate words.
            '\u{200b}' | '\u{2060}' | '\u{feff}'
            // The ellipsis of a URL that was shortened.
            | '\u{2025}' | '\u{2026}'
            // Arrows, box drawing, block elements and geometric shapes; full-width bars and tildes: frames and lists.
            | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{25ff}'
            | '\u{301c}' | '\u{ff5c}' | '\u{ff5e}' | '\u{ffe4}' | '\u{ffe8}'
            // The stops of Chinese and Japanese sentences, which no space follows.
            | '\u{3001}' | '\u{3002}' | '\u{fe50}'..='\u{fe52}' | '\u{fe54}'..='\u{fe57}' | '\u{ff01}'
            | '\u{ff0c}' | '\u{ff0e}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff1f}' | '\u{ff61}' | '\u{ff64}' =>
                return Self::Ends,
            // They change the direction of the text.
            _ if is_bidi_control(char) => return Self::Ends,
            '\u{2014}' | '\u{2015}' => return Self::EmDash,
            // Other dashes at the end of a URL belong to the sentence.
            '\u{2010}'..='\u{2013}' => return Self::Soft,
            _ => {}
        }
        match LinkTerm::of(char) {
            LinkTerm::Include => Self::Inside,
            LinkTerm::Soft => Self::Soft,
            LinkTerm::Hard => Self::Ends,
            LinkTerm::Open => Self::Opens,
            LinkTerm::Close => Self::Closes,
        }
    }
}

/// The property `Bidi_Control`.
const fn is_bidi_control(char: char) -> bool {
    matches!(
        char,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns whether a character opens a bracket or a quotation.
pub(crate) fn opens(char: char) -> bool {
    "«‘‚‛“„‟‹".contains(char) || Role::of(char) == Role::Opens
}

/// Returns whether a character beyond ASCII is a symbol or punctuation, such as an emoji with its variation selector:
/// the blocks of these, which have no letters of a host name but in the ranges that are left out.
#[rustfmt::skip]
pub(crate) const fn is_symbol(char: char) -> bool {
    matches!(char,
        '\u{80}'..='\u{a9}' | '\u{ab}'..='\u{b4}' | '\u{b6}' | '\u{b8}' | '\u{b9}' | '\u{bb}'..='\u{bf}'
        | '\u{d7}' | '\u{f7}' | '\u{2000}'..='\u{200b}' | '\u{200e}'..='\u{2bff}' | '\u{2e00}'..='\u{2e7f}'
        | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{3030}' | '\u{fe00}'..='\u{fe1f}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}'
        | '\u{ff5b}'..='\u{ff65}' | '\u{ffe0}'..='\u{ffff}' | '\u{1f000}'..='\u{1faff}' | '\u{e0000}'..)
}

/// The letters and digits of the scripts Han, Hiragana, Katakana, Hangul and Thai, in order.
const UNSPACED: [(char, char); 48] = [
    ('\u{e01}', '\u{e3a}'),
    ('\u{e40}', '\u{e46}'),
    ('\u{e4d}', '\u{e4d}'),
    ('\u{e50}', '\u{e59}'),
    ('\u{1100}', '\u{11ff}'),
    ('\u{3005}', '\u{3005}'),
    ('\u{3007}', '\u{3007}'),
    ('\u{3021}', '\u{3029}'),
    ('\u{3038}', '\u{303b}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{309d}', '\u{309f}'),
    ('\u{30a1}', '\u{30fa}'),
    ('\u{30fd}', '\u{30ff}'),
    ('\u{3131}', '\u{318e}'),
    ('\u{31f0}', '\u{31ff}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{a960}', '\u{a97c}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{d7b0}', '\u{d7c6}'),
    ('\u{d7cb}', '\u{d7fb}'),
    ('\u{f900}', '\u{fa6d}'),
    ('\u{fa70}', '\u{fad9}'),
    ('\u{ff66}', '\u{ff6f}'),
    ('\u{ff71}', '\u{ff9d}'),
    ('\u{ffa0}', '\u{ffbe}'),
    ('\u{ffc2}', '\u{ffc7}'),
    ('\u{ffca}', '\u{ffcf}'),
    ('\u{ffd2}', '\u{ffd7}'),
    ('\u{ffda}', '\u{ffdc}'),
    ('\u{16fe3}', '\u{16fe3}'),
    ('\u{16ff0}', '\u{16ff6}'),
    ('\u{1aff0}', '\u{1aff3}'),
    ('\u{1aff5}', '\u{1affb}'),
    ('\u{1affd}', '\u{1affe}'),
    ('\u{1b000}', '\u{1b122}'),
    ('\u{1b132}', '\u{1b132}'),
    ('\u{1b150}', '\u{1b152}'),
    ('\u{1b155}', '\u{1b155}'),
    ('\u{1b164}', '\u{1b167}'),
    ('\u{20000}', '\u{2a6df}'),
    ('\u{2a700}', '\u{2b81d}'),
    ('\u{2b820}', '\u{2cead}'),
    ('\u{2ceb0}', '\u{2ebe0}'),
    ('\u{2ebf0}', '\u{2ee5d}'),
    ('\u{2f800}', '\u{2fa1d}'),
    ('\u{30000}', '\u{3134a}'),
    ('\u{31350}', '\u{33479}'),
];

/// Returns whether a character is a letter of a script that is written without spaces between words: Han, Hiragana,
/// Katakana, Hangul or Thai.
pub(crate) fn is_of_unspaced_script(char: char) -> bool {
    let after = UNSPACED.partition_point(|&(first, _)| first <= char);
    after > 0 && char <= UNSPACED[after - 1].1
}

/// Returns whether a word of a script without spaces may end with a character: a letter, or a mark of Thai.
pub(crate) fn ends_unspaced_word(char: char) -> bool {
    is_of_unspaced_script(char) || matches!(char, '\u{e47}'..='\u{e4e}')
}

/// Returns whether a character is a letter of Hiragana, in which Japanese writes the words after a noun.
pub(crate) const fn is_hiragana(char: char) -> bool {
    matches!(char, '\u{3041}'..='\u{309f}')
}

/// Returns the length of the ASCII text before a letter of a script without spaces; `None` if a text does not begin so.
pub(crate) fn ascii_before_unspaced(text: &[u8]) -> Option<usize> {
    // Nearly all URLs are ASCII, which this finds out in the fewest steps.
    if text.is_ascii() {
        return None;
    }
    let at = text.iter().position(|byte| !byte.is_ascii())?;
    let is_unspaced = first(&text[at..]).0.is_some_and(is_of_unspaced_script);
    is_unspaced.then_some(at)
}

/// Returns the character at the start of a text, and its length in bytes.
pub(crate) fn first(text: &[u8]) -> (Option<char>, usize) {
    decode_utf8(text)
}

/// Returns the last character of a text.
pub(crate) fn last(text: &[u8]) -> Option<char> {
    decode_last_utf8(text).0
}

/// The no-break space of Latin-1 and most other charsets of one byte, in a text that is not UTF-8.
pub(crate) const NO_BREAK_SPACE: u8 = 0xa0;

/// The soft hyphen of Latin-1 and most other charsets of one byte, in a text that is not UTF-8.
pub(crate) const SOFT_HYPHEN: u8 = 0xad;

/// Returns whether a character beyond ASCII at `at` can be any one of a URL. `None` is a byte that is not UTF-8.
pub(crate) fn is_inside(line: &[u8], at: usize, char: Option<char>) -> bool {
    match char {
        None => line[at] != NO_BREAK_SPACE,
        Some(char) => Role::of(char) == Role::Inside,
    }
}

/// Returns a line without a CR at its end, and without a [`SOFT_HYPHEN`] before it, which is no part of a character in
/// UTF-8 after an ASCII character.
pub(crate) fn without_last_soft_hyphen(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\r").unwrap_or(line) {
        [text @ .., SOFT_HYPHEN] if text.last().is_none_or(u8::is_ascii) => text,
        text => text,
    }
}

/// Returns whether a text has a letter or digit, or a byte that is not UTF-8.
pub(crate) fn has_word(text: &[u8]) -> bool {
    let has_word = |chunk: bstr::Utf8Chunk<'_>| {
        !chunk.invalid().is_empty() || chunk.valid().contains(char::is_alphanumeric)
    };
    let (chunks, rest) = text.as_chunks::<16>();
    let is_word = u8::is_ascii_alphanumeric;
    text.first().is_some_and(is_word)
        // All bytes of a chunk at once: many texts without a word are rules across the page.
        || chunks.iter().any(|chunk| chunk.iter().fold(false, |any, byte| any | is_word(byte)))
        || rest.iter().any(is_word)
        || !text.is_ascii() && bstr::ByteSlice::utf8_chunks(text).any(has_word)
}

#[cfg(test)]
mod tests {
    use icu_properties::{
        CodePointMapData, CodePointSetData,
        props::{BidiControl, Script},
    };

    use super::{Role, is_bidi_control, is_of_unspaced_script};

    #[test]
    fn properties_are_those_of_another_library() {
        let scripts = CodePointMapData::<Script>::new();
        let controls = CodePointSetData::new::<BidiControl>();
        for char in '\u{80}'..=char::MAX {
            assert_eq!(is_bidi_control(char), controls.contains(char), "{char:?}");
            let is_unspaced = matches!(
                scripts.get(char),
                Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Thai
            );
            let expected = is_unspaced && char.is_alphanumeric();
            assert_eq!(is_of_unspaced_script(char), expected, "{char:?}");
        }
    }

    #[test]
    fn roles_follow_the_properties() {
        let cases = [
            (
                "\u{85}\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}",
                Role::Ends,
            ),
            (
                "\u{200b}\u{2060}\u{feff}\u{61c}\u{200e}\u{202e}\u{2066}\u{2069}",
                Role::Ends,
            ),
            ("…、。，；！？：→│█■｜～\u{e000}", Role::Ends),
            ("؟،؛‽“‘«‹”’»›–‐।", Role::Soft),
            ("—―", Role::EmDash),
            ("（「『【〈《⟨", Role::Opens),
            ("）」』】〉》⟩", Role::Closes),
            ("é日かㅎก़\u{301}\u{ad}\u{200d}€☕＋·・་†„", Role::Inside),
        ];
        for (chars, role) in cases {
            for char in chars.chars() {
                assert_eq!(Role::of(char), role, "{char:?}");
            }
        }
    }

    /// The white space of Rust's standard library is Unicode's.
    #[test]
    fn white_space_and_controls_end_a_url() {
        for char in '\u{80}'..=char::MAX {
            if char.is_whitespace() || char.is_control() {
                assert_eq!(Role::of(char), Role::Ends, "{char:?}");
            }
        }
    }
}
