//! What is printed of each link.

mod json;
mod text;

use std::{
    io::{self, Write},
    path::Path,
};

use urlsift::Link;

pub(crate) use json::Json;
pub(crate) use text::Text;

/// A way to print hits.
pub(crate) trait Report {
    /// Prints a hit.
    fn link(&self, out: &mut dyn Write, path: &Path, link: &Link<'_>) -> io::Result<()>;
}
