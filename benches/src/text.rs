//! Texts of any size, the same bytes every time, of which it is known how many hits are in them.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::Error;

/// A text that is one block over and over, with something before the first and after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    name: &'static str,
    head: Vec<u8>,
    block: Vec<u8>,
    hits_of_block: u64,
    tail: Vec<u8>,
    hits_of_ends: u64,
}

impl Text {
    /// A block by a name, and how many hits are in each one of many.
    #[must_use]
    pub fn new(name: &'static str, block: impl Into<Vec<u8>>, hits_of_block: u64) -> Self {
        Self {
            name,
            block: block.into(),
            hits_of_block,
            ..Self::default()
        }
    }

    /// Puts something before the first block.
    #[must_use]
    pub fn behind(self, head: impl Into<Vec<u8>>) -> Self {
        let head = head.into();
        Self { head, ..self }
    }

    /// Puts something after the last block, and says how many hits that makes more.
    #[must_use]
    pub fn ending(self, tail: impl Into<Vec<u8>>, hits_of_ends: u64) -> Self {
        let tail = tail.into();
        Self {
            tail,
            hits_of_ends,
            ..self
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many hits are in a text of about this size.
    #[must_use]
    pub fn hits(&self, size: usize) -> u64 {
        self.blocks(size) as u64 * self.hits_of_block + self.hits_of_ends
    }

    /// The fewest whole blocks that make up this size.
    fn blocks(&self, size: usize) -> usize {
        let ends = self.head.len() + self.tail.len();
        size.saturating_sub(ends).div_ceil(self.block.len()).max(1)
    }

    /// Writes the text, at least so many bytes, at most a block more.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, size: usize, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&self.head)?;
        for _ in 0..self.blocks(size) {
            to.write_all(&self.block)?;
        }
        to.write_all(&self.tail)
    }

    /// Writes the text to a file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self, size: usize, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        self.write(size, &mut file)?;
        file.flush()
    }

    /// The text in memory.
    #[must_use]
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        [
            &self.head,
            &self.block.repeat(self.blocks(size)),
            &self.tail,
        ]
        .map(Vec::as_slice)
        .concat()
    }
}

/// A URL in every line, one in four of them wrapped, one in four quoted.
#[must_use]
pub fn dense() -> Text {
    let mut dice = Dice(1);
    let lines = 20_000;
    let block: String = (0..lines)
        .map(|_| {
            let (wrapped, quoted) = (dice.roll(4) == 0, dice.roll(4) == 0);
            dice.link_line(wrapped, quoted)
        })
        .collect();
    Text::new("dense.txt", block, lines)
}

/// Prose without any `<`.
#[must_use]
pub fn sparse() -> Text {
    let mut dice = Dice(2);
    let block: String = (0..20_000).map(|_| dice.prose_line()).collect();
    Text::new("sparse.txt", block, 0)
}

/// Prose with a URL in every so-manieth line, neither wrapped nor quoted.
#[must_use]
pub fn every(name: &'static str, nth: usize) -> Text {
    let mut dice = Dice(3);
    let links = 200;
    let mut block = String::new();
    for _ in 0..links {
        block.extend((1..nth).map(|_| dice.prose_line()));
        block += &dice.link_line(false, false);
    }
    Text::new(name, block, links)
}

/// A URL in every line, all of them both wrapped and quoted.
#[must_use]
pub fn wrapped_and_quoted() -> Text {
    let mut dice = Dice(4);
    let lines = 2_000;
    let block: String = (0..lines).map(|_| dice.link_line(true, true)).collect();
    Text::new("wrapped-and-quoted", block, lines)
}

/// The mail of the corpus, without the marks that say where the hits are; one hit for each pair.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn mail() -> Result<Text, Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/prose");
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|found| found == "marked"));
    paths.sort();
    let (mut block, mut hits) = (String::new(), 0);
    for path in paths {
        let marked = fs::read_to_string(path)?;
        if !marked.starts_with("From ") {
            block += "From nobody@example.org Mon Jan  7 00:00:00 2002\n";
        }
        hits += marked.matches('⟦').count() as u64;
        block += marked
            .replace(['⟦', '⟧', '«', '»', '✗', '†'], "")
            .trim_end();
        block += "\n\n";
    }
    Ok(Text::new("mail.mbox", block, hits))
}

const WORDS: [&str; 16] = [
    "about", "and", "archive", "bell", "for", "from", "index", "lake", "notes", "of", "old",
    "paper", "table", "the", "to", "week",
];

/// A seeded generator of numbers (`SplitMix64`), and of lines.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The lowest bits of a product are the poorest ones.
        ((mixed ^ (mixed >> 31)) >> 32) as usize % sides
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.roll(WORDS.len())]
    }

    pub(crate) fn prose_line(&mut self) -> String {
        let mut line = String::new();
        while line.len() < 65 {
            line += self.word();
            line.push(' ');
        }
        line.pop();
        line + "\n"
    }

    fn link_line(&mut self, wrapped: bool, quoted: bool) -> String {
        let scheme = ["http", "https", "ftp", "gopher"][self.roll(4)];
        let (host, end) = (self.word(), ["com", "net", "org"][self.roll(3)]);
        let mut path = String::new();
        for _ in 0..=self.roll(5) {
            let number = self.roll(100);
            path.extend(["/", self.word(), &number.to_string()]);
        }
        let quote = if quoted { "> " } else { "" };
        if wrapped {
            let cut = 1 + self.roll(path.len() - 1);
            path.insert_str(cut, &format!("\n{quote}"));
        }
        let opening = ["<", "<URL:"][self.roll(2)];
        let (before, after) = (self.word(), self.word());
        format!("{quote}{before} {opening}{scheme}://{host}.example.{end}{path}> {after}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_long_as_was_asked_for_or_a_block_more() {
        let text = Text::new("x", "abc", 2).behind("<").ending(">", 1);
        for size in 0..20 {
            let bytes = text.bytes(size);
            assert!((size..size.max(5) + 3).contains(&bytes.len()), "{size}");
            assert_eq!(text.hits(size), (bytes.len() as u64 - 2) / 3 * 2 + 1);
            let mut written = Vec::new();
            text.write(size, &mut written).expect("a vector");
            assert_eq!(written, bytes);
        }
    }

    #[test]
    fn lines_with_and_without_links_are_what_they_say() {
        let count = |text: &Text| memchr::memchr_iter(b'<', &text.bytes(1)).count() as u64;
        assert_eq!(count(&sparse()), 0);
        for text in [dense(), every("common", 10), wrapped_and_quoted()] {
            assert_eq!(count(&text), text.hits(1), "{}", text.name());
        }
    }
}
