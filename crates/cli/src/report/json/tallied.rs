//! The objects of `--tally`.

use std::{borrow::Cow, io};

use serde::Serialize;
use urlsift_record::write_json_line;

use super::bytes::{exact, lossy};
use crate::select::compare::CompareBy;

#[derive(Default, Serialize)]
struct TallyObject<'t> {
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
    let object = match by {
        CompareBy::Url => TallyObject {
            url: shown,
            url_base64: base64,
            count,
            ..TallyObject::default()
        },
        CompareBy::Host => TallyObject {
            host: shown,
            host_base64: base64,
            count,
            ..TallyObject::default()
        },
    };
    write_json_line(out, &object)
}
