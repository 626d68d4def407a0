//! Reads a file in large blocks, for a reader that looks at many places.

use std::io::{self, Read, Seek, SeekFrom};

/// The number of bytes read at a time.
const BLOCK: usize = 1 << 20;

/// The maximum number of blocks in memory. The search for the first message of a range looks at 4 MiB before its start
/// and at what messages there declare as their ends, at most 4 MiB further on.
const BLOCKS: usize = 10;

/// A file that is read in blocks of 1 MiB, of which the last ten that were used stay in memory.
///
/// Finding the first message of a range takes several hundred small reads of the same few megabytes, each of which
/// would be a request if the file is in an object store. The file must not change in the meantime. The position of the
/// wrapped file changes.
#[derive(Debug)]
pub(super) struct BlockReader<F> {
    file: F,
    /// The offset of the next read.
    at: u64,
    /// The blocks in memory, the most recently used one last.
    blocks: Vec<Block>,
}

#[derive(Debug)]
struct Block {
    /// A multiple of [`BLOCK`].
    start: u64,
    /// Shorter at the end of the file.
    bytes: Vec<u8>,
}

impl<F: Read + Seek> BlockReader<F> {
    /// Creates a reader at the start of the file.
    pub(super) const fn new(file: F) -> Self {
        Self {
            file,
            at: 0,
            blocks: Vec::new(),
        }
    }

    /// Returns the bytes of the block that begins at an offset.
    fn block(&mut self, start: u64) -> io::Result<&[u8]> {
        let known = self.blocks.iter().position(|block| block.start == start);
        let block = match known {
            Some(index) => self.blocks.remove(index),
            None => self.read_block(start)?,
        };
        self.blocks.push(block);
        Ok(self.blocks.last().map_or(&[], |block| &block.bytes))
    }

    fn read_block(&mut self, start: u64) -> io::Result<Block> {
        let mut bytes = if self.blocks.len() < BLOCKS {
            Vec::new()
        } else {
            self.blocks.remove(0).bytes
        };
        bytes.clear();
        self.file.seek(SeekFrom::Start(start))?;
        let file = self.file.by_ref();
        file.take(BLOCK as u64).read_to_end(&mut bytes)?;
        Ok(Block { start, bytes })
    }
}

impl<F: Read + Seek> Read for BlockReader<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let within = self.at % BLOCK as u64;
        let bytes = self.block(self.at - within)?;
        let mut rest = bytes.get(within as usize..).unwrap_or_default();
        let len = rest.read(into)?;
        self.at += len as u64;
        Ok(len)
    }
}

impl<F: Read + Seek> Seek for BlockReader<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(distance) => self.at.checked_add_signed(distance),
            SeekFrom::End(_) => Some(self.file.seek(to)?),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read, Seek, SeekFrom};

    use proptest::prelude::*;
    use urlsift::{Kind, archive::first_message};

    use super::{BLOCK, BLOCKS, BlockReader};

    /// Counts what is read.
    struct Counted<F> {
        file: F,
        seeks: usize,
        bytes: usize,
    }

    impl<F> Counted<F> {
        fn new(file: F) -> Self {
            Self {
                file,
                seeks: 0,
                bytes: 0,
            }
        }
    }

    impl<F: Read> Read for Counted<F> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let len = self.file.read(into)?;
            self.bytes += len;
            Ok(len)
        }
    }

    impl<F: Seek> Seek for Counted<F> {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.seeks += 1;
            self.file.seek(to)
        }
    }

    fn bytes(len: usize) -> Vec<u8> {
        (0..len).map(|at| (at % 251) as u8).collect()
    }

    proptest! {
        #[test]
        fn reads_what_the_file_has(
            reads in prop::collection::vec((0..(BLOCKS as u64 + 3) << 20, 0..3usize, 0..3 * BLOCK), 1..40),
            len in 0..(BLOCKS + 2) << 20,
        ) {
            let bytes = bytes(len);
            let mut file = Cursor::new(&bytes);
            let mut reader = BlockReader::new(Cursor::new(&bytes));
            for (offset, way, most) in reads {
                let to = match way {
                    0 => SeekFrom::Start(offset),
                    1 => SeekFrom::Current(offset.cast_signed() - file.position().cast_signed()),
                    _ => SeekFrom::End(-offset.min(len as u64).cast_signed()),
                };
                prop_assert_eq!(reader.seek(to)?, file.seek(to)?);
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                file.by_ref().take(most as u64).read_to_end(&mut expected)?;
                reader.by_ref().take(most as u64).read_to_end(&mut found)?;
                prop_assert!(expected == found);
                prop_assert!(reader.blocks.len() <= BLOCKS);
            }
        }
    }

    #[test]
    fn there_is_nothing_before_the_start() {
        let mut reader = BlockReader::new(Cursor::new(b"ab"));
        assert!(reader.seek(SeekFrom::Current(-1)).is_err());
        assert!(reader.seek(SeekFrom::Start(1)).is_ok());
        assert_eq!(reader.seek(SeekFrom::Current(-1)).ok(), Some(0));
    }

    #[test]
    fn a_block_that_is_used_stays() {
        let bytes = bytes((BLOCKS + 3) * BLOCK);
        let mut reader = BlockReader::new(Counted::new(Cursor::new(&bytes)));
        let mut at = |block: usize| {
            let offset = (block * BLOCK) as u64;
            reader.seek(SeekFrom::Start(offset)).expect("a position");
            let mut byte = [0];
            reader.read_exact(&mut byte).expect("a byte");
            reader.file.seeks
        };
        (0..BLOCKS).for_each(|block| {
            at(block);
        });
        assert_eq!((at(0), at(1)), (BLOCKS, BLOCKS));
        // The block that was not used for the longest time makes room.
        assert_eq!(
            (at(BLOCKS), at(0), at(2)),
            (BLOCKS + 1, BLOCKS + 1, BLOCKS + 2)
        );
    }

    #[test]
    fn a_search_for_a_message_reads_few_blocks() {
        // Each message declares that it ends within the next one, which has to be looked at.
        let mut mbox = Vec::new();
        while mbox.len() < 24 << 20 {
            let body = "x\n".repeat(500 + mbox.len() % 3000);
            let header = format!(
                "From a@b Mon Jan 30 09:12:04 1995\nContent-Length: {}\n\n",
                body.len() + 100
            );
            mbox.extend_from_slice(header.as_bytes());
            mbox.extend_from_slice(body.as_bytes());
            mbox.push(b'\n');
        }
        let start = 15 << 20;
        let mut direct = Counted::new(Cursor::new(&mbox));
        let expected = first_message(&mut direct, Kind::Mboxo, start).expect("a message");
        let mut counted = Counted::new(Cursor::new(&mbox));
        let reader = BlockReader::new(&mut counted);
        assert_eq!(
            first_message(reader, Kind::Mboxo, start).expect("a message"),
            expected
        );
        assert!(direct.seeks > 500, "{} seeks", direct.seeks);
        // The start of the file, and 4 MiB before the range and a little on both sides.
        assert!(counted.seeks <= 8, "{} seeks", counted.seeks);
        assert!(counted.bytes <= 8 * BLOCK, "{} bytes", counted.bytes);
    }
}
