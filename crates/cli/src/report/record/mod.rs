//! Records of fields, for other programs.

mod field;
mod separated;
mod template;

use std::{io, path::Path};

use super::Hit;
use crate::{sheet::What, terminal::Painter};

use field::Field;
pub(crate) use template::Template;

/// What a record is.
#[derive(Debug)]
pub(crate) enum Records {
    /// What a template says.
    Format(Template),
    /// A row with commas (RFC 4180).
    Csv,
    /// A row with tabs.
    Tsv,
}

/// What a record is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recorded<'p, 'h> {
    pub(crate) path: &'p Path,
    pub(crate) hit: Hit<'h>,
    /// Whether its line, its column and the index of its message count from a place that is not known
    /// yet.
    pub(crate) is_deferred: bool,
    pub(crate) painter: Painter,
}

impl Records {
    /// What comes before all records, hits or not.
    pub(crate) fn head(&self) -> Vec<u8> {
        match self {
            Self::Format(_) => Vec::new(),
            Self::Csv => separated::head(b','),
            Self::Tsv => separated::head(b'\t'),
        }
    }

    /// Whether lines have to be counted.
    pub(crate) fn has_positions(&self) -> bool {
        match self {
            Self::Format(template) => template.has_positions(),
            Self::Csv | Self::Tsv => true,
        }
    }

    /// Prints a record, and tells what is yet to be put in, in the order of the places.
    pub(crate) fn print(
        &self,
        out: &mut Vec<u8>,
        recorded: Recorded<'_, '_>,
        mark: impl FnMut(usize, What),
    ) -> io::Result<()> {
        match self {
            Self::Format(template) => template.print(out, recorded, mark),
            Self::Csv => separated::csv(out, recorded, mark),
            Self::Tsv => separated::tsv(out, recorded, mark),
        }
    }
}

impl Recorded<'_, '_> {
    /// What is to be put in later, if this is such a field.
    fn deferred(&self, field: Field) -> Option<What> {
        if !self.is_deferred {
            return None;
        }
        let position = self.hit.link.position();
        match field {
            Field::Line => position.map(|position| What::Line(position.line)),
            Field::Column => position.map(What::Column),
            Field::MessageIndex => self.hit.index.map(What::Index),
            _ => None,
        }
    }
}
