//! Extracts the visible text of an HTML page.
//!
//! The rules follow tokenization in the HTML standard (§13.2.5), which are defined for every sequence of bytes, so that
//! the declared version of HTML does not matter. Section numbers in this module are of that standard. No tree is built:
//! the effect of an element on the text is derived from its tags alone.
//!
//! - `tokenizer` separates text from tags and comments, byte by byte; `whole_tag` reads a tag that is not cut.
//! - `tag` has the names and attributes of tags, `element` what they mean, `content` the content models after them.
//! - `reference` parses and resolves character references.
//! - `layout` arranges the text in lines, whose words `words` finds.
//! - `attributes` reads the attributes that contain URLs, if they are wanted, `known_attribute` has their names, and
//!   `value` decodes them.
//!
//! A note to maintainers: `html5gum` cannot serve as the tokenizer. It pulls its input from a reader and cannot be
//! resumed between chunks, in particular inside a character reference; its offsets are not exact in RCDATA and at the
//! end of the input; and in a script it buffers `</` and any number of letters after it. But `html5gum` knows the two
//! thousand named references of the standard, so `reference` resolves them with it, a short text at a time. It is also
//! the oracle of the tests, which compare its text with the text of this module. Version 0.9 has spans of attributes,
//! but still pulls its input, and a span covers the value as written: it does not map the decoded bytes to the written
//! ones. `lol_html` 3 can be resumed and returns the locations of tags and texts, but not of attributes, and it leaves
//! character references undecoded, in texts and in values. This tokenizer has the states of the standard without
//! comment text and errors.

mod attributes;
mod condition;
mod content;
mod element;
mod held;
mod known_attribute;
mod layout;
mod reference;
mod tag;
#[cfg(test)]
mod tests;
mod tokenizer;
mod value;
mod whole_tag;
mod words;

use self::value::ValueReader;
use super::output::Output;

pub(crate) use self::tokenizer::Tokenizer as Html;

/// Decodes the character references in a short text as in the value of an attribute. White space at its start is
/// dropped.
pub(crate) fn decode_references(text: &[u8]) -> Vec<u8> {
    // A reference never stands for more bytes than it takes.
    let mut reader = ValueReader::new(text.len(), Output::default());
    reader.read(text, 0);
    let (decoded, _) = reader.finish(text.len() as u64);
    decoded.bytes().to_vec()
}
