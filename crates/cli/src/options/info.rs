//! The options of `info`.

use std::path::PathBuf;

use urlsift_search::{Kind, Unpacker};

use crate::term::painter::Painter;

/// The options of `info`.
#[derive(Debug)]
pub(crate) struct InfoOptions {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) follow: bool,
    /// The kind of every file, if it is given.
    pub(crate) kind: Option<Kind>,
    /// How packed files are unpacked, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    pub(crate) show: InfoShow,
    pub(crate) painter: Painter,
}

/// What `info` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InfoShow {
    Table,
    Json,
    /// The position of each doubtful boundary.
    Doubtful,
}
