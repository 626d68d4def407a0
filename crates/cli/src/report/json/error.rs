//! The objects of `--json-errors`.

use std::{borrow::Cow, io};

use serde::Serialize;
use urlsift_search::Error;

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};
use crate::term::diagnostics::reason;

#[derive(Serialize)]
struct ErrorObject<'e> {
    error: ErrorFields<'e>,
}

#[derive(Serialize)]
struct ErrorFields<'e> {
    path: Cow<'e, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    code: &'static str,
    text: String,
}

/// Prints why a file could not be read, or not completely.
pub(crate) fn error(out: &mut Vec<u8>, error: &Error) -> io::Result<()> {
    let path = error.path().as_os_str().as_encoded_bytes();
    let error = ErrorFields {
        path: lossy(path),
        path_base64: exact(path),
        offset: error.offset(),
        code: error.code(),
        text: reason(error),
    };
    write_json_line(out, &ErrorObject { error })
}
