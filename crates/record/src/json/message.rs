//! The message that contains a link.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::entry::{List, bytes_entry, optional_entry};
use crate::{Link, Message, date::Rfc3339};

pub(super) struct MessageObject<'m> {
    pub(super) message: &'m Message,
    /// The place of the link in the message.
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
        optional_entry(&mut map, "date_written", metadata.date_written())?;
        let (from, subject) = (metadata.printed_from(), metadata.printed_subject());
        optional_entry(&mut map, "from", from)?;
        optional_entry(&mut map, "subject", subject)?;
        if !metadata.newsgroups().is_empty() {
            map.serialize_entry("newsgroups", metadata.newsgroups())?;
        }
        optional_entry(&mut map, "part", link.part())?;
        optional_entry(&mut map, "type", link.media_type())?;
        let header = link.section().printed_header_name();
        if let Some(header) = header {
            bytes_entry(&mut map, "header", "header_base64", header)?;
        }
        let is_cut = [
            ("from", from.map(str::len) < metadata.from().map(str::len)),
            (
                "subject",
                subject.map(str::len) < metadata.subject().map(str::len),
            ),
            (
                "header",
                header.map(<[u8]>::len) < link.header().map(<[u8]>::len),
            ),
        ];
        let truncated = is_cut.into_iter().filter(|(_, is_cut)| *is_cut);
        if truncated.clone().next().is_some() {
            let names = List(|| truncated.clone().map(|(name, _)| name));
            map.serialize_entry("truncated", &names)?;
        }
        map.end()
    }
}
