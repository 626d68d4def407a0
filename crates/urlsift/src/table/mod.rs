//! The tables of links: their columns, and their rows. `docs/JSON.md` describes the columns.

pub(crate) mod column;
mod errors;
mod field;
mod implausible;
mod inputs;
mod links;
mod messages;
mod number;
mod order;
mod row;
mod scan;
mod settled;
mod urls;
mod wide;

pub use column::{Column, ColumnType, Table};
pub use errors::{ERRORS, ErrorRow};
pub use implausible::{IMPLAUSIBLE, ImplausibleRow};
pub use inputs::{INPUTS, InputRow};
pub use links::{LINKS, LinkRow};
pub use messages::{MESSAGES, MessageRow};
pub use row::RowWriter;
pub use scan::{SCAN, ScanRow};
pub use settled::{SETTLED, SettledRow};
pub use urls::{URLS, UrlRow};
pub use wide::WIDE;

/// All tables of a data set.
pub const TABLES: [&Table; 8] = [
    &LINKS,
    &MESSAGES,
    &WIDE,
    &INPUTS,
    &ERRORS,
    &URLS,
    &SETTLED,
    &IMPLAUSIBLE,
];
