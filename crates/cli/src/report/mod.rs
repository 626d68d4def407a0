//! The forms of output: lines for people, JSON, records, tables and counts.

pub(crate) mod changes;
pub(crate) mod check_report;
pub(crate) mod container;
pub(crate) mod export;
pub(crate) mod harvested;
pub(crate) mod hint;
pub(crate) mod json;
pub(crate) mod line_style;
pub(crate) mod message_report;
pub(crate) mod output_file;
pub(crate) mod record;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod tallied;
pub(crate) mod tally;
pub(crate) mod text;
