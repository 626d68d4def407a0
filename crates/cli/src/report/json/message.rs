//! What is printed of the message that a link stands in.

use std::borrow::Cow;

use serde::Serialize;
use urlsift_search::InMessage;

use super::{exact, lossy};

#[derive(Serialize)]
pub(super) struct Message<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'m str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    newsgroups: &'m [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    media_type: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<Cow<'m, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_base64: Option<String>,
}

impl<'m> Message<'m> {
    pub(super) fn of(message: &InMessage<'m>, index: Option<u64>) -> Self {
        let metadata = message.metadata();
        Self {
            index,
            offset: message.offset(),
            id: metadata.id(),
            date: metadata.date_rfc3339(),
            from: metadata.from(),
            subject: metadata.subject(),
            newsgroups: metadata.newsgroups(),
            part: message.part().and_then(numbers),
            media_type: message.media_type(),
            header: message.header().map(lossy),
            header_base64: message.header().and_then(exact),
        }
    }
}

/// `1.2`; nothing for what holds all parts.
fn numbers(path: &[u32]) -> Option<String> {
    let numbers: Vec<_> = path.iter().map(u32::to_string).collect();
    (!path.is_empty()).then(|| numbers.join("."))
}
