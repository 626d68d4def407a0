//! The records before and after the data of a member.

use rawzip::extra_fields::{ExtraFieldId, ExtraFields};

use super::field::{DESCRIPTOR, LOCAL, le16, le32, le64};

/// A field of 4 bytes whose value is in the Zip64 extra field (APPNOTE 4.5.3).
const IN_ZIP64: u64 = 0xffff_ffff;

/// The recorded checksum and size of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// CRC-32 (APPNOTE 4.4.7).
    pub(super) crc: u32,
    /// Uncompressed size, in bytes.
    pub(super) size: u64,
}

/// A local file header (APPNOTE 4.3.7), but for its two fields of variable length.
pub(super) struct LocalHeader {
    version: u16,
    pub(super) flags: u16,
    pub(super) method: u16,
    /// As in the header; zero if they stand in a data descriptor.
    pub(super) expected: Expected,
    /// The length of the data in the file, likewise.
    pub(super) compressed: u64,
    pub(super) name_len: usize,
    pub(super) extra_len: usize,
}

impl LocalHeader {
    /// The length of what comes before the name.
    pub(super) const LEN: usize = 30;

    /// The header with which `bytes` begin.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        if !bytes.starts_with(&LOCAL) {
            return None;
        }
        Some(Self {
            version: le16(bytes, 4)?,
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

    /// How far the data are from the start of the header.
    pub(super) fn len(&self) -> u64 {
        (Self::LEN + self.name_len + self.extra_len) as u64
    }

    /// Whether such a header is ever written, so that it counts where none has to be: the version
    /// needed (APPNOTE 4.4.3.2) and the method (4.4.5) are such as were given out, with some room, and
    /// the flags that are unused or reserved (4.4.4) are not set.
    pub(super) fn is_plausible(&self) -> bool {
        const UNUSED: u16 = 0b1101_0111_1000_0000;
        // The high byte is the system, for some writers.
        let version = self.version & 0xff;
        version <= 100 && self.method <= 100 && self.flags & UNUSED == 0
    }

    /// General purpose bit 3: checksum and sizes stand in a data descriptor after the data.
    pub(super) fn has_descriptor(&self) -> bool {
        self.flags & 1 << 3 != 0
    }

    /// Takes the sizes that the header has no room for (APPNOTE 4.5.3). Both have to be there, first
    /// that of the member; some write only what is needed.
    pub(super) fn take_zip64(&mut self, mut extra: ExtraFields<'_>) {
        let wants = [self.expected.size, self.compressed].map(|size| size == IN_ZIP64);
        if wants == [false, false] {
            return;
        }
        let Some((_, field)) = extra.find(|&(id, _)| id == ExtraFieldId::ZIP64) else {
            return;
        };
        if wants[0]
            && let Some(size) = le64(field, 0)
        {
            self.expected.size = size;
        }
        let at = if wants[0] || field.len() >= 16 { 8 } else { 0 };
        if wants[1]
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
    /// How long it is, in bytes.
    pub(super) len: usize,
}

impl Descriptor {
    /// The longest has a signature and two sizes of 8 bytes.
    pub(super) const MOST: usize = 24;

    /// How long its forms without a signature are (4.3.9.3), and with it the forms with one. The sizes
    /// have 4 bytes in the first, and 8 in the second (4.3.9.2).
    pub(super) const LENS: [usize; 2] = [12, 20];

    /// The descriptors with which `bytes` may begin that say that the data have `compressed` bytes.
    ///
    /// Four bytes may hold what is left of a longer size.
    pub(super) fn fitting(bytes: &[u8], compressed: u64) -> [Option<Self>; 2] {
        let signature = if bytes.starts_with(&DESCRIPTOR) {
            DESCRIPTOR.len()
        } else {
            0
        };
        let fields = &bytes[signature..];
        Self::LENS.map(|len| {
            let crc = le32(fields, 0)?;
            let (fits, size) = match len {
                12 => {
                    let fits = le32(fields, 4)? == compressed as u32;
                    (fits, le32(fields, 8)?.into())
                }
                _ => (le64(fields, 4)? == compressed, le64(fields, 12)?),
            };
            fits.then_some(Self {
                expected: Expected { crc, size },
                len: signature + len,
            })
        })
    }
}
