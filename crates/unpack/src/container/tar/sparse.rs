//! Sparse files.
//!
//! A note to maintainers: a sparse member is read as the file that it stands for, with its holes as zeros, so that
//! offsets refer to the file. The alternative, to read only the stored segments, is faster, but joins the bytes on both
//! sides of a hole, and a link could be made of both. The price is a limit: a tar of a few bytes can announce holes of
//! any size, so only 1 GiB of them is read in all files of a source. Not worth doing: to repair maps that are out of
//! order or do not fit their sizes.

use std::{
    cell::Cell,
    io::{self, Read},
};

use tar::GnuSparseHeader;

use super::header::number;
use crate::{Fault, FaultKind, Format, container::decimal::push_digit};

/// The maximum number of segments of a map, which is kept in memory: 16 bytes each.
pub(super) const MAX_SEGMENTS: u64 = 100_000;

/// A part of a file that is not a hole.
struct Segment {
    start: u64,
    end: u64,
}

/// Builds a map from its segments. Keeps the first error.
#[derive(Default)]
pub(super) struct SparseMapBuilder {
    segments: Vec<Segment>,
    count: u64,
    /// The end of the last segment.
    end: u64,
    /// The total number of bytes of the segments.
    stored: u64,
    error: Option<&'static str>,
}

impl SparseMapBuilder {
    /// Adds a segment of `len` bytes at `offset`; `None` stands for an invalid number.
    pub(super) fn push(&mut self, offset: Option<u64>, len: Option<u64>) {
        if self.error.is_none() {
            self.error = self.add(offset, len).err();
        }
    }

    fn add(&mut self, offset: Option<u64>, len: Option<u64>) -> Result<(), &'static str> {
        let (Some(start), Some(len)) = (offset, len) else {
            return Err("a sparse member's map has an invalid number");
        };
        self.count += 1;
        if self.count > MAX_SEGMENTS {
            return Err("a sparse member's map has more than 100,000 segments");
        }
        if start < self.end {
            return Err("a sparse member's map has overlapping or unordered segments");
        }
        self.end = start
            .checked_add(len)
            .ok_or("a sparse member's map does not fit its size")?;
        // An empty segment marks the end of a file that ends in a hole.
        if len > 0 {
            self.stored += len;
            self.segments.push(Segment {
                start,
                end: self.end,
            });
        }
        Ok(())
    }

    /// Adds the segments of a header in GNU's old format, up to the first empty field.
    pub(super) fn push_fields(&mut self, fields: &[GnuSparseHeader]) {
        for field in fields.iter().take_while(|field| field.numbytes[0] != 0) {
            self.push(number(&field.offset), number(&field.numbytes));
        }
    }

    /// Returns the map of a file of `size` bytes, of which `stored` are in the tar.
    pub(super) fn build(self, size: Option<u64>, stored: u64) -> Result<SparseMap, &'static str> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let size = size.ok_or("a sparse member has no size")?;
        if self.end > size || self.stored != stored {
            return Err("a sparse member's map does not fit its size");
        }
        let segments = self.segments;
        Ok(SparseMap { segments, size })
    }
}

/// The segments of a file: ordered, not empty, not overlapping, and within its size.
pub(super) struct SparseMap {
    segments: Vec<Segment>,
    size: u64,
}

impl SparseMap {
    /// Returns the number of bytes in holes.
    fn hole_bytes(&self) -> u64 {
        let stored: u64 = self
            .segments
            .iter()
            .map(|segment| segment.end - segment.start)
            .sum();
        self.size - stored
    }
}

/// Parses the map before the data in version 1.0: the number of segments, then the offset and the length of
/// each, as decimal numbers that end with a line feed; then NULs up to the end of the block.
pub(super) struct SparseMapParser {
    map: SparseMapBuilder,
    /// The number of segments left, once it is known.
    left: Option<u64>,
    /// The offset of the segment whose length follows.
    offset: Option<u64>,
    number: u64,
    has_digits: bool,
}

impl SparseMapParser {
    pub(super) fn new() -> Self {
        Self {
            map: SparseMapBuilder::default(),
            left: None,
            offset: None,
            number: 0,
            has_digits: false,
        }
    }

    /// Returns whether the map continues in the next block.
    pub(super) fn wants_more(&self) -> bool {
        self.left != Some(0) && self.map.error.is_none()
    }

    /// Parses one block.
    pub(super) fn read(&mut self, block: &[u8]) {
        for &byte in block {
            if !self.wants_more() {
                return;
            }
            if byte == b'\n' && self.has_digits {
                self.take_number();
            } else if let Some(number) = push_digit(self.number, byte) {
                self.number = number;
                self.has_digits = true;
            } else {
                self.map.push(None, None);
            }
        }
    }

    fn take_number(&mut self) {
        let number = std::mem::take(&mut self.number);
        self.has_digits = false;
        match (self.left, self.offset.take()) {
            (None, _) => self.left = Some(number),
            (Some(_), None) => self.offset = Some(number),
            (Some(left), Some(offset)) => {
                self.map.push(Some(offset), Some(number));
                self.left = Some(left - 1);
            }
        }
    }

    /// Returns the builder of the map. An incomplete map is an error.
    pub(super) fn finish(mut self) -> SparseMapBuilder {
        if self.wants_more() {
            self.map.push(None, None);
        }
        self.map
    }
}

/// Reads a sparse file from the data of its segments, with holes as zeros.
pub(super) struct SparseReader<D> {
    data: D,
    map: SparseMap,
    /// The number of bytes of its holes that may still be read.
    holes: u64,
    /// The offset of the header of the file.
    offset: u64,
    /// The index of the first segment that ends after `position`.
    next: usize,
    position: u64,
}

impl<D> SparseReader<D> {
    /// Creates a reader. `holes` is the number of bytes of holes that may be read in this file and the following ones:
    /// all of this file count, whether they are read or not, so that what is read of the others does not depend on it.
    pub(super) fn new(data: D, map: SparseMap, holes: &Cell<u64>, offset: u64) -> Self {
        let left = holes.get();
        let own = left.min(map.hole_bytes());
        holes.set(left - own);
        Self {
            data,
            map,
            holes: own,
            offset,
            next: 0,
            position: 0,
        }
    }
}

impl<D: Read> Read for SparseReader<D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let segment = self.map.segments.get(self.next);
        let (is_hole, end) = match segment {
            Some(segment) if segment.start <= self.position => (false, segment.end),
            Some(segment) => (true, segment.start),
            None => (true, self.map.size),
        };
        let left = end - self.position;
        let most = usize::try_from(left).map_or(into.len(), |left| left.min(into.len()));
        let len = if is_hole {
            let len = usize::try_from(self.holes).map_or(most, |holes| holes.min(most));
            if len < most && len == 0 {
                let kind = FaultKind::Corrupt("its holes exceed the limit");
                return Err(Fault::new(Format::Tar, self.offset, kind).into());
            }
            self.holes -= len as u64;
            into[..len].fill(0);
            len
        } else {
            self.data.read(&mut into[..most])?
        };
        self.position += len as u64;
        if !is_hole && self.position == end {
            self.next += 1;
        }
        Ok(len)
    }
}
