//! ar: the archives of Unix systems, such as libraries and Debian packages.
//!
//! A note to maintainers: the crate `ar` reads from a stream, but stops at the first damage, and reads a table of names
//! of any size.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::{
    decimal::decimal,
    event::Events,
    member_stream::{Flow, MemberStream, Stop, run},
};
use crate::{FaultKind, Format, io::peek::PeekReader};

/// The length of the first bytes of an archive, by which it was recognised.
const MAGIC: u64 = 8;

/// The length of a header, in bytes.
const HEADER: usize = 60;

/// The last bytes of a header.
const HEADER_END: &[u8] = b"`\n";

/// The maximum length of a name, in bytes, beyond which it is cut.
const MAX_NAME: usize = 4096;

/// The maximum size of the table of long names of System V and GNU, in bytes. It is kept in memory.
const MAX_TABLE: u64 = 1 << 20;

/// Reports the files in an ar archive, in order. Symbol tables are skipped.
///
/// Keeps the table of long names, at most 1 MiB.
pub(crate) fn read(bytes: &mut PeekReader<'_>, events: &mut Events<'_>) -> ControlFlow<()> {
    let mut stream = MemberStream::new(bytes, events, Format::Ar);
    let mut names = Vec::new();
    run(|| {
        stream.skip(MAGIC)?;
        loop {
            let offset = stream.offset();
            let head = stream.peek(HEADER)?;
            match Header::parse(head) {
                Some(header) => member(&mut stream, &header, &mut names)?,
                None if head.is_empty() => return ControlFlow::Break(Stop::Source),
                None if head.len() < HEADER => return stream.truncated(offset),
                None => {
                    let kind = FaultKind::Corrupt("a header is invalid");
                    stream.fault(None, offset, kind)?;
                    if !stream.resync(HEADER, find)? {
                        return ControlFlow::Break(Stop::Source);
                    }
                }
            }
        }
    })
}

/// The fields of a header that are needed.
struct Header {
    name: [u8; 16],
    size: u64,
}

impl Header {
    /// Parses the header at the start of `bytes`; `None` if there is none.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER] = bytes.first_chunk()?;
        let size = number(&bytes[48..58])?;
        bytes.ends_with(HEADER_END).then_some(Self {
            name: *bytes.first_chunk()?,
            size,
        })
    }

    /// Returns the field with the name, without the spaces after it.
    fn name(&self) -> &[u8] {
        self.name.trim_ascii_end()
    }
}

/// Parses digits with spaces after them.
fn number(field: &[u8]) -> Option<u64> {
    decimal(field.trim_ascii_end())
}

/// Returns the index of the first header in `bytes`.
fn find(bytes: &[u8]) -> Option<usize> {
    let ends = memchr::memmem::find_iter(bytes, HEADER_END);
    let starts = ends.filter_map(|at| (at + HEADER_END.len()).checked_sub(HEADER));
    let mut headers = starts.filter(|&at| Header::parse(&bytes[at..]).is_some());
    headers.next()
}

/// Reads a member whose header is next.
fn member(stream: &mut MemberStream<'_, '_, '_>, header: &Header, names: &mut Vec<u8>) -> Flow {
    let offset = stream.offset();
    stream.consume(HEADER);
    let mut size = header.size;
    let padding = size % 2;
    match header.name() {
        // The symbol tables of System V and GNU.
        b"/" | b"/SYM64/" => stream.skip(size)?,
        b"//" | b"ARFILENAMES/" if size <= MAX_TABLE => *names = stream.take(size, offset)?,
        b"//" | b"ARFILENAMES/" => {
            let kind = FaultKind::Corrupt("the table of names has more than 1 MiB");
            stream.fault(None, offset, kind)?;
            stream.skip(size)?;
        }
        name => {
            let mut long = None;
            if let Some(len) = name.strip_prefix(b"#1/").and_then(number) {
                // BSD: the name precedes the data, and counts as data.
                let len = len.min(size);
                let kept = len.min(MAX_NAME as u64);
                let mut name = stream.take(kept, offset)?;
                stream.skip(len - kept)?;
                let end = name.iter().position(|&byte| byte == 0);
                name.truncate(end.unwrap_or(name.len()));
                long = Some(name);
                size -= len;
            } else if let Some(at) = name.strip_prefix(b"/").and_then(number) {
                long = Some(long_name(names, at).unwrap_or(name).to_vec());
            }
            // System V and GNU end a name with a slash, so that it may end with a space.
            let name = long
                .as_deref()
                .unwrap_or(name.strip_suffix(b"/").unwrap_or(name));
            if name.starts_with(b"__.SYMDEF") {
                stream.skip(size)?;
            } else {
                stream.member(name, size, offset)?;
            }
        }
    }
    stream.skip_padding(padding)
}

/// Returns the name at an offset in the table of names, where it ends with a slash and a line break. On Windows it ends
/// with a NUL.
fn long_name(names: &[u8], at: u64) -> Option<&[u8]> {
    let rest = names.get(usize::try_from(at).ok()?..)?;
    let rest = &rest[..rest.len().min(MAX_NAME)];
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | 0));
    let name = &rest[..end.unwrap_or(rest.len())];
    let name = name.strip_suffix(b"/").unwrap_or(name);
    (!name.is_empty()).then_some(name)
}
