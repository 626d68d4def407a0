//! Links as Arrow tables and arrays, through the Arrow PyCapsule interface.

mod array;
mod capsule;
mod find;
mod import;
mod page;
mod scan;
mod stream;
mod table;

pub(crate) use array::ArrowArray;
pub(crate) use find::find_arrow;
pub(crate) use scan::{ArrowScan, scan_arrow};
pub(crate) use table::ArrowTable;
