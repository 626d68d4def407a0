//! Text without messages.

use crate::{frame::Framing, recognise::Head};

#[derive(Debug)]
pub(super) struct Text;

impl Framing for Text {
    /// Whatever is no other kind is text.
    fn begins_file(&self, _: &Head<'_>) -> Option<bool> {
        Some(true)
    }
}
