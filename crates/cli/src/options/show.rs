//! What a search prints.

/// What is printed of the selected links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Links,
    Json,
    /// Records in a format.
    Records,
    /// How often each URL, or each host, occurs.
    Tally,
    /// The number of links of each file.
    Count,
    /// The files that have a link.
    Files,
    /// The files that have none.
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
