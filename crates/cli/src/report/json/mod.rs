//! One JSON object a line; `docs/JSON.md` describes the format. Links are printed by `urlsift-record`.

mod progress;
mod range;
mod stats;
mod summary;
mod tallied;

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use urlsift_record::write_json_line as write_line;

pub(crate) use progress::progress;
pub(crate) use range::range;
pub(crate) use stats::{archive_stats, container};
pub(crate) use summary::summary_line;
pub(super) use tallied::tallied;

fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns the bytes in base64 where `lossy` is not exact.
fn exact(text: &[u8]) -> Option<String> {
    str::from_utf8(text).is_err().then(|| STANDARD.encode(text))
}
