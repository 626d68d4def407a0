//! Texts inside and just outside the grammar, generated from a stream of choices. A text never contains LF or CR,
//! so it can be a line of a file.

mod mutation;
mod productions;
mod relative;

pub use mutation::mutate;

use super::{
    choices::{Choices, Seeded},
    recogniser,
};

/// The number of bytes that determine one text of a [`sample`]; few texts need as many.
const CHOICES_PER_TEXT: usize = 512;

/// Generates a URL by RFC 1738, with or without a fragment.
pub fn url(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut writer = Writer::new(choices);
    writer.url();
    if writer.choices.below(4) == 3 {
        writer.put("#").fragment();
    }
    writer.text
}

/// Generates a relative reference by RFC 1808, with or without a fragment.
pub fn reference(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut writer = Writer::new(choices);
    writer.relative_url();
    writer.maybe(|w| w.put("#").fragment());
    if recogniser::scheme(&writer.text).is_some() {
        // As section 5.3 of RFC 1808 requires.
        writer.text.splice(..0, *b"./");
    }
    writer.text
}

/// Generates a text: out of 32, sixteen are URLs, fourteen mutated URLs, one is a relative reference and one a mutated
/// relative reference.
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

/// Returns texts of all kinds, the same for each seed.
#[must_use]
pub fn sample(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut seeded = Seeded::new(seed);
    let next = |_| text(&mut Choices::new(&seeded.bytes(CHOICES_PER_TEXT)));
    (0..count).map(next).collect()
}

/// The numbers of repetitions of a `*`.
const REPEATS: [usize; 12] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 5, 10];

/// A text under construction. Its methods are named after the productions.
struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    text: Vec<u8>,
}

/// The operators of the grammar.
impl<'c, 'b> Writer<'c, 'b> {
    fn new(choices: &'c mut Choices<'b>) -> Self {
        let text = Vec::new();
        Self { choices, text }
    }

    fn put(&mut self, literal: &str) -> &mut Self {
        self.text.extend_from_slice(literal.as_bytes());
        self
    }

    /// Appends a literal in lower case, upper case or both.
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

    /// `part | part`; a part that is listed more often is more likely.
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
