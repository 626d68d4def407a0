//! iCalendar and vCard: properties between `BEGIN:` and `END:`.

use crate::{frame::Framing, recognise::Head};

/// A file that begins with this line, in any case.
#[derive(Debug)]
pub(super) struct Component(pub(super) &'static [u8]);

impl Framing for Component {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        if !head.has_in_any_case(start, self.0)? {
            return Some(false);
        }
        let blanks = head.from(start + self.0.len()).iter();
        let blanks = blanks.take_while(|byte| matches!(byte, b' ' | b'\t'));
        let end = start + self.0.len() + blanks.count();
        Some(head.line_break(end)? > 0 || end == head.text.len())
    }
}
