//! cpio archives (POSIX.1, and the manual of GNU cpio).

use super::File;

/// A format of headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `newc`, of SVR4.
    Newc,
    /// `newc` with the sum of the bytes of each member.
    Crc,
    /// `odc`, of POSIX.1.
    Odc,
    /// The old binary format, with the low byte of each number first.
    Binary,
    /// The same with the high byte first.
    Swapped,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self::Newc,
        Self::Crc,
        Self::Odc,
        Self::Binary,
        Self::Swapped,
    ];

    fn alignment(self) -> usize {
        match self {
            Self::Newc | Self::Crc => 4,
            Self::Odc => 1,
            Self::Binary | Self::Swapped => 2,
        }
    }
}

/// The mode of a regular file.
pub const FILE: u32 = 0o100_644;

/// A writer of cpio archives.
#[derive(Clone, Debug)]
pub struct Cpio {
    format: Format,
    bytes: Vec<u8>,
}

/// Returns an archive of these files.
#[must_use]
pub fn from_files(format: Format, files: &[File]) -> Vec<u8> {
    let files = files.iter();
    let cpio = files.fold(Cpio::new(format), |cpio, (name, bytes)| {
        cpio.member(FILE, 1, name, bytes)
    });
    cpio.finish()
}

impl Cpio {
    /// Creates an empty archive.
    #[must_use]
    pub fn new(format: Format) -> Self {
        let bytes = Vec::new();
        Self { format, bytes }
    }

    /// Adds a member with this mode and number of links.
    #[must_use]
    pub fn member(
        mut self,
        mode: u32,
        links: u32,
        name: impl AsRef<[u8]>,
        data: impl AsRef<[u8]>,
    ) -> Self {
        let (name, data) = (name.as_ref(), data.as_ref());
        let name_len = name.len() as u32 + 1;
        let size = data.len() as u32;
        let sum = data
            .iter()
            .fold(0_u32, |sum, &byte| sum.wrapping_add(byte.into()));
        let start = self.bytes.len();
        match self.format {
            Format::Newc | Format::Crc => {
                let (magic, sum) = match self.format {
                    Format::Crc => ("070702", sum),
                    _ => ("070701", 0),
                };
                self.bytes.extend_from_slice(magic.as_bytes());
                for number in [1, mode, 0, 0, links, 0, size, 0, 0, 0, 0, name_len, sum] {
                    self.bytes.extend(format!("{number:08X}").into_bytes());
                }
            }
            Format::Odc => {
                let header = format!(
                    "070707{:06o}{:06o}{mode:06o}{:06o}{:06o}{links:06o}{:06o}{:011o}{name_len:06o}{size:011o}",
                    0, 1, 0, 0, 0, 0
                );
                self.bytes.extend(header.into_bytes());
            }
            Format::Binary | Format::Swapped => {
                let halves = [size >> 16, size & 0xffff];
                let numbers = [
                    0o070_707, 0, 1, mode, 0, 0, links, 0, 0, 0, name_len, halves[0], halves[1],
                ];
                for number in numbers.map(|number| number as u16) {
                    self.bytes.extend(match self.format {
                        Format::Binary => number.to_le_bytes(),
                        _ => number.to_be_bytes(),
                    });
                }
            }
        }
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
        self.pad(start);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(data);
        self.pad(start);
        self
    }

    /// Pads what begins at an offset.
    fn pad(&mut self, start: usize) {
        let len = (self.bytes.len() - start).next_multiple_of(self.format.alignment());
        self.bytes.resize(start + len, 0);
    }

    /// Returns the archive with its trailer.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.member(0, 1, "TRAILER!!!", "").bytes
    }

    /// Returns the archive without a trailer.
    #[must_use]
    pub fn unfinished(self) -> Vec<u8> {
        self.bytes
    }
}
