//! One message or article in a file of its own.

use super::rn::{after_article_line, article_line};
use crate::{
    frame::{Bounds, Envelope, Framing, Window, after_empty_lines, from_line::LineStart},
    recognise::{Head, HeaderLines, Strength, is_message, strength},
};

#[derive(Debug)]
pub(super) struct Message;

impl Framing for Message {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        let text = head.after_white_space(start)?;
        if text > start {
            return begins_after_blanks(head, text);
        }
        // The line of an article that rn saved looks like a field.
        let article = article_line(head.from(start), head.at_end).decided(head.at_end)?;
        if article.is_yes() {
            return Some(false);
        }
        is_message(head, start)
    }

    /// A line of rn may also precede a single message.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        after_article_line(window, after_white_space(window, at)?)
    }
}

/// Returns whether a message begins at an index after white space, as mail readers write before a header that they
/// show. An indented text may quote a header; so the first field must be one that only messages have, unless it begins
/// a line.
fn begins_after_blanks(head: &Head<'_>, at: usize) -> Option<bool> {
    let is_indented = matches!(head.text.get(at - 1), Some(b' ' | b'\t'));
    if is_indented {
        match (HeaderLines { head, at }).next_start()? {
            LineStart::Field { name, .. } if strength(name, b"") == Strength::Strong => {}
            _ => return Some(false),
        }
    }
    is_message(head, at)
}

/// Returns the index after white space and empty lines at the start of a file. If more input is needed, returns the
/// index before which no bytes are needed again.
fn after_white_space(window: &Window<'_>, at: usize) -> Result<usize, usize> {
    let at = after_empty_lines(window, at)?;
    let blank = window.bytes[at..].iter();
    let blank = blank.take_while(|byte| byte.is_ascii_whitespace()).count();
    let is_undecided = at + blank == window.bytes.len() && !window.at_end;
    if is_undecided {
        Err(at)
    } else {
        Ok(at + blank)
    }
}
