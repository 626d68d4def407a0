//! What is printed of each link.

mod json;
mod picture;
mod summary;
mod text;

use std::{io, path::Path};

use urlsift::{Link, Verdict};

pub(crate) use json::{Json, judged};
pub(crate) use picture::Picture;
pub(crate) use summary::Summary;
pub(crate) use text::Text;

/// A link, and what is to be said of its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'h> {
    pub(crate) link: &'h Link<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
}

/// A way to print hits.
pub(crate) trait Report {
    /// Appends a hit to what is to be printed.
    ///
    /// # Errors
    ///
    /// As the formatting machinery gives them; a vector takes everything.
    fn hit(&self, out: &mut Vec<u8>, path: &Path, hit: Hit<'_>) -> io::Result<()>;
}
