//! JSON, one object a line; `docs/JSON.md` describes the format. `urlsift` writes the objects of links.

mod bytes;
mod error;
mod line;
mod progress;
mod range;
mod stats;
mod summary;
mod tallied;

pub(crate) use error::error;
pub(super) use line::write_json_line;
pub(crate) use progress::{ProgressReport, progress};
pub(crate) use range::{job, range};
pub(crate) use stats::{archive_stats, container};
pub(crate) use summary::summary_line;
pub(super) use tallied::tallied;
