//! What is printed of what was counted.

use std::{borrow::Cow, io};

use serde::Serialize;
use urlsift_record::write_json_line;

use super::bytes::{exact, lossy};
use crate::select::compare::CompareBy;

#[derive(Default, Serialize)]
struct Tallied<'t> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Cow<'t, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Cow<'t, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_base64: Option<String>,
    count: u64,
}

/// Prints how often a URL or a host occurs.
pub(crate) fn tallied(out: &mut Vec<u8>, by: CompareBy, text: &[u8], count: u64) -> io::Result<()> {
    let (shown, base64) = (Some(lossy(text)), exact(text));
    let tallied = match by {
        CompareBy::Url => Tallied {
            url: shown,
            url_base64: base64,
            count,
            ..Tallied::default()
        },
        CompareBy::Host => Tallied {
            host: shown,
            host_base64: base64,
            count,
            ..Tallied::default()
        },
    };
    write_json_line(out, &tallied)
}
