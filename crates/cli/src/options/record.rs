//! The options of records, deduplication and counts.

use crate::{
    report::{export::ExportFormat, record::RecordFormat, tallied::TallyForm},
    select::compare::{TallyBy, Unique},
};

/// The options of records, deduplication and counts.
#[derive(Debug)]
pub(crate) struct RecordOptions {
    /// The format, with [`Show::Records`](super::Show::Records) and [`Show::Json`](super::Show::Json).
    pub(crate) format: Option<RecordFormat>,
    /// The format in which the records are exported.
    pub(crate) export: Option<ExportFormat>,
    /// Whether the export is defanged.
    pub(crate) defang: bool,
    pub(crate) unique: Option<Unique>,
    /// What is counted, with [`Show::Tally`](super::Show::Tally); at least one property.
    pub(crate) tally: Vec<TallyBy>,
    pub(crate) tally_form: TallyForm,
    /// Whether records have what rewriters have wrapped.
    pub(crate) unwrap: bool,
    /// Whether the summary is JSON.
    pub(crate) json: bool,
    /// The approximate memory for deduplication, and for counts, in bytes.
    pub(crate) buffer: usize,
}
