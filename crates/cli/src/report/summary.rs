//! What a search came to.

use std::fmt;

use serde::Serialize;

/// Counts over all inputs, of what was read of them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Summary {
    /// Inputs that were read, if not always to their end.
    pub(crate) inputs: u64,
    /// URLs that were selected.
    pub(crate) urls: u64,
    /// Those that would have been, did they conform to the level asked for.
    pub(crate) hidden: u64,
    /// Candidates that gave no URL.
    pub(crate) rejected: u64,
    /// What could not be read as it should.
    pub(crate) warnings: u64,
    /// What went wrong.
    pub(crate) errors: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            inputs,
            urls,
            hidden,
            rejected,
            warnings,
            errors,
        } = self;
        write!(
            f,
            "inputs: {inputs}, URLs: {urls}, hidden by --conforms: {hidden}, rejected: {rejected}, \
             warnings: {warnings}, errors: {errors}"
        )
    }
}
