//! Links and rejected candidates.

use std::borrow::Cow;

use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_scan::{Dropped, Join, Position, SecondGuess, Span};

use super::{
    entry::{
        List, base64_all, bytes_entry, lossy, optional_entry, problems_entry, resolved_entries,
    },
    message::MessageObject,
};
use crate::{Link, RejectedCandidate, link::lower_case};

impl Serialize for Link {
    /// Serializes a link as described in `docs/JSON.md`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdict = self.verdict();
        let parts = verdict.parts();
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "url", "url_base64", self.url_bytes())?;
        if self.reading_count() > 1 {
            let readings: Vec<Cow<'_, [u8]>> = self.readings().collect();
            let readings = readings.iter().map(AsRef::as_ref);
            map.serialize_entry("readings", &List(|| readings.clone().map(lossy)))?;
            optional_entry(&mut map, "readings_base64", base64_all(readings))?;
        }
        if self.second_guesses().next().is_some() {
            let guesses = List(|| self.second_guesses().map(GuessObject));
            map.serialize_entry("also", &guesses)?;
        }
        bytes_entry(&mut map, "raw", "raw_base64", self.raw())?;
        map.serialize_entry("delimiter", self.delimiter().name())?;
        if let Some(markup) = self.markup() {
            map.serialize_entry("element", markup.element())?;
            map.serialize_entry("attribute", markup.attribute())?;
            optional_entry(&mut map, "text", markup.text())?;
        }
        map.serialize_entry("breaks", &self.breaks())?;
        map.serialize_entry("spaced", &self.spaced())?;
        map.serialize_entry("joins", &List(|| self.joins().iter().map(JoinObject::of)))?;
        let pieces = List(|| self.pieces().map(|piece| [piece.start(), piece.end()]));
        map.serialize_entry("pieces", &pieces)?;
        map.serialize_entry("quote_depth", &self.quote_depth())?;
        map.serialize_entry("conforms", self.conformance().name())?;
        optional_entry(&mut map, "best", self.best())?;
        problems_entry(&mut map, &verdict)?;
        map.serialize_entry("warnings", &List(|| self.warnings_with(&verdict)))?;
        optional_entry(&mut map, "scheme", parts.scheme().map(lower_case))?;
        if let Some(host) = parts.host() {
            bytes_entry(&mut map, "host", "host_base64", host.as_bytes())?;
        }
        optional_entry(&mut map, "port", parts.port_number())?;
        place_entries(&mut map, self.path(), self.span(), self.position())?;
        if self.is_virtual() {
            map.serialize_entry("virtual", &true)?;
        }
        resolved_entries(&mut map, self.base(), self.url_bytes())?;
        if let Some(target) = self.target() {
            bytes_entry(&mut map, "target", "target_base64", &target)?;
        }
        if let Some(message) = self.message() {
            map.serialize_entry(
                "message",
                &MessageObject {
                    message,
                    link: self,
                },
            )?;
        }
        map.end()
    }
}

impl Serialize for RejectedCandidate {
    /// Serializes a rejected candidate as described in `docs/JSON.md`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rejected", self.reason().code())?;
        map.serialize_entry("delimiter", self.delimiter().name())?;
        place_entries(&mut map, self.path(), self.span(), self.position())?;
        map.end()
    }
}

/// Adds the place in the source.
fn place_entries<M: SerializeMap>(
    map: &mut M,
    path: &[u8],
    span: Span,
    position: Option<Position>,
) -> Result<(), M::Error> {
    bytes_entry(map, "path", "path_base64", path)?;
    map.serialize_entry("offset", &span.start())?;
    map.serialize_entry("end", &span.end())?;
    if let Some(position) = position {
        map.serialize_entry("line", &position.line)?;
        map.serialize_entry("column", &position.column)?;
    }
    Ok(())
}

struct GuessObject<'l>(SecondGuess<'l>);

impl Serialize for GuessObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "url", "url_base64", &self.0.url)?;
        map.serialize_entry("why", self.0.repair.name())?;
        map.end()
    }
}

#[derive(Serialize)]
struct JoinObject {
    url_at: usize,
    #[serde(serialize_with = "names")]
    dropped: Dropped,
    hyphen: bool,
}

impl JoinObject {
    fn of(join: &Join) -> Self {
        Self {
            url_at: join.url_at,
            dropped: join.dropped,
            hyphen: join.hyphen,
        }
    }
}

// Serde asks for the reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn names<S: Serializer>(dropped: &Dropped, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(dropped.names())
}
