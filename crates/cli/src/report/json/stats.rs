//! The objects of `info`.

use std::{borrow::Cow, io, num::NonZeroU64, path::Path};

use serde::{Serialize, Serializer};
use urlsift_search::{ArchiveStats, CharsetCounts, Format, Kind};

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};
use crate::report::container::Container;

/// Prints the counts of a file.
pub(crate) fn archive_stats(
    out: &mut Vec<u8>,
    path: &Path,
    packing: &[Format],
    stats: &ArchiveStats,
) -> io::Result<()> {
    let path = path.as_os_str().as_encoded_bytes();
    let object = FileObject {
        path: lossy(path),
        path_base64: exact(path),
        packing: packing.iter().map(|format| format.name()).collect(),
        kind: stats.kind.map(Kind::name),
        bytes: stats.bytes,
        messages: stats.messages,
        parts: Parts(stats),
        encrypted: NonZeroU64::new(stats.encrypted),
        doubtful: stats.doubtful,
        doubtful_at: &stats.doubtful_at,
        charsets: Charsets::of(&stats.charsets),
        guessed_charsets: Charsets::of(&stats.guessed_charsets),
        unknown_charsets: Charsets::of(&stats.unknown_charsets),
        skipped: stats
            .skipped()
            .map(|(media_type, count)| Skipped { media_type, count })
            .collect(),
        warnings: stats.warnings,
    };
    write_json_line(out, &object)
}

/// Prints the number of members of a container.
pub(crate) fn container(out: &mut Vec<u8>, container: &Container<'_>) -> io::Result<()> {
    let path = container.path.as_os_str().as_encoded_bytes();
    let object = ContainerObject {
        path: lossy(path),
        path_base64: exact(path),
        packing: container
            .packing
            .iter()
            .map(|format| format.name())
            .collect(),
        kind: container.format.name(),
        members: container.members,
        bytes: container.messages.and_then(|messages| messages.bytes),
        messages: container.messages.map(|_| container.members),
        parts: container.messages.map(|messages| Parts(messages.parts)),
        unknown_charsets: container
            .messages
            .and_then(|messages| Charsets::of(&messages.parts.unknown_charsets)),
    };
    write_json_line(out, &object)
}

#[derive(Serialize)]
struct ContainerObject<'c> {
    path: Cow<'c, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packing: Vec<&'static str>,
    kind: &'static str,
    members: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_charsets: Option<Charsets<'c>>,
}

#[derive(Serialize)]
struct FileObject<'s> {
    path: Cow<'s, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packing: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    bytes: u64,
    messages: u64,
    parts: Parts<'s>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted: Option<NonZeroU64>,
    doubtful: u64,
    doubtful_at: &'s [u64],
    #[serde(skip_serializing_if = "Option::is_none")]
    charsets: Option<Charsets<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guessed_charsets: Option<Charsets<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_charsets: Option<Charsets<'s>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<Skipped<'s>>,
    warnings: u64,
}

struct Parts<'s>(&'s ArchiveStats);

/// The number of parts of a type that are not read.
#[derive(Serialize)]
struct Skipped<'s> {
    #[serde(rename = "type")]
    media_type: &'s str,
    count: u64,
}

#[derive(Serialize)]
struct Part<'s> {
    #[serde(rename = "type")]
    media_type: &'s str,
    encoding: &'static str,
    count: u64,
}

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.0.parts();
        serializer.collect_seq(parts.iter().map(|part| Part {
            media_type: part.media_type,
            encoding: part.encoding,
            count: part.count,
        }))
    }
}

/// The counts of charsets, if there are any.
struct Charsets<'s>(&'s CharsetCounts);

impl<'s> Charsets<'s> {
    fn of(counts: &'s CharsetCounts) -> Option<Self> {
        (!counts.is_empty()).then_some(Self(counts))
    }
}

#[derive(Serialize)]
struct CharsetCount {
    /// The name; `other` for all that are not named.
    charset: String,
    count: u64,
}

impl Serialize for Charsets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.0.named().map(|(name, count)| CharsetCount {
            charset: name.to_string(),
            count,
        });
        let others = NonZeroU64::new(self.0.others()).map(|count| CharsetCount {
            charset: "other".into(),
            count: count.get(),
        });
        serializer.collect_seq(named.chain(others))
    }
}
