//! What a search prints.

/// What is printed of the selected links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Links,
    Json,
    /// Records in a format.
    Records,
    /// The number of occurrences of each URL or host.
    Tally,
    /// The number of links in each file.
    Count,
    /// The files with a link.
    Files,
    /// The files without a link.
    FilesWithout,
    Nothing,
}

/// How the progress of a search is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressShow {
    Line,
    Json,
    Nothing,
}
