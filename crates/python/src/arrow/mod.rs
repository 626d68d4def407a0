//! Links as Arrow tables, through the Arrow PyCapsule interface.

mod capsule;
mod page;
mod scan;
mod stream;
mod table;

pub(crate) use scan::{ArrowScan, scan_arrow};
pub(crate) use table::ArrowTable;
