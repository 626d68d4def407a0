//! Checks the chains of sectors of the streams in a compound file (MS-CFB §2.3, §2.4).
//!
//! Whenever a stream is opened, its complete chain is followed in memory, which the budget for reading does not cover.
//! So the work is in proportion to the size of the file only if few streams share sectors. In a valid file, none do.

use std::io::{Read, Seek, SeekFrom};

use crate::files::fault::{FaultKind, Result, corrupt};

/// The lengths of the header (§2.2) and of an entry of the directory (§2.6.1), in bytes.
const HEADER: usize = 512;
const ENTRY: usize = 128;

/// The type of a directory entry for a stream (§2.6.1).
const STREAM: u8 = 2;

/// The length in bytes from which on a stream is not stored in the mini stream (§2.2).
const CUTOFF: u32 = 4096;

/// In how many chains each sector may be, on average.
const CHAINS_PER_SECTOR: usize = 8;

/// The number of sectors that chains may have in addition, so that small files are never refused.
const ALLOWANCE: usize = 1 << 16;

/// Returns an error if the chains of the streams are together much longer than the tables of sectors.
///
/// Memory: the tables, of 4 bytes for each sector.
pub(super) fn check(mut file: impl Read + Seek, len: u64) -> Result<()> {
    let mut header = [0; HEADER];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut header)?;
    let mut sectors = Sectors {
        file,
        shift: if header[30] == 12 { 12 } else { 9 },
        len,
    };
    let number = |at| u32_at(&header, at);
    let fat = sectors.fat(&header[76..], number(68))?;
    let mini = sectors.chain(&fat, number(60))?;
    let mini: Vec<u32> = mini.chunks_exact(4).map(|four| u32_at(four, 0)).collect();
    let mut left = CHAINS_PER_SECTOR * (fat.len() + mini.len()) + ALLOWANCE;
    for entry in sectors.chain(&fat, number(48))?.chunks_exact(ENTRY) {
        if entry[66] != STREAM {
            continue;
        }
        // In version 3, with sectors of 512 bytes, a length has 32 bits, and the 32 bits after it may have any value.
        let high = if sectors.shift == 12 {
            u32_at(entry, 124)
        } else {
            0
        };
        let is_short = high == 0 && u32_at(entry, 120) < CUTOFF;
        let table = if is_short { &mini } else { &fat };
        let mut sector = u32_at(entry, 116);
        while let Some(&next) = table.get(sector as usize) {
            left = left.checked_sub(1).ok_or(FaultKind::TooMuch)?;
            sector = next;
        }
    }
    Ok(())
}

/// The sectors of a file.
struct Sectors<F> {
    file: F,
    /// The binary logarithm of the length of a sector.
    shift: u32,
    len: u64,
}

impl<F: Read + Seek> Sectors<F> {
    /// Returns the number of sectors after the header, including one that is cut off.
    fn count(&self) -> usize {
        usize::try_from(self.len >> self.shift).unwrap_or(usize::MAX)
    }

    /// Adds the bytes of a sector.
    fn read(&mut self, sector: u32, bytes: &mut Vec<u8>) -> Result<()> {
        let start = bytes.len();
        bytes.resize(start + (1 << self.shift), 0);
        let offset = (u64::from(sector) + 1) << self.shift;
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(&mut bytes[start..])?;
        Ok(())
    }

    /// Reads the table of sectors, whose own sectors are listed in the header and in a chain of other sectors (§2.5).
    fn fat(&mut self, listed: &[u8], first: u32) -> Result<Vec<u32>> {
        let mut lists = listed.to_vec();
        let mut next = first;
        let mut left = self.count();
        while (next as usize) < self.count() {
            if left == 0 {
                return corrupt("a chain of sectors refers to itself");
            }
            left -= 1;
            self.read(next, &mut lists)?;
            let end = lists.len() - 4;
            next = u32_at(&lists, end);
            lists.truncate(end);
        }
        let mut bytes = Vec::new();
        let count = self.count();
        let ids = lists.chunks_exact(4).map(|four| u32_at(four, 0));
        // A table has an entry for each sector of the file, and its last sector may have unused entries.
        for id in ids.filter(|&id| (id as usize) < count).take(count / 64 + 1) {
            self.read(id, &mut bytes)?;
        }
        Ok(bytes.chunks_exact(4).map(|four| u32_at(four, 0)).collect())
    }

    /// Reads a chain of sectors.
    fn chain(&mut self, fat: &[u32], first: u32) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut next = first;
        while let Some(&after) = fat.get(next as usize) {
            if bytes.len() as u64 > self.len {
                return corrupt("a chain of sectors refers to itself");
            }
            self.read(next, &mut bytes)?;
            next = after;
        }
        Ok(bytes)
    }
}

/// Returns the little-endian number at an offset. The bytes must contain it.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..).and_then(<[u8]>::first_chunk);
    four.copied().map_or(u32::MAX, u32::from_le_bytes)
}
