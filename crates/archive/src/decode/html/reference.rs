//! The character references: where they end, and what they stand for.

use std::borrow::Cow;

use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, Token, Tokenizer};

/// The length of the longest character reference with a name,
/// `&CounterClockwiseContourIntegral;`.
pub(super) const LONGEST: usize = 33;

/// What has come of a character reference (§13.2.5.72 to §13.2.5.80).
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
        /// All that lies beyond Unicode is [`BEYOND`].
        code: u32,
        radix: u32,
    },
}

/// What a byte is to the reference before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A part of it, to be held.
    Held(Reference),
    /// A part of it, with which it is a reference for certain.
    Digit(Reference),
    /// Its end, the semicolon.
    Last,
    /// No part of it.
    After,
}

/// The first code that is none of Unicode.
const BEYOND: u32 = 0x11_0000;

impl Reference {
    /// What `byte` is to it.
    pub(super) fn step(self, byte: u8) -> Step {
        match (self, byte) {
            (Self::Start, b'#') => Step::Held(Self::NumberSign),
            (Self::Start | Self::Named, _) if byte.is_ascii_alphanumeric() => {
                Step::Held(Self::Named)
            }
            (Self::NumberSign, b'x' | b'X') => Step::Held(Self::HexadecimalStart),
            (Self::NumberSign, _) => Self::digit(0, 10, byte).unwrap_or(Step::After),
            (Self::HexadecimalStart, _) => Self::digit(0, 16, byte).unwrap_or(Step::After),
            (Self::Named | Self::Number { .. }, b';') => Step::Last,
            (Self::Number { code, radix }, _) => {
                Self::digit(code, radix, byte).unwrap_or(Step::After)
            }
            (Self::Start | Self::Named, _) => Step::After,
        }
    }

    fn digit(code: u32, radix: u32, byte: u8) -> Option<Step> {
        let digit = char::from(byte).to_digit(radix)?;
        let code = (code * radix + digit).min(BEYOND);
        Some(Step::Digit(Self::Number { code, radix }))
    }
}

/// The characters that `held`, which begins with `&`, begins with by a named reference, and the
/// length of that; none, and 0, if it does not.
pub(super) fn named(held: &[u8]) -> (Cow<'static, [u8]>, usize) {
    // The most common ones need nobody to be asked.
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

/// The character with this code, or the one that is shown in its place (§13.2.5.80).
pub(super) fn numbered(code: u32) -> Vec<u8> {
    let resolved = resolve(format!("&#{code};").as_bytes());
    resolved.unwrap_or_default().0
}

/// The characters that `text`, which begins with `&`, begins with by a reference, and its length.
fn resolve(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut shown = Shown::default();
    let emitter = Strings {
        shown: &mut shown,
        others: DefaultEmitter::default(),
    };
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // There is none, and no error of a slice.
        let Ok(_) = token;
    }
    // What is shown is the characters, and all that is after the reference.
    let len = (text.len() + shown.first.len()).checked_sub(shown.len)?;
    (shown.first != text[..len]).then_some((shown.first, len))
}

/// What `html5gum` gives for a text without tags.
#[derive(Debug, Default)]
struct Shown {
    /// The first string, which is the characters of a reference, if the text begins with one.
    first: Vec<u8>,
    /// The length of all strings.
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
