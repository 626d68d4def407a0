//! The objects of `--progress json`.

use std::{borrow::Cow, io, path::Path, time::Duration};

use serde::Serialize;

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};
use crate::report::summary::seconds;

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgressReport<'p> {
    /// The number of bytes read.
    pub(crate) bytes: u64,
    /// The number of bytes of all inputs, if known.
    pub(crate) total: Option<u64>,
    pub(crate) files: u64,
    pub(crate) urls: u64,
    pub(crate) time: Duration,
    /// The current input.
    pub(crate) path: Option<&'p Path>,
}

#[derive(Serialize)]
struct ProgressLine<'p> {
    progress: Progress<'p>,
}

#[derive(Serialize)]
struct Progress<'p> {
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    files: u64,
    urls: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Cow<'p, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
}

/// Prints the progress of a search.
pub(crate) fn progress(out: &mut Vec<u8>, report: ProgressReport<'_>) -> io::Result<()> {
    let path = report.path;
    let path = path.map(|path| path.as_os_str().as_encoded_bytes());
    let progress = Progress {
        bytes: report.bytes,
        total: report.total,
        files: report.files,
        urls: report.urls,
        seconds: seconds(report.time),
        path: path.map(lossy),
        path_base64: path.and_then(exact),
    };
    write_json_line(out, &ProgressLine { progress })
}
