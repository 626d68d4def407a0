//! The local header and the data descriptor of a member.

use rawzip::extra_fields::{ExtraFieldId, ExtraFields};

use super::field::{DESCRIPTOR, LOCAL, le16, le32, le64};

/// The value of a 4-byte field whose real value is in the Zip64 extra field (APPNOTE 4.5.3).
const IN_ZIP64: u64 = 0xffff_ffff;

/// The recorded checksum and size of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// CRC-32 (APPNOTE 4.4.7).
    pub(super) crc: u32,
    /// Uncompressed size, in bytes.
    pub(super) size: u64,
}

/// A local file header (APPNOTE 4.3.7), without its two fields of variable length.
pub(super) struct LocalHeader {
    pub(super) flags: u16,
    pub(super) method: u16,
    /// The values in the header; zero if they are in a data descriptor.
    pub(super) expected: Expected,
    /// The compressed size in bytes, likewise.
    pub(super) compressed: u64,
    pub(super) name_len: usize,
    pub(super) extra_len: usize,
}

impl LocalHeader {
    /// The length of the fixed part, before the name.
    pub(super) const LEN: usize = 30;

    /// Parses the header at the start of `bytes`.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        if !bytes.starts_with(&LOCAL) {
            return None;
        }
        Some(Self {
            flags: le16(bytes, 6)?,
            method: le16(bytes, 8)?,
            expected: Expected {
                crc: le32(bytes, 14)?,
                size: le32(bytes, 22)?.into(),
            },
            compressed: le32(bytes, 18)?.into(),
            name_len: le16(bytes, 26)?.into(),
            extra_len: le16(bytes, 28)?.into(),
        })
    }

    /// Returns the distance from the start of the header to the data.
    pub(super) fn len(&self) -> u64 {
        (Self::LEN + self.name_len + self.extra_len) as u64
    }

    /// Returns whether checksum and sizes are in a data descriptor after the data (general purpose bit 3). Some writers
    /// set the bit, but write them in the header.
    pub(super) fn has_descriptor(&self) -> bool {
        let is_written = self.compressed > 0 && self.expected.crc != 0;
        self.flags & 1 << 3 != 0 && !is_written
    }

    /// Sets the sizes that are in the Zip64 extra field (APPNOTE 4.5.3). It should have both sizes, the
    /// uncompressed one first; some writers store only the one that is needed.
    pub(super) fn apply_zip64(&mut self, mut extra: ExtraFields<'_>) {
        let is_in_extra = [self.expected.size, self.compressed].map(|size| size == IN_ZIP64);
        if is_in_extra == [false, false] {
            return;
        }
        let Some((_, field)) = extra.find(|&(id, _)| id == ExtraFieldId::ZIP64) else {
            return;
        };
        if is_in_extra[0]
            && let Some(size) = le64(field, 0)
        {
            self.expected.size = size;
        }
        let at = if is_in_extra[0] || field.len() >= 16 {
            8
        } else {
            0
        };
        if is_in_extra[1]
            && let Some(size) = le64(field, at)
        {
            self.compressed = size;
        }
    }
}

/// A data descriptor (APPNOTE 4.3.9).
#[derive(Clone, Copy)]
pub(super) struct Descriptor {
    pub(super) expected: Expected,
    /// The length of the descriptor, in bytes.
    pub(super) len: usize,
}

impl Descriptor {
    /// The maximum length: with a signature and two sizes of 8 bytes.
    pub(super) const MAX_LEN: usize = 24;

    /// The lengths without a signature (4.3.9.3): with sizes of 4 bytes and of 8 bytes (4.3.9.2).
    const LENS: [usize; 2] = [12, 20];

    /// The numbers of bytes that may be between the data of a member and the next header: a descriptor with or without
    /// a signature.
    pub(super) const DISTANCES: [u64; 4] = [12, 16, 20, 24];

    /// Returns the short and the long descriptor that `bytes` may begin with, if its compressed size is
    /// `compressed`.
    ///
    /// A short descriptor may have a truncated size.
    pub(super) fn matching(bytes: &[u8], compressed: u64) -> [Option<Self>; 2] {
        let signature = if bytes.starts_with(&DESCRIPTOR) {
            DESCRIPTOR.len()
        } else {
            0
        };
        let fields = &bytes[signature..];
        Self::LENS.map(|len| {
            let crc = le32(fields, 0)?;
            let (matches, size) = match len {
                12 => {
                    let matches = le32(fields, 4)? == compressed as u32;
                    (matches, le32(fields, 8)?.into())
                }
                _ => (le64(fields, 4)? == compressed, le64(fields, 12)?),
            };
            matches.then_some(Self {
                expected: Expected { crc, size },
                len: signature + len,
            })
        })
    }
}
