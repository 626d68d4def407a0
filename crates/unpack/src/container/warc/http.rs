//! HTTP responses in records (RFC 9112).

use std::{
    io::{self, BufRead, Read},
    ops::ControlFlow,
};

use super::fields::{Fields, read_header};
use crate::{Fault, FaultKind, Format, container::event::Events, io::peek::PeekReader};

/// The maximum length of the line with the size of a chunk, in bytes.
const MAX_SIZE_LINE: u64 = 1 << 10;

/// Media types other than those of `text` and `message` that are read: pages, mailboxes, and the gzipped ones that
/// Pipermail offers.
const TEXTS: [&[u8]; 5] = [
    b"application/xhtml+xml",
    b"application/mbox",
    b"application/gzip",
    b"application/x-gzip",
    // A server may not know the type (RFC 9110 §8.3).
    b"",
];

/// Returns whether content of a media type is read.
pub(super) fn is_text(media_type: &[u8]) -> bool {
    let media_type = media_type.to_ascii_lowercase();
    let is_of = |kind: &[u8]| media_type.starts_with(kind);
    let is_code = media_type.ends_with(b"css") || media_type.ends_with(b"javascript");
    (is_of(b"text/") || is_of(b"message/") || TEXTS.contains(&&media_type[..])) && !is_code
}

/// Reports the body of a response if it is text. `offset` is that of its record.
///
/// A body that is compressed with gzip or zstd is recognised like any compressed file.
pub(super) fn read(
    response: &mut dyn Read,
    name: &[u8],
    offset: u64,
    events: &mut Events<'_>,
) -> ControlFlow<()> {
    let mut bytes = PeekReader::new(response);
    // An error ends the record, too, and is reported there.
    let Ok(Some(header)) = read_header(&mut bytes) else {
        return ControlFlow::Continue(());
    };
    let header = Fields(&header);
    if !is_text(header.media_type()) {
        return ControlFlow::Continue(());
    }
    let encoding = header.get(b"Content-Encoding").unwrap_or_default();
    if ["br", "deflate"].map(str::as_bytes).contains(&encoding) {
        let kind = FaultKind::NotRead("a body compressed with br or deflate");
        let fault = Fault::new(Format::Warc, offset, kind);
        return events.fault(Some(name), fault.into());
    }
    // Some crawlers store the decoded body, and the field as it was.
    let is_chunked = header
        .get(b"Transfer-Encoding")
        .is_some_and(|value| value.eq_ignore_ascii_case(b"chunked"));
    if is_chunked && begins_with_chunk(&mut bytes) {
        let mut body = ChunkReader {
            bytes: &mut bytes,
            left: Some(0),
            is_first: true,
            record: offset,
        };
        return events.member(name, &mut body);
    }
    events.member(name, &mut bytes)
}

fn begins_with_chunk(bytes: &mut PeekReader<'_>) -> bool {
    let Ok(start) = bytes.peek(1 << 10) else {
        return false;
    };
    let end = memchr::memchr(b'\n', start);
    end.is_some_and(|end| chunk_size(&start[..end]).is_some())
}

/// Parses `chunk-size [ chunk-ext ]` (RFC 9112 §7.1).
fn chunk_size(line: &[u8]) -> Option<u64> {
    let end = line.iter().position(|&byte| byte == b';');
    let digits = line[..end.unwrap_or(line.len())].trim_ascii();
    u64::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

/// Reads a body in chunks (RFC 9112 §7.1). If the record ends inside of it, so does the body: crawlers cut long ones.
struct ChunkReader<'c, 'r> {
    bytes: &'c mut PeekReader<'r>,
    /// The number of bytes left in the chunk; `None` after the last one.
    left: Option<u64>,
    is_first: bool,
    /// The offset of the record.
    record: u64,
}

impl ChunkReader<'_, '_> {
    /// Reads the size of the next chunk, and the end of the line before it. `None` if there is no other chunk.
    fn next_size(&mut self) -> io::Result<Option<u64>> {
        let mut line = Vec::new();
        for _ in usize::from(self.is_first)..2 {
            line.clear();
            let mut bytes = self.bytes.by_ref().take(MAX_SIZE_LINE);
            if bytes.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
        }
        self.is_first = false;
        let size = chunk_size(&line).ok_or_else(|| {
            let kind = FaultKind::Corrupt("a chunk of a body has no size");
            Fault::new(Format::Warc, self.record, kind)
        })?;
        Ok((size > 0).then_some(size))
    }
}

impl Read for ChunkReader<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == Some(0) {
            self.left = None;
            self.left = self.next_size()?;
        }
        let left = self.left.unwrap_or_default();
        let most = usize::try_from(left).map_or(into.len(), |left| left.min(into.len()));
        let len = self.bytes.read(&mut into[..most])?;
        self.left = self.left.map(|left| left - len as u64);
        Ok(len)
    }
}
