//! A text of any size.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

/// A text of any size: one block repeated, with an optional head and tail.
#[derive(Clone, Debug, Default)]
pub struct Text {
    name: &'static str,
    head: Vec<u8>,
    block: Vec<u8>,
    tail: Vec<u8>,
    links_per_block: u64,
    encoded_per_block: u64,
    links_at_end: u64,
}

impl Text {
    /// Creates a text of `block` repeated, with `links_per_block` links in each block.
    #[must_use]
    pub fn new(name: &'static str, block: impl Into<Vec<u8>>, links_per_block: u64) -> Self {
        Self {
            name,
            block: block.into(),
            links_per_block,
            ..Self::default()
        }
    }

    /// Adds a head.
    #[must_use]
    pub fn with_head(self, head: impl Into<Vec<u8>>) -> Self {
        let head = head.into();
        Self { head, ..self }
    }

    /// Adds a tail, which contains `links_at_end` links.
    #[must_use]
    pub fn with_tail(self, tail: impl Into<Vec<u8>>, links_at_end: u64) -> Self {
        let tail = tail.into();
        Self {
            tail,
            links_at_end,
            ..self
        }
    }

    /// Sets the number of links in a block that are found only after its mail is decoded.
    #[must_use]
    pub fn with_encoded(self, encoded_per_block: u64) -> Self {
        Self {
            encoded_per_block,
            ..self
        }
    }

    /// Returns the name, used for files and in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the number of links in a text of `size` bytes that is read as its own kind.
    #[must_use]
    pub fn links(&self, size: usize) -> u64 {
        self.blocks(size) as u64 * self.links_per_block + self.links_at_end
    }

    /// Returns the number of links in a text of `size` bytes, read as plain text.
    #[must_use]
    pub fn links_as_text(&self, size: usize) -> u64 {
        self.links(size) - self.blocks(size) as u64 * self.encoded_per_block
    }

    /// Returns the shortest text of complete blocks that has at least `size` bytes.
    #[must_use]
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        let blocks = self.block.repeat(self.blocks(size));
        [&self.head[..], &blocks, &self.tail].concat()
    }

    /// Writes the text to a file block by block.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, size: usize, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        file.write_all(&self.head)?;
        for _ in 0..self.blocks(size) {
            file.write_all(&self.block)?;
        }
        file.write_all(&self.tail)?;
        file.flush()
    }

    fn blocks(&self, size: usize) -> usize {
        let ends = self.head.len() + self.tail.len();
        size.saturating_sub(ends).div_ceil(self.block.len()).max(1)
    }
}
