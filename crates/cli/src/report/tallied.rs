//! What was counted, as it is printed.

use std::io::{self, Write};

use super::{json, tally::Counted};
use crate::{select::compare::CompareBy, term::painter::Painter};

/// How what was counted is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tallied {
    /// In the columns of `uniq -c`.
    Columns(Painter),
    Json(CompareBy),
}

impl Tallied {
    pub(crate) fn print(self, out: &mut Vec<u8>, counted: &Counted) -> io::Result<()> {
        let Counted { text, count } = counted;
        match self {
            Self::Columns(painter) => {
                write!(out, "{count:>7} ")?;
                painter.plain(out, text)?;
                out.write_all(b"\n")
            }
            Self::Json(by) => json::tallied(out, by, text, *count),
        }
    }
}
