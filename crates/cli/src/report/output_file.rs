//! The file whose links are printed.

use std::{path::Path, sync::Arc};

/// The file whose links are printed.
#[derive(Clone, Debug)]
pub(crate) struct OutputFile {
    pub(crate) path: Arc<Path>,
    /// Whether it is a member of a container.
    pub(crate) is_member: bool,
}

impl Default for OutputFile {
    /// Returns the state before the first file.
    fn default() -> Self {
        Self {
            path: Arc::from(Path::new("")),
            is_member: false,
        }
    }
}
