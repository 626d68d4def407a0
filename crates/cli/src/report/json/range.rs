//! The objects of `split`.

use std::{borrow::Cow, io, path::Path};

use serde::Serialize;
use urlsift_search::{ByteRange, Job};

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};

#[derive(Serialize)]
struct Range<'r> {
    path: Cow<'r, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    start: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
}

#[derive(Serialize)]
struct JobObject<'j> {
    ranges: Vec<Range<'j>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl<'r> Range<'r> {
    fn new(path: &'r Path, range: ByteRange) -> Self {
        let path = path.as_os_str().as_encoded_bytes();
        Self {
            path: lossy(path),
            path_base64: exact(path),
            start: range.start,
            end: range.end,
        }
    }
}

/// Prints a range of a file.
pub(crate) fn range(out: &mut Vec<u8>, path: &Path, range: ByteRange) -> io::Result<()> {
    write_json_line(out, &Range::new(path, range))
}

/// Prints a job.
pub(crate) fn job(out: &mut Vec<u8>, job: &Job) -> io::Result<()> {
    let ranges = job.ranges.iter();
    let job = JobObject {
        ranges: ranges
            .map(|file| Range::new(&file.path, file.range))
            .collect(),
        bytes: job.bytes,
    };
    write_json_line(out, &job)
}
