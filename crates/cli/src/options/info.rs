//! The options of `info`.

use std::path::PathBuf;

use urlsift_search::{Inputs, Kind, Unpacker};

use super::input::named;
use crate::term::{painter::Painter, streams::Streams};

/// The options of `info`.
#[derive(Debug)]
pub(crate) struct InfoOptions {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    /// The kind of every file; `None` if kinds are detected.
    pub(crate) kind: Option<Kind>,
    /// Whether every path is a public-inbox repository.
    pub(crate) public_inbox: bool,
    /// The unpacker; `None` if compressed files and containers are not unpacked.
    pub(crate) unpacker: Option<Unpacker>,
    pub(crate) show: InfoShow,
    /// Whether errors are printed as JSON objects.
    pub(crate) json_errors: bool,
    pub(crate) painter: Painter,
    pub(crate) streams: Streams,
}

impl InfoOptions {
    /// Returns the inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        named(&self.paths, &self.streams)
            .public_inbox(self.public_inbox)
            .follow(self.follow)
    }
}

/// What `info` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InfoShow {
    Table,
    Json,
    /// The byte offset of each doubtful boundary.
    Doubtful,
}
