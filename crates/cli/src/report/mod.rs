//! What is printed of each link.

mod json;
mod text;

use std::{io, path::Path};

use urlsift::Link;

pub(crate) use json::Json;
pub(crate) use text::Text;

/// A way to print hits.
pub(crate) trait Report {
    /// Appends a hit to what is to be printed.
    ///
    /// # Errors
    ///
    /// As the formatting machinery gives them; a vector takes everything.
    fn link(&self, out: &mut Vec<u8>, path: &Path, link: &Link<'_>) -> io::Result<()>;
}
