//! The signatures of records, and their numeric fields.

/// APPNOTE 4.3.7, local file header.
pub(super) const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// APPNOTE 4.3.9.3, data descriptor; also the marker of a split archive (8.5.3).
pub(super) const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
/// APPNOTE 4.3.12, central directory header.
pub(super) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
/// APPNOTE 8.5.4, the marker of an archive that was written for splitting but not split.
pub(super) const NOT_SPLIT: [u8; 4] = *b"PK00";

/// Reads the little-endian number at an offset (APPNOTE 4.4.1.1); `None` if `bytes` are too short.
pub(super) fn le16(bytes: &[u8], at: usize) -> Option<u16> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*number))
}

/// Like [`le16`].
pub(super) fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*number))
}

/// Like [`le16`].
pub(super) fn le64(bytes: &[u8], at: usize) -> Option<u64> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*number))
}
