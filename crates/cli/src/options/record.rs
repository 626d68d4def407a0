//! The options of records, of `--unique` and of `--tally`.

use crate::{
    report::record::RecordFormat,
    select::compare::{CompareBy, Unique},
};

/// The options of records, of `--unique` and of `--tally`.
#[derive(Debug)]
pub(crate) struct RecordOptions {
    /// The format, with [`Show::Records`](super::Show::Records).
    pub(crate) format: Option<RecordFormat>,
    pub(crate) unique: Option<Unique>,
    /// What is counted, with [`Show::Tally`](super::Show::Tally).
    pub(crate) tally: CompareBy,
    /// Whether counts and the summary are JSON.
    pub(crate) json: bool,
    /// About how many bytes of memory `--unique` and `--tally` may take each.
    pub(crate) buffer: usize,
}
