//! HTML pages. The sections of an archiver's page are found in `page`.

use crate::{
    frame::Framing,
    recognise::{Head, begins_page},
};

#[derive(Debug)]
pub(super) struct Html;

impl Framing for Html {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        begins_page(head.from(start), head.at_end)
    }
}
