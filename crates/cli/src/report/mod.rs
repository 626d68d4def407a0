//! What is printed of each link.

mod json;
mod picture;
mod summary;
mod table;
mod text;

use std::{io, path::Path};

use urlsift::{Link, Verdict, rfc1738::Base};

pub(crate) use json::{Json, container, judged, surveyed};
pub(crate) use picture::Picture;
pub(crate) use summary::Summary;
pub(crate) use table::{Table, Total};
pub(crate) use text::Text;

/// A link, and what is to be said of its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'h> {
    pub(crate) link: &'h Link<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
    /// What it is resolved against, if it is a relative reference.
    pub(crate) base: Option<Base<'h>>,
}

/// A way to print hits.
pub(crate) trait Report {
    /// Appends a hit to what is to be printed.
    ///
    /// # Errors
    ///
    /// As the formatting machinery gives them; a vector takes everything.
    fn hit(&mut self, out: &mut Vec<u8>, path: &Path, hit: Hit<'_>) -> io::Result<()>;
}
