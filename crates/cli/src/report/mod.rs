//! What is printed of each link.

mod json;
mod text;

use std::{
    io::{self, Write},
    path::Path,
};

use urlsift::{Link, Rejected};

pub(crate) use json::Json;
pub(crate) use text::Text;

/// A way to print what is found.
pub(crate) trait Report {
    /// Prints a hit.
    fn link(&mut self, out: &mut dyn Write, path: &Path, link: &Link<'_>) -> io::Result<()>;

    /// Prints a candidate that gave no hit, if that goes to standard output; returns whether it
    /// does.
    fn rejected(
        &mut self,
        out: &mut dyn Write,
        path: &Path,
        rejected: &Rejected<'_>,
    ) -> io::Result<bool>;
}
