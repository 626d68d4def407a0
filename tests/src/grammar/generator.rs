//! Texts from the grammar and around it, each from a stream of choices, so that a fuzzer, proptest and
//! a seed can all ask for them. A text never holds a raw LF or CR: it can be one line of a file.

mod mutation;
mod productions;
mod relative;
#[cfg(test)]
mod tests;

pub use mutation::mutate;

use super::{
    choices::{Choices, Seeded},
    recogniser,
};

/// How many bytes choose one text of a [`sample`]; few need as many.
const CHOICES_OF_A_TEXT: usize = 512;

/// A URL by RFC 1738, with or without a fragment.
pub fn url(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut writer = Writer::new(choices);
    writer.url();
    if writer.choices.below(4) == 3 {
        writer.put("#").fragment();
    }
    writer.text
}

/// A relative reference by RFC 1808, with or without a fragment.
pub fn reference(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut writer = Writer::new(choices);
    writer.relative_url();
    writer.maybe(|w| w.put("#").fragment());
    if recogniser::scheme(&writer.text).is_some() {
        // As section 5.3 of RFC 1808 wants it.
        writer.text.splice(..0, *b"./");
    }
    writer.text
}

/// A text of any kind: of 32, sixteen are URLs, fourteen mutated ones, one is a relative reference and
/// one a mutated reference.
pub fn text(choices: &mut Choices<'_>) -> Vec<u8> {
    let kind = choices.below(32);
    let original = if kind < 30 {
        url(choices)
    } else {
        reference(choices)
    };
    if kind < 16 || kind == 30 {
        original
    } else {
        mutate(&original, choices)
    }
}

/// Texts of any kind, always the same ones for a seed.
#[must_use]
pub fn sample(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut seeded = Seeded::new(seed);
    let next = |_| text(&mut Choices::new(&seeded.bytes(CHOICES_OF_A_TEXT)));
    (0..count).map(next).collect()
}

/// How often a `*` repeats.
const REPEATS: [usize; 12] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 5, 10];

/// A text that grows by productions. Each has the production's name, and reads like it.
struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: Vec<u8>,
}

/// What the productions are made of.
impl<'c, 'b> Writer<'c, 'b> {
    fn new(choices: &'c mut Choices<'b>) -> Self {
        let text = Vec::new();
        Self { choices, text }
    }

    fn put(&mut self, literal: &str) -> &mut Self {
        self.text.extend_from_slice(literal.as_bytes());
        self
    }

    /// A literal in lower case, upper case or both.
    fn in_any_case(&mut self, start: &str) -> &mut Self {
        let case = self.choices.below(4);
        for byte in start.bytes() {
            let upper = case == 2 || case == 3 && self.choices.flip();
            let byte = if upper {
                byte.to_ascii_uppercase()
            } else {
                byte
            };
            self.text.push(byte);
        }
        self
    }

    /// `[ part ]`
    fn maybe(&mut self, part: impl FnOnce(&mut Self) -> &mut Self) -> &mut Self {
        if self.choices.flip() {
            part(self)
        } else {
            self
        }
    }

    /// `*[ part ]`
    fn any(&mut self, part: impl Fn(&mut Self) -> &mut Self) -> &mut Self {
        for _ in 0..self.choices.pick(&REPEATS) {
            part(self);
        }
        self
    }

    /// `1*[ part ]`
    fn some(&mut self, part: impl Fn(&mut Self) -> &mut Self) -> &mut Self {
        part(self).any(part)
    }

    /// `part | part`; the more often it is listed the likelier.
    fn one_of(&mut self, parts: &[fn(&mut Self) -> &mut Self]) -> &mut Self {
        self.choices.pick(parts)(self)
    }

    fn character(&mut self, of: &str) -> &mut Self {
        let byte = self.choices.pick(of.as_bytes());
        self.text.push(byte);
        self
    }

    /// `uchar | ";" | "?"` and so on.
    fn uchar_or(&mut self, characters: &str) -> &mut Self {
        match self.choices.below(4) {
            3 => self.character(characters),
            _ => self.uchar(),
        }
    }
}
