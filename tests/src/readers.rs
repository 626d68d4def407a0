//! Readers that fail or are interrupted, and inputs that end early.

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
