//! What is printed of each link.

mod json;
mod picture;
mod summary;
mod table;
mod text;

use std::path::Path;

use urlsift::{Format, Link, Verdict, rfc1738::Base};

pub(crate) use json::{Json, container, judged, surveyed};
pub(crate) use picture::Picture;
pub(crate) use summary::{Summary, Total as SearchTotal};
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

/// A container that was gone through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'c> {
    pub(crate) path: &'c Path,
    /// What it is packed in itself, the outermost first.
    pub(crate) packing: &'c [Format],
    pub(crate) format: Format,
    /// How many of its members are files.
    pub(crate) members: u64,
}
