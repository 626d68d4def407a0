//! The formats of records.

use std::io;

use urlsift_record::Link;

use super::{separated, template::Template};
use crate::term::painter::Painter;

/// The format of records.
#[derive(Debug)]
pub(crate) enum RecordFormat {
    /// Fields in a template.
    Template(Template),
    /// Comma-separated values (RFC 4180).
    Csv,
    /// Tab-separated values.
    Tsv,
}

impl RecordFormat {
    /// Returns what stands before all records, even if there are none.
    pub(crate) fn head(&self) -> Vec<u8> {
        match self {
            Self::Template(_) => Vec::new(),
            Self::Csv => separated::head(b','),
            Self::Tsv => separated::head(b'\t'),
        }
    }

    /// Returns whether lines have to be counted.
    pub(crate) fn has_positions(&self) -> bool {
        match self {
            Self::Template(template) => template.has_positions(),
            Self::Csv | Self::Tsv => true,
        }
    }

    /// Prints the record of a link.
    pub(crate) fn print(&self, out: &mut Vec<u8>, link: &Link, painter: Painter) -> io::Result<()> {
        match self {
            Self::Template(template) => template.print(out, link, painter),
            Self::Csv => separated::csv(out, link, painter),
            Self::Tsv => separated::tsv(out, link, painter),
        }
    }
}
