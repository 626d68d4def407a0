//! The totals of a search.

use std::io;

use serde::Serialize;

use super::{super::SearchTotal, write_line};

/// Prints the totals of a search.
pub(crate) fn summary_line(out: &mut Vec<u8>, summary: SearchTotal<'_>) -> io::Result<()> {
    #[derive(Serialize)]
    struct Last<'s> {
        summary: SearchTotal<'s>,
    }
    write_line(out, &Last { summary })
}
