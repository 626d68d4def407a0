//! Readers that fail or return little, and inputs that end early.

use std::{
    collections::VecDeque,
    io::{self, Read},
};

/// A reader that returns the given results, one per read, and then the end of the input.
#[derive(Debug)]
pub struct ScriptedReader(VecDeque<io::Result<&'static [u8]>>);

impl ScriptedReader {
    /// Creates a reader with these results. Each must fit into the buffer of its read.
    #[must_use]
    pub fn new(results: Vec<io::Result<&'static [u8]>>) -> Self {
        Self(results.into())
    }
}

impl Read for ScriptedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.pop_front() {
            Some(result) => result?.read(buffer),
            None => Ok(0),
        }
    }
}

/// A reader that returns `head` in the first reads and then at most `read_size` bytes of `tail` per read.
#[derive(Clone, Copy, Debug)]
pub struct SplitReader<'f> {
    /// The bytes read first.
    pub head: &'f [u8],
    /// The bytes after them.
    pub tail: &'f [u8],
    /// The maximum number of bytes per read of the tail, at least 1.
    pub read_size: usize,
}

impl Read for SplitReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.head.is_empty() {
            return self.head.read(into);
        }
        let len = into.len().min(self.read_size);
        self.tail.read(&mut into[..len])
    }
}

/// Inputs that contain the URL `http://a.example/1` and are truncated in a second candidate, which a search must not
/// report if reading fails there.
pub const TRUNCATED_INPUTS: [&[u8]; 6] = [
    // An open candidate, at the end of the bytes and at the end of a line.
    b"<http://a.example/1> <http://b.example/",
    b"<http://a.example/1>\n<http://b.example/\n",
    // A field that may be folded, and a complete field.
    b"Subject: <http://a.example/1>\nX: <http://b.example/\n",
    // `&#62;` is a `>`, but `&#620;` is not, and half a tag is not a line break.
    b"Content-Type: text/html\n\n&lt;http://a.example/1&gt; &lt;http://b.example/&#62",
    b"Content-Type: text/html\n\n&lt;http://a.example/1&gt; &lt;http://b.example/&gt",
    b"Content-Type: text/html\n\n&lt;http://a.example/1&gt; &lt;http://b.example/</p",
];
