//! The objects of `split`.

use std::{borrow::Cow, io, path::Path};

use serde::Serialize;
use urlsift_record::write_json_line;
use urlsift_search::ByteRange;

use super::bytes::{exact, lossy};

#[derive(Serialize)]
struct Range<'r> {
    path: Cow<'r, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    start: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
}

/// Prints a range of a file.
pub(crate) fn range(out: &mut Vec<u8>, path: &Path, range: ByteRange) -> io::Result<()> {
    let path = path.as_os_str().as_encoded_bytes();
    let range = Range {
        path: lossy(path),
        path_base64: exact(path),
        start: range.start,
        end: range.end,
    };
    write_json_line(out, &range)
}
