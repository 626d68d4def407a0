//! Files with holes.

use std::io::{self, Read};

use tar::GnuSparseHeader;

use super::header::{number, push_digit};
use crate::{Fault, FaultKind, Format};

/// How many segments a map may have: it is kept in memory, 16 bytes each.
pub(super) const MOST_SEGMENTS: u64 = 100_000;

/// A part of a file that is no hole: from one offset to another.
struct Segment {
    from: u64,
    to: u64,
}

/// A map as it is read. What is wrong with it is remembered up to its end.
#[derive(Default)]
pub(super) struct MapBuilder {
    segments: Vec<Segment>,
    count: u64,
    /// Where the last segment ends.
    end: u64,
    /// How many bytes all of them have.
    stored: u64,
    wrong: Option<&'static str>,
}

impl MapBuilder {
    /// Adds a segment of so many bytes at an offset; `None` is what could not be read.
    pub(super) fn push(&mut self, offset: Option<u64>, len: Option<u64>) {
        if self.wrong.is_none() {
            self.wrong = self.add(offset, len).err();
        }
    }

    fn add(&mut self, offset: Option<u64>, len: Option<u64>) -> Result<(), &'static str> {
        let (Some(from), Some(len)) = (offset, len) else {
            return Err("a number in a sparse member's map cannot be read");
        };
        self.count += 1;
        if self.count > MOST_SEGMENTS {
            return Err("a sparse member's map has more than 100,000 segments");
        }
        if from < self.end {
            return Err("the segments of a sparse member overlap, or are not in order");
        }
        self.end = from
            .checked_add(len)
            .ok_or("a sparse member's map does not fit its size")?;
        // The end of a file that ends in a hole is told by an empty segment.
        if len > 0 {
            self.stored += len;
            self.segments.push(Segment { from, to: self.end });
        }
        Ok(())
    }

    /// Adds segments as GNU's old headers have them. The first empty field ends them.
    pub(super) fn push_fields(&mut self, fields: &[GnuSparseHeader]) {
        for field in fields.iter().take_while(|field| field.numbytes[0] != 0) {
            self.push(number(&field.offset), number(&field.numbytes));
        }
    }

    /// The map of a file of `size` bytes, of which `stored` are in the tar.
    pub(super) fn fit(self, size: Option<u64>, stored: u64) -> Result<Map, &'static str> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let size = size.ok_or("a sparse member has no size")?;
        if self.end > size || self.stored != stored {
            return Err("a sparse member's map does not fit its size");
        }
        let segments = self.segments;
        Ok(Map { segments, size })
    }
}

/// Where the data of a file belong in it: in order, not overlapping, none empty, all in its size.
pub(super) struct Map {
    segments: Vec<Segment>,
    size: u64,
}

/// Reads the map before the data, as version 1.0 has it: decimal numbers, a line end after each, how
/// many segments there are and the offset and length of each; then NULs up to the end of the block.
pub(super) struct MapReader {
    map: MapBuilder,
    /// How many segments are still to come, once that is known.
    left: Option<u64>,
    /// The offset of the segment whose length comes next.
    offset: Option<u64>,
    number: u64,
    has_digits: bool,
}

impl MapReader {
    pub(super) fn new() -> Self {
        Self {
            map: MapBuilder::default(),
            left: None,
            offset: None,
            number: 0,
            has_digits: false,
        }
    }

    /// Whether the map goes on in the next block.
    pub(super) fn wants_more(&self) -> bool {
        self.left != Some(0) && self.map.wrong.is_none()
    }

    /// Reads one block.
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

    /// The map, if all of it was read.
    pub(super) fn finish(mut self) -> MapBuilder {
        if self.wants_more() {
            self.map.push(None, None);
        }
        self.map
    }
}

/// Reads a file with its holes, which are zeros, from the data of its segments.
pub(super) struct Filled<'f, D> {
    data: D,
    map: Map,
    /// How many bytes of holes may be given yet, in this file and those after it.
    holes: &'f mut u64,
    /// Where the file's header stands.
    offset: u64,
    /// The first segment that does not end before `at`.
    next: usize,
    at: u64,
}

impl<'f, D> Filled<'f, D> {
    pub(super) fn new(data: D, map: Map, holes: &'f mut u64, offset: u64) -> Self {
        Self {
            data,
            map,
            holes,
            offset,
            next: 0,
            at: 0,
        }
    }
}

impl<D: Read> Read for Filled<'_, D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let segment = self.map.segments.get(self.next);
        let (is_hole, end) = match segment {
            Some(segment) if segment.from <= self.at => (false, segment.to),
            Some(segment) => (true, segment.from),
            None => (true, self.map.size),
        };
        let left = end - self.at;
        let most = usize::try_from(left).map_or(into.len(), |left| left.min(into.len()));
        let len = if is_hole {
            let len = usize::try_from(*self.holes).map_or(most, |holes| holes.min(most));
            if len < most && len == 0 {
                let kind = FaultKind::Corrupt("it has too large a hole");
                return Err(Fault::new(Format::Tar, self.offset, kind).into());
            }
            *self.holes -= len as u64;
            into[..len].fill(0);
            len
        } else {
            self.data.read(&mut into[..most])?
        };
        self.at += len as u64;
        if !is_hole && self.at == end {
            self.next += 1;
        }
        Ok(len)
    }
}
