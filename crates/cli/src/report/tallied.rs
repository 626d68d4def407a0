//! The output of `--tally`.

use std::io;

use super::{json, tally::Counted};
use crate::{select::compare::CompareBy, term::painter::Painter};

/// How counted texts are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tallied {
    /// In the columns of `uniq -c`.
    Columns(Painter),
    /// As objects, with the name of what is counted.
    Json(CompareBy),
}

impl Tallied {
    /// Prints a counted text.
    pub(crate) fn print(self, out: &mut Vec<u8>, counted: Counted<'_>) -> io::Result<()> {
        let Counted { text, count } = counted;
        match self {
            Self::Columns(painter) => {
                let mut buffer = itoa::Buffer::new();
                let count = buffer.format(count);
                let padding = &b"       "[count.len().min(7)..];
                out.extend_from_slice(padding);
                out.extend_from_slice(count.as_bytes());
                out.push(b' ');
                painter.plain(out, text)?;
                out.push(b'\n');
                Ok(())
            }
            Self::Json(by) => json::tallied(out, by, text, count),
        }
    }
}
