//! What is printed of how far a search has come.

use std::{borrow::Cow, io};

use serde::Serialize;

use super::{super::Progressed, exact, lossy, write_line};

#[derive(Serialize)]
struct Line<'p> {
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

/// Prints how far a search has come.
pub(crate) fn progress(out: &mut Vec<u8>, progressed: Progressed<'_>) -> io::Result<()> {
    let path = progressed.path;
    let path = path.map(|path| path.as_os_str().as_encoded_bytes());
    let progress = Progress {
        bytes: progressed.bytes,
        total: progressed.total,
        files: progressed.files,
        urls: progressed.urls,
        seconds: progressed.seconds(),
        path: path.map(lossy),
        path_base64: path.and_then(exact),
    };
    write_line(out, &Line { progress })
}
