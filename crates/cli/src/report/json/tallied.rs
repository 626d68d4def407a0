//! What is printed of what was counted.

use std::{borrow::Cow, io};

use serde::Serialize;

use super::{exact, lossy, write_line};

/// Prints how often a URL occurs.
pub(crate) fn tallied_url(out: &mut Vec<u8>, url: &[u8], count: u64) -> io::Result<()> {
    #[derive(Serialize)]
    struct Tallied<'u> {
        url: Cow<'u, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        url_base64: Option<String>,
        count: u64,
    }
    let tallied = Tallied {
        url: lossy(url),
        url_base64: exact(url),
        count,
    };
    write_line(out, &tallied)
}

/// Prints how often a host occurs.
pub(crate) fn tallied_host(out: &mut Vec<u8>, host: &[u8], count: u64) -> io::Result<()> {
    #[derive(Serialize)]
    struct Tallied<'h> {
        host: Cow<'h, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        host_base64: Option<String>,
        count: u64,
    }
    let tallied = Tallied {
        host: lossy(host),
        host_base64: exact(host),
        count,
    };
    write_line(out, &tallied)
}
