//! The objects of `info`.

use std::{borrow::Cow, io, num::NonZeroU64, path::Path};

use serde::{Serialize, Serializer};
use urlsift_search::{ArchiveStats, Format, Kind};

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
        kind: stats.kind().map(Kind::name),
        bytes: stats.bytes(),
        messages: stats.messages(),
        parts: Parts(stats),
        encrypted: NonZeroU64::new(stats.encrypted()),
        doubtful: stats.doubtful(),
        doubtful_at: stats.doubtful_at(),
        warnings: stats.warnings(),
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
    warnings: u64,
}

struct Parts<'s>(&'s ArchiveStats);

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
