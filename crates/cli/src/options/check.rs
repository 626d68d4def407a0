//! The options of `check`.

use std::{ffi::OsString, path::PathBuf};

use urlsift_search::Conformance;
use urlsift_select::BaseText;

use crate::term::streams::Streams;

/// The options of `check`.
#[derive(Debug)]
pub(crate) struct CheckOptions {
    /// The URLs; if empty, URLs are read from standard input.
    pub(crate) urls: Vec<OsString>,
    /// The conformance level that every URL must reach.
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) show: CheckShow,
    /// The message whose links are reported instead.
    pub(crate) message: Option<MessageOptions>,
    pub(crate) streams: Streams,
}

/// A message, and where its report goes besides standard output.
#[derive(Debug)]
pub(crate) struct MessageOptions {
    pub(crate) path: PathBuf,
    pub(crate) html: Option<PathBuf>,
}

/// What `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckShow {
    /// A human-readable report on each URL.
    Report {
        color: bool,
    },
    Json,
    Nothing,
}
