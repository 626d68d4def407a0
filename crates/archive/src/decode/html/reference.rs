//! Parses and resolves character references.

use std::borrow::Cow;

use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, Token, Tokenizer};

/// The length of the longest named character reference, `&CounterClockwiseContourIntegral;`.
pub(super) const MAX_LEN: usize = 33;

/// An incomplete character reference (§13.2.5.72 to §13.2.5.80).
#[derive(Clone, Copy, Debug)]
pub(super) enum Reference {
    /// The character reference state: `&`
    Start,
    /// The named character reference state, and the ambiguous ampersand state: `&a`
    Named,
    /// The numeric character reference state: `&#`
    NumberSign,
    /// The hexadecimal character reference start state: `&#x`
    HexadecimalStart,
    /// The decimal and hexadecimal character reference states: `&#1`, `&#x1`
    Number {
        /// The code point, or [`BEYOND`] for all numbers outside Unicode.
        code: u32,
        radix: u32,
    },
}

/// The role of a byte after an incomplete reference.
#[derive(Clone, Copy, Debug)]
pub(super) enum ByteRole {
    /// A part of the reference, to be held.
    Held(Reference),
    /// A digit, which makes the reference valid.
    Digit(Reference),
    /// The semicolon at the end of the reference.
    Last,
    /// Not a part of the reference.
    After,
}

/// The first number outside Unicode.
const BEYOND: u32 = 0x11_0000;

impl Reference {
    /// Returns the role of `byte`.
    pub(super) fn role_of(self, byte: u8) -> ByteRole {
        match (self, byte) {
            (Self::Start, b'#') => ByteRole::Held(Self::NumberSign),
            (Self::Start | Self::Named, _) if byte.is_ascii_alphanumeric() => {
                ByteRole::Held(Self::Named)
            }
            (Self::NumberSign, b'x' | b'X') => ByteRole::Held(Self::HexadecimalStart),
            (Self::NumberSign, _) => Self::digit(0, 10, byte).unwrap_or(ByteRole::After),
            (Self::HexadecimalStart, _) => Self::digit(0, 16, byte).unwrap_or(ByteRole::After),
            (Self::Named | Self::Number { .. }, b';') => ByteRole::Last,
            (Self::Number { code, radix }, _) => {
                Self::digit(code, radix, byte).unwrap_or(ByteRole::After)
            }
            (Self::Start | Self::Named, _) => ByteRole::After,
        }
    }

    fn digit(code: u32, radix: u32, byte: u8) -> Option<ByteRole> {
        let digit = char::from(byte).to_digit(radix)?;
        let code = (code * radix + digit).min(BEYOND);
        Some(ByteRole::Digit(Self::Number { code, radix }))
    }
}

/// Resolves the named reference at the start of `held`, which begins with `&`. Returns its
/// characters and its length, or no characters and 0 if there is no such reference.
pub(super) fn named(held: &[u8]) -> (Cow<'static, [u8]>, usize) {
    // Fast path for the most common ones.
    let characters: &[u8] = match held {
        b"&lt;" => b"<",
        b"&gt;" => b">",
        b"&amp;" => b"&",
        b"&quot;" => b"\"",
        b"&nbsp;" => "\u{a0}".as_bytes(),
        _ => {
            let (characters, len) = resolve(held).unwrap_or_default();
            return (characters.into(), len);
        }
    };
    (characters.into(), held.len())
}

/// Resolves the named reference `held` in the value of an attribute. `next` is the byte after it. Without a
/// semicolon, a reference must end where its name does, and not before a `=` (§13.2.5.73).
pub(super) fn named_in_attribute(held: &[u8], next: Option<u8>) -> Option<Cow<'static, [u8]>> {
    if next == Some(b'=') && !held.ends_with(b";") {
        // As in most URLs with a query whose `&` is not written as a reference.
        return None;
    }
    let (characters, len) = named(held);
    (len == held.len()).then_some(characters)
}

/// The characters of windows-1252 from 0x80 to 0x9F, with the C1 controls that it leaves in place.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the character with this code, or its replacement (§13.2.5.80).
pub(super) fn numbered(code: u32) -> char {
    // C1 controls stand for the characters of windows-1252, if it has one; NUL is not allowed.
    let shown = match code {
        0 => None,
        0x80..=0x9f => Some(WINDOWS_1252[code as usize - 0x80]),
        _ => char::from_u32(code),
    };
    shown.unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Resolves the reference at the start of `text`, which begins with `&`. Returns its characters and
/// its length.
fn resolve(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut shown = Shown::default();
    let emitter = Strings {
        shown: &mut shown,
        others: DefaultEmitter::default(),
    };
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // The text has no tags, and reading a slice cannot fail.
        let Ok(_) = token;
    }
    // The output is the characters of the reference and the text after it.
    let len = (text.len() + shown.first.len()).checked_sub(shown.len)?;
    (shown.first != text[..len]).then_some((shown.first, len))
}

/// The output of `html5gum` for a text without tags.
#[derive(Debug, Default)]
struct Shown {
    /// The first string: the characters of a reference, if the text begins with one.
    first: Vec<u8>,
    /// The total length of all strings.
    len: usize,
}

struct Strings<'a> {
    shown: &'a mut Shown,
    others: DefaultEmitter,
}

impl ForwardingEmitter for Strings<'_> {
    type Token = Token;

    fn inner(&mut self) -> &mut impl Emitter<Token = Token> {
        &mut self.others
    }

    fn emit_string(&mut self, string: &[u8]) {
        if self.shown.len == 0 {
            self.shown.first.extend_from_slice(string);
        }
        self.shown.len += string.len();
    }
}

#[cfg(all(test, feature = "mail"))]
mod tests {
    #[test]
    fn controls_are_the_characters_of_windows_1252() {
        for code in 0x80..=0x9f {
            let decoded = encoding_rs::WINDOWS_1252
                .decode(std::slice::from_ref(&code))
                .0;
            assert_eq!(
                decoded,
                super::numbered(code.into()).to_string(),
                "{code:x}"
            );
        }
    }
}
