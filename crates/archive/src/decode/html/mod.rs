//! The text that a page of HTML shows.
//!
//! The rules are those of the HTML standard's §13.2.5 (tokenization), whatever version of HTML the
//! page says it is: they are defined for every sequence of bytes. Section numbers here are of that
//! standard. There is no tree: what an element does to the text is told from its tags alone.
//!
//! - `tokenizer` tells text from tags and comments, byte by byte;
//! - `tag` and `content` are what it knows of a tag, and of the text after one;
//! - `reference` finds the end of a character reference and what it stands for;
//! - `layout` puts the text into lines.
//!
//! A note to maintainers: `html5gum` does not drive this. It pulls its input from a reader and
//! cannot be resumed when the input comes in pieces, in the middle of a reference least of all, and
//! the places it tells are not exact in RCDATA and at the end of the input. In a script it also keeps
//! `</` and any number of letters after it, which need not be bounded. But it knows the standard's
//! two thousand named references, and is asked what they stand for, a short text at a time; and it is
//! the oracle of the tests, which ask whether it sees the same text. So the states stand here, as far
//! as they matter to somebody who does not want attributes, comments or errors.

mod content;
mod held;
mod layout;
mod reference;
mod tag;
#[cfg(test)]
mod tests;
mod tokenizer;

use self::tokenizer::Tokenizer;
use super::{decoder::Decoder, output::Output};

/// Decodes HTML in UTF-8 to the text it shows.
///
/// A character stands at its own place, a character reference at all of its bytes, a line break made
/// by a tag at all of the tag. Bytes that are no UTF-8 are shown as they are.
///
/// Shown is what stands between the tags, but for the content of `script`, `style`, `title`,
/// `iframe`, `noembed` and `noframes`. Outside `pre`, `listing`, `xmp`, `plaintext` and `textarea`,
/// white space is shown as one SP, at the place of its first byte, even across tags, and not at all
/// at the start of a line. Inside, it stays, with LF for CR and CRLF.
///
/// At most 33 bytes are held back: a character reference that is not over, or what may become a tag.
#[derive(Debug, Default)]
pub(crate) struct Html {
    tokenizer: Tokenizer,
}

impl Decoder for Html {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        self.tokenizer.read(input, at, out);
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        self.tokenizer.finish(at, out);
    }

    /// A reference that is not over may be another one.
    fn cut(&mut self, _at: u64, _out: &mut Output) {}

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        if let Some(at) = self.tokenizer.may_show_from() {
            tell(at);
        }
    }
}
