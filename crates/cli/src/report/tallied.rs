//! The output of `--tally`.

use std::io;

use super::{json, tally::Counted};
use crate::{select::compare::TallyBy, term::painter::Painter};

/// How counted texts are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tallied {
    /// In the columns of `uniq -c`, with the name of what is counted.
    Columns(Painter, TallyBy),
    /// As objects, with the name of what is counted.
    Json(TallyBy),
}

impl Tallied {
    /// Prints a counted text.
    pub(crate) fn print(self, out: &mut Vec<u8>, counted: Counted<'_>) -> io::Result<()> {
        let Counted { text, count } = counted;
        match self {
            Self::Columns(painter, by) => {
                let mut buffer = itoa::Buffer::new();
                let count = buffer.format(count);
                let padding = &b"       "[count.len().min(7)..];
                out.extend_from_slice(padding);
                out.extend_from_slice(count.as_bytes());
                out.push(b' ');
                let text = if text.is_empty() {
                    by.absent().as_bytes()
                } else {
                    text
                };
                painter.plain(out, text)?;
                out.push(b'\n');
                Ok(())
            }
            Self::Json(by) => json::tallied(out, by, text, count),
        }
    }
}
