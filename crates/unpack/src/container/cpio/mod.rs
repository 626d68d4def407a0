//! cpio: the ASCII formats `newc` and `odc`, and the old binary format.
//!
//! A note to maintainers: no maintained crate reads all of these formats, and the crates for `newc` own their reader
//! and stop at the first damage. A header consists of a few numbers, which `header` parses.

mod header;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub(crate) use self::header::begins_with;
use self::header::{Header, MAX_HEADER, find, parse};
use super::{
    event::Events,
    member_stream::{Flow, MemberStream, Stop, run},
};
use crate::{FaultKind, Format, io::peek::PeekReader};

/// The name of the member that ends an archive.
const TRAILER: &[u8] = b"TRAILER!!!";

/// The maximum length of a name, in bytes. A header with a longer one is corrupt.
const MAX_NAME: u64 = 64 << 10;

/// Reports the files in a cpio archive, in order.
///
/// Directories, links and devices are skipped. In `newc`, the data of a file with several links follow the header of
/// the last link only, so that the other links are skipped. Zeros may follow the archive, and then another archive.
pub(crate) fn read(bytes: &mut PeekReader<'_>, events: &mut Events<'_>) -> ControlFlow<()> {
    let mut stream = MemberStream::new(bytes, events, Format::Cpio);
    run(|| {
        loop {
            let offset = stream.offset();
            match parse(stream.peek(MAX_HEADER)?) {
                Some(header) if header.name_len <= MAX_NAME => member(&mut stream, &header)?,
                _ => damage(&mut stream, offset)?,
            }
        }
    })
}

/// Reads a member whose header is next.
fn member(stream: &mut MemberStream<'_, '_, '_>, header: &Header) -> Flow {
    let offset = stream.offset();
    stream.consume(header.len);
    let mut name = stream.take(header.name_len, offset)?;
    stream.skip_padding(header.padding(header.len as u64 + header.name_len))?;
    let end = name.iter().position(|&byte| byte == 0);
    name.truncate(end.unwrap_or(name.len()));
    if name == TRAILER {
        return after_trailer(stream);
    }
    if header.is_file() {
        stream.member(&name, header.size, offset)?;
    } else {
        stream.skip(header.size)?;
    }
    stream.skip_padding(header.padding(header.size))
}

/// Skips the zeros after an archive. Stops unless another archive follows.
fn after_trailer(stream: &mut MemberStream<'_, '_, '_>) -> Flow {
    loop {
        let buffered = stream.peek(1)?;
        let zeros = buffered.iter().take_while(|&&byte| byte == 0).count();
        let is_over = zeros < buffered.len();
        if buffered.is_empty() {
            return ControlFlow::Break(Stop::Source);
        }
        stream.consume(zeros);
        if is_over {
            break;
        }
    }
    if parse(stream.peek(MAX_HEADER)?).is_some() {
        return ControlFlow::Continue(());
    }
    stream.fault(None, stream.offset(), FaultKind::Trailing)?;
    ControlFlow::Break(Stop::Source)
}

/// Reports that there is no header, and searches for the next one.
fn damage(stream: &mut MemberStream<'_, '_, '_>, offset: u64) -> Flow {
    let head = stream.peek(MAX_HEADER)?;
    if head.len() < MAX_HEADER && begins_with(head, false).is_none() {
        return stream.truncated(offset);
    }
    stream.fault(None, offset, FaultKind::Corrupt("a header is invalid"))?;
    // The same bytes may have been a header whose name is too long.
    stream.consume(1);
    if stream.resync(MAX_HEADER, find)? {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(Stop::Source)
    }
}
