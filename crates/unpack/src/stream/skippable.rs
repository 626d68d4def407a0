//! The starts of frames, and skippable frames, which zstd and lz4 share (RFC 8878 §3.1.2).

use super::members::MemberStart;

/// The magic number, with a zero in the low half of its first byte.
const MAGIC: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

/// Returns whether these bytes are the magic number of a skippable frame.
fn is_magic([first, rest @ ..]: [u8; 4]) -> bool {
    first & 0xf0 == MAGIC[0] && rest == MAGIC[1..]
}

/// Returns the magic number of the frame that begins with `head`, if it is one of these.
///
/// # Errors
///
/// Returns the start of a skippable frame, and what is known of another or an incomplete one.
pub(super) fn begin(head: &[u8], magics: &[[u8; 4]]) -> Result<[u8; 4], MemberStart> {
    let Some((&magic, rest)) = head.split_first_chunk() else {
        let mut skippable = MAGIC;
        skippable[..head.len()].copy_from_slice(head);
        let begins = magics.iter().any(|magic| magic.starts_with(head));
        return Err(if begins || is_magic(skippable) {
            MemberStart::Undecided
        } else {
            MemberStart::Other
        });
    };
    match rest.first_chunk() {
        _ if magics.contains(&magic) => Ok(magic),
        _ if !is_magic(magic) => Err(MemberStart::Other),
        Some(&size) => Err(MemberStart::Skip(8 + u64::from(u32::from_le_bytes(size)))),
        None => Err(MemberStart::Undecided),
    }
}
