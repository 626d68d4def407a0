//! Hashes of the bodies of messages.

use memchr::memchr;

/// The size of the buffer of bytes whose line breaks are converted.
const BUFFER: usize = 32 << 10;

/// Hashes a body that arrives in pieces, with each CRLF as LF. The result does not depend on the pieces.
#[derive(Debug)]
pub(crate) struct BodyHasher {
    hasher: blake3::Hasher,
    /// Bytes without a CRLF that are not hashed yet. Hashing is much faster with many bytes at once.
    buffer: Vec<u8>,
    /// Whether the last byte was a CR, which is not hashed yet.
    is_after_cr: bool,
    /// Whether the last byte was an LF, which is not hashed yet.
    is_after_lf: bool,
    /// Whether the current line is empty so far or, after an LF, the line that this LF ends.
    is_line_empty: bool,
}

impl BodyHasher {
    pub(crate) fn new() -> Self {
        Self {
            hasher: blake3::Hasher::new(),
            buffer: Vec::new(),
            is_after_cr: false,
            is_after_lf: false,
            is_line_empty: true,
        }
    }

    /// Begins the body of the next message.
    pub(crate) fn reset(&mut self) {
        self.hasher.reset();
        self.buffer.clear();
        self.is_after_cr = false;
        self.is_after_lf = false;
        self.is_line_empty = true;
    }

    /// Adds the next bytes of the body.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        if self.is_after_cr && !bytes.is_empty() {
            self.is_after_cr = false;
            if bytes[0] != b'\n' {
                self.push_converted(b"\r");
            }
        }
        while let Some(cr) = memchr(b'\r', bytes) {
            self.push_converted(&bytes[..cr]);
            bytes = &bytes[cr + 1..];
            match bytes.first() {
                None => self.is_after_cr = true,
                Some(b'\n') => {}
                Some(_) => self.push_converted(b"\r"),
            }
        }
        self.push_converted(bytes);
    }

    fn push_converted(&mut self, bytes: &[u8]) {
        let Some((&last, before)) = bytes.split_last() else {
            return;
        };
        if self.is_after_lf {
            self.hash(b"\n");
            self.is_line_empty = true;
        }
        self.is_after_lf = last == b'\n';
        if self.is_after_lf {
            self.hash(before);
            let end = before.last();
            self.is_line_empty = end.map_or(self.is_line_empty, |&end| end == b'\n');
        } else {
            self.hash(bytes);
            self.is_line_empty = false;
        }
    }

    fn hash(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() < BUFFER {
            self.buffer.extend_from_slice(bytes);
            return;
        }
        self.hasher.update(&self.buffer);
        self.buffer.clear();
        self.hasher.update(bytes);
    }

    /// Ends the body and returns the first 128 bits of its hash. If the archive `has_separator`s, an empty line at the
    /// end is not part of the body.
    pub(crate) fn finish(&mut self, has_separator: bool) -> [u8; 16] {
        if self.is_after_cr {
            self.push_converted(b"\r");
        }
        if self.is_after_lf && !(has_separator && self.is_line_empty) {
            self.hash(b"\n");
        }
        self.hasher.update(&self.buffer);
        let hash = self.hasher.finalize();
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_bytes()[..16]);
        short
    }
}

#[cfg(test)]
mod tests {
    use super::{BUFFER, BodyHasher};

    fn hash(pieces: &[&[u8]], has_separator: bool) -> [u8; 16] {
        let mut hasher = BodyHasher::new();
        hasher.push(b"of another body\r");
        hasher.reset();
        for piece in pieces {
            hasher.push(piece);
        }
        hasher.finish(has_separator)
    }

    fn expected(body: &[u8]) -> [u8; 16] {
        let hash = blake3::hash(body);
        hash.as_bytes()[..16].try_into().expect("16 bytes")
    }

    #[test]
    fn line_breaks_and_separators_do_not_matter() {
        for (body, alone, separated) in [
            (&b""[..], &b""[..], &b""[..]),
            (b"\n", b"\n", b""),
            (b"\r\n", b"\n", b""),
            (b"a\n", b"a\n", b"a\n"),
            (b"a", b"a", b"a"),
            (b"a\r\nb\r\n\r\n", b"a\nb\n\n", b"a\nb\n"),
            (b"a\n\n\n", b"a\n\n\n", b"a\n\n"),
            (b"a\r\rb\r", b"a\r\rb\r", b"a\r\rb\r"),
            (b"\r\r\n\r", b"\r\n\r", b"\r\n\r"),
        ] {
            for (has_separator, as_hashed) in [(false, alone), (true, separated)] {
                let expected = expected(as_hashed);
                assert_eq!(hash(&[body], has_separator), expected, "{body:?}");
                let bytes: Vec<_> = body.chunks(1).collect();
                assert_eq!(hash(&bytes, has_separator), expected, "{body:?}");
                for at in 0..=body.len() {
                    let (one, other) = body.split_at(at);
                    assert_eq!(hash(&[one, &[], other], has_separator), expected);
                }
            }
        }
    }

    #[test]
    fn long_bodies_are_hashed_in_blocks() {
        const LINE: usize = 61;
        // So that the CR and the LF are at each distance from the end of each buffer and piece.
        for first in 0..LINE {
            let line = [&[b'x'; LINE - 2][..], b"\r\n"].concat();
            let body = [&b"y".repeat(first), &line.repeat(3 * BUFFER / LINE)[..]].concat();
            let lf = String::from_utf8_lossy(&body).replace("\r\n", "\n");
            assert!(lf.len() > 2 * BUFFER && lf.len() < body.len());
            for len in [1000, BUFFER, 70_000] {
                let pieces: Vec<_> = body.chunks(len).collect();
                assert_eq!(
                    hash(&pieces, false),
                    expected(lf.as_bytes()),
                    "{first} {len}"
                );
            }
        }
    }
}
