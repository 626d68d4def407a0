//! JSON, one object a line; `docs/JSON.md` describes the format. `urlsift-record` writes the objects of links.

mod bytes;
mod error;
mod progress;
mod range;
mod stats;
mod summary;
mod tallied;

pub(crate) use error::error;
pub(crate) use progress::{ProgressReport, progress};
pub(crate) use range::{job, range};
pub(crate) use stats::{archive_stats, container};
pub(crate) use summary::summary_line;
pub(super) use tallied::tallied;
