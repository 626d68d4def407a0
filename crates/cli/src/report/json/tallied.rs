//! What is printed of what was counted.

use std::{borrow::Cow, io};

use serde::Serialize;

use super::{exact, lossy, write_line};
use crate::plan::Same;

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
pub(crate) fn tallied(out: &mut Vec<u8>, same: Same, text: &[u8], count: u64) -> io::Result<()> {
    let (shown, base64) = (Some(lossy(text)), exact(text));
    let tallied = match same {
        Same::Url => Tallied {
            url: shown,
            url_base64: base64,
            count,
            ..Tallied::default()
        },
        Same::Host => Tallied {
            host: shown,
            host_base64: base64,
            count,
            ..Tallied::default()
        },
    };
    write_line(out, &tallied)
}
