//! Records of fields, for other programs.

mod separated;
mod template;

use std::io;

use urlsift_record::Link;

use crate::terminal::Painter;

pub(crate) use template::Template;

/// The form of a record.
#[derive(Debug)]
pub(crate) enum Records {
    /// That of a template.
    Format(Template),
    /// Comma-separated values (RFC 4180).
    Csv,
    /// Tab-separated values.
    Tsv,
}

impl Records {
    /// Returns what stands before all records, even if there are none.
    pub(crate) fn head(&self) -> Vec<u8> {
        match self {
            Self::Format(_) => Vec::new(),
            Self::Csv => separated::head(b','),
            Self::Tsv => separated::head(b'\t'),
        }
    }

    /// Returns whether lines have to be counted.
    pub(crate) fn has_positions(&self) -> bool {
        match self {
            Self::Format(template) => template.has_positions(),
            Self::Csv | Self::Tsv => true,
        }
    }

    /// Prints the record of a link.
    pub(crate) fn print(&self, out: &mut Vec<u8>, link: &Link, painter: Painter) -> io::Result<()> {
        match self {
            Self::Format(template) => template.print(out, link, painter),
            Self::Csv => separated::csv(out, link, painter),
            Self::Tsv => separated::tsv(out, link, painter),
        }
    }
}
