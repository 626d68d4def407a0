//! The object of `--stats`.

use std::io;

use serde::Serialize;

use super::line::write_json_line;
use crate::report::summary::SearchTotal;

/// Prints the totals of a search.
pub(crate) fn summary_line(out: &mut Vec<u8>, summary: SearchTotal<'_>) -> io::Result<()> {
    #[derive(Serialize)]
    struct SummaryObject<'s> {
        summary: SearchTotal<'s>,
    }
    write_json_line(out, &SummaryObject { summary })
}
