//! The roles of characters beyond ASCII in a URL, by their Unicode properties.
//!
//! A text can hold bytes that are not UTF-8, because its charset was declared wrongly or not at all. They are part of a
//! URL, as in angle brackets, since an archive of Latin-1 mail is full of them. So all functions take bytes, and a byte
//! that is not UTF-8 is `None`.
//!
//! The other properties are short tables here, which a test compares with those of ICU: the crates of ICU would take
//! longer to build than this one.

use bstr::{decode_last_utf8, decode_utf8};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The role of a character beyond ASCII in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The character can be any one of the URL.
    Inside,
    /// A dash, which is part of the URL between two letters or digits.
    Dash,
    /// An opening bracket or quotation mark, which is part of the URL if its partner is.
    Opens,
    /// A closing bracket or quotation mark, which is part of the URL if its partner is.
    Closes,
    /// The URL ends before the character.
    Ends,
}

impl Role {
    /// Returns the role of a character beyond ASCII.
    ///
    /// Every white space beyond ASCII is a separator or a control character.
    pub(crate) fn of(char: char) -> Self {
        match char.general_category() {
            GeneralCategory::Control
            | GeneralCategory::SpaceSeparator
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::ConnectorPunctuation
            | GeneralCategory::OtherPunctuation => Self::Ends,
            GeneralCategory::Format if is_invisible_end(char) => Self::Ends,
            GeneralCategory::DashPunctuation => Self::Dash,
            GeneralCategory::OpenPunctuation | GeneralCategory::InitialPunctuation => Self::Opens,
            GeneralCategory::ClosePunctuation | GeneralCategory::FinalPunctuation => Self::Closes,
            _ => Self::Inside,
        }
    }
}

/// Returns whether a format character separates words or changes the direction of the text.
const fn is_invisible_end(char: char) -> bool {
    matches!(char, '\u{200b}' | '\u{2060}' | '\u{feff}') || is_bidi_control(char)
}

/// The property `Bidi_Control`.
const fn is_bidi_control(char: char) -> bool {
    matches!(
        char,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns whether a character is a symbol, such as an emoji with its variation selector.
pub(crate) fn is_symbol(char: char) -> bool {
    matches!(char, '\u{fe0e}' | '\u{fe0f}')
        || matches!(
            char.general_category(),
            GeneralCategory::MathSymbol
                | GeneralCategory::CurrencySymbol
                | GeneralCategory::ModifierSymbol
                | GeneralCategory::OtherSymbol
        )
}

/// The brackets and quotation marks beyond ASCII that [open](Role::Opens), each before the one that closes it: its
/// `Bidi_Mirroring_Glyph`, if it has one.
const BRACKETS: &str = "\
    «»༺༻༼༽᚛᚜‹›⁅⁆⁽⁾₍₎⌈⌉⌊⌋\u{2329}\u{232a}❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧\
    ⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸂⸃⸄⸅\
    ⸉⸊⸌⸍⸜⸝⸠⸡⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜⹢⹣〈〉《》「」『』【】〔〕〖〗\
    〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣";

/// Returns the closing bracket of an opening bracket beyond ASCII.
pub(crate) fn closing_bracket(open: char) -> Option<char> {
    let mut chars = BRACKETS.chars();
    while let (Some(found), Some(close)) = (chars.next(), chars.next()) {
        if found == open {
            return Some(close);
        }
    }
    None
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
fn is_of_unspaced_script(char: char) -> bool {
    let after = UNSPACED.partition_point(|&(first, _)| first <= char);
    after > 0 && char <= UNSPACED[after - 1].1
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

/// Returns whether a character beyond ASCII at `at`, of `len` bytes, is part of a word of a URL: a dash between two
/// letters or digits counts, brackets and quotation marks do not. `None` is a byte that is not UTF-8.
pub(crate) fn is_in_word(line: &[u8], at: usize, char: Option<char>, len: usize) -> bool {
    match char.map(Role::of) {
        None => line[at] != NO_BREAK_SPACE,
        Some(Role::Inside) => true,
        Some(Role::Dash) => is_between_words(line, at, len),
        Some(Role::Opens | Role::Closes | Role::Ends) => false,
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

/// Returns whether the character at `at`, of `len` bytes, stands between two letters or digits, or bytes that are not
/// UTF-8.
fn is_between_words(line: &[u8], at: usize, len: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + len..]);
    let is_word = |char: Option<char>, byte: Option<&u8>| match char {
        Some(char) => char.is_alphanumeric(),
        None => byte.is_some_and(|&byte| byte != NO_BREAK_SPACE),
    };
    is_word(last(before), before.last()) && is_word(first(after).0, after.first())
}

/// Returns whether a text has a letter or digit, or a byte that is not UTF-8.
pub(crate) fn has_word(text: &[u8]) -> bool {
    let has_word = |chunk: bstr::Utf8Chunk<'_>| {
        !chunk.invalid().is_empty() || chunk.valid().contains(char::is_alphanumeric)
    };
    text.iter().any(u8::is_ascii_alphanumeric) || bstr::ByteSlice::utf8_chunks(text).any(has_word)
}

#[cfg(test)]
mod tests {
    use icu_properties::{
        CodePointMapData, CodePointSetData,
        props::{BidiControl, BidiMirroringGlyph, GeneralCategory, Script},
    };
    use unicode_properties::UnicodeGeneralCategory;

    use super::{Role, closing_bracket, is_bidi_control, is_in_word, is_of_unspaced_script};

    #[test]
    fn properties_are_those_of_another_library() {
        let categories = CodePointMapData::<GeneralCategory>::new();
        let scripts = CodePointMapData::<Script>::new();
        let controls = CodePointSetData::new::<BidiControl>();
        let brackets = CodePointMapData::<BidiMirroringGlyph>::new();
        let mut pairs = 0;
        for char in '\u{80}'..=char::MAX {
            let category = char.general_category();
            assert_eq!(
                format!("{category:?}"),
                format!("{:?}", categories.get(char)),
                "{char:?}"
            );
            assert_eq!(is_bidi_control(char), controls.contains(char), "{char:?}");
            let is_unspaced = matches!(
                scripts.get(char),
                Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Thai
            );
            let expected = is_unspaced && char.is_alphanumeric();
            assert_eq!(is_of_unspaced_script(char), expected, "{char:?}");
            let mirrored = brackets.get(char).mirroring_glyph;
            let expected = mirrored.filter(|_| Role::of(char) == Role::Opens);
            assert_eq!(closing_bracket(char), expected, "{char:?}");
            pairs += usize::from(expected.is_some());
        }
        assert!(pairs > 60, "{pairs}");
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
            ("…、。，；！？：・।؟،؛‿§¶", Role::Ends),
            ("–—‐‑〜", Role::Dash),
            ("（「『【〈《⟨“‘«‹„‚", Role::Opens),
            ("）」』】〉》⟩”’»›", Role::Closes),
            ("é日かㅎก़\u{301}\u{ad}\u{200d}€☕→＋｜", Role::Inside),
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

    #[test]
    fn brackets_have_partners() {
        for pair in ["（）", "「」", "『』", "【】", "《》", "⟨⟩"] {
            let mut chars = pair.chars();
            let open = chars.next().expect("an opening bracket");
            assert_eq!(closing_bracket(open), chars.next(), "{pair}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_letters_beside_a_dash() {
        let dash = "–".as_bytes();
        for (before, after, expected) in [
            (&b"\xe9"[..], &b"\xff"[..], true),
            (b"\xe9", b"/", false),
            (b"", b"\xe9", false),
        ] {
            let line = [before, dash, after].concat();
            assert_eq!(
                is_in_word(&line, before.len(), Some('–'), dash.len()),
                expected,
                "{}",
                line.escape_ascii()
            );
        }
    }

    #[test]
    fn a_dash_needs_a_word_on_either_side() {
        for (line, expected) in [
            ("a–b", true),
            ("é–日", true),
            ("a–", false),
            ("/–b", false),
            ("–b", false),
        ] {
            let at = line.find('–').expect("a dash");
            assert_eq!(
                is_in_word(line.as_bytes(), at, Some('–'), 3),
                expected,
                "{line}"
            );
        }
    }
}
