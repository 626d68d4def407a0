//! One message or article in a file of its own.

use super::rn::{after_article_line, article_line};
use crate::{
    frame::{Bounds, Envelope, Framing, Window},
    recognise::{Head, is_message},
};

#[derive(Debug)]
pub(super) struct Message;

impl Framing for Message {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        // The line of an article that rn saved looks like a field.
        let article = article_line(head.from(start), head.at_end).decided(head.at_end)?;
        if article.is_yes() {
            return Some(false);
        }
        is_message(head, start)
    }

    /// A line of rn may also precede a single message.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        after_article_line(window, at)
    }
}
