//! Skippable frames, which zstd and lz4 share (RFC 8878 §3.1.2).

/// The magic number, with a zero in the low half of its first byte.
const MAGIC: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

/// Returns whether these bytes are the magic number of a skippable frame.
pub(super) fn is_magic([first, rest @ ..]: [u8; 4]) -> bool {
    first & 0xf0 == MAGIC[0] && rest == MAGIC[1..]
}

/// Returns whether fewer than four bytes are a prefix of the magic number of a skippable frame.
pub(super) fn begins_magic(head: &[u8]) -> bool {
    let mut magic = MAGIC;
    magic[..head.len()].copy_from_slice(head);
    is_magic(magic)
}
