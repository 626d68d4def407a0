//! The message that a link is in.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::entry::{bytes_entry, optional_entry};
use crate::{Link, Message, date::Rfc3339};

pub(super) struct MessageObject<'m> {
    pub(super) message: &'m Message,
    /// Where in the message it is.
    pub(super) link: &'m Link,
}

impl Serialize for MessageObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { message, link } = self;
        let metadata = message.metadata();
        let date = metadata.rfc3339();
        let mut map = serializer.serialize_map(None)?;
        optional_entry(&mut map, "index", message.index())?;
        map.serialize_entry("offset", &message.offset())?;
        optional_entry(&mut map, "id", metadata.id())?;
        optional_entry(&mut map, "date", date.as_ref().map(Rfc3339::as_str))?;
        optional_entry(&mut map, "from", metadata.from())?;
        optional_entry(&mut map, "subject", metadata.subject())?;
        if !metadata.newsgroups().is_empty() {
            map.serialize_entry("newsgroups", metadata.newsgroups())?;
        }
        optional_entry(&mut map, "part", link.part())?;
        optional_entry(&mut map, "type", link.media_type())?;
        if let Some(header) = link.header() {
            bytes_entry(&mut map, "header", "header_base64", header)?;
        }
        map.end()
    }
}
