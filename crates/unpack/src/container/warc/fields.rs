//! The fields of a header: of a record, or of an HTTP response.

use std::io::{self, BufRead};

use crate::io::peek::PeekReader;

/// What each record begins with.
pub(super) const VERSION: &[u8] = b"WARC/";

/// The maximum length of a header, in bytes. It is kept in memory.
const MAX_HEADER: usize = 32 << 10;

/// A header: a line with a version, then the fields.
pub(super) struct Fields<'h>(pub(super) &'h [u8]);

impl<'h> Fields<'h> {
    /// Returns the value of the first field with a name, without white space around it. Of a folded field, the first
    /// line.
    pub(super) fn get(&self, name: &[u8]) -> Option<&'h [u8]> {
        self.0.split(|&byte| byte == b'\n').find_map(|line| {
            let (found, rest) = line.split_at_checked(name.len())?;
            let value = rest.strip_prefix(b":")?;
            found.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
        })
    }

    /// Returns the media type, without parameters; empty if there is none.
    pub(super) fn media_type(&self) -> &'h [u8] {
        let value = self.get(b"Content-Type").unwrap_or_default();
        let end = value.iter().position(|&byte| byte == b';');
        value[..end.unwrap_or(value.len())].trim_ascii()
    }
}

/// Consumes a header and the empty line after it. `None` if it does not end, or another record begins in it.
pub(super) fn read_header(bytes: &mut PeekReader<'_>) -> io::Result<Option<Vec<u8>>> {
    // The start of the line, and the number of bytes that were searched for its end.
    let (mut line, mut searched) = (0, 0);
    loop {
        let least = searched + 1;
        let buffered = bytes.peek(least)?;
        while let Some(at) = memchr::memchr(b'\n', &buffered[searched..]) {
            searched += at + 1;
            match &buffered[line..searched] {
                _ if searched > MAX_HEADER => return Ok(None),
                b"\n" | b"\r\n" => {
                    let header = buffered[..searched].to_vec();
                    bytes.consume(searched);
                    return Ok(Some(header));
                }
                begun if line > 0 && begun.starts_with(VERSION) => return Ok(None),
                _ => line = searched,
            }
        }
        if buffered.len() < least || buffered.len() >= MAX_HEADER {
            return Ok(None);
        }
        searched = buffered.len();
    }
}
