//! The headers of a tar file and their fields.

use std::ops::Range;

use tar::Header;

/// The size of a block, in bytes. Headers and data begin at multiples of it.
pub(crate) const BLOCK: usize = 512;

/// The position of `ustar` in a header (POSIX pax, "ustar Interchange Format").
const MAGIC: Range<usize> = 257..262;
const CHECKSUM: Range<usize> = 148..156;
const PREFIX: Range<usize> = 345..500;

/// The kind of a header, by its `typeflag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderKind {
    /// A file, or the continuation of one.
    File,
    /// A sparse file in GNU's old format, with its map in the header.
    Sparse,
    /// An undefined type, read as a file, as POSIX asks.
    Unknown,
    /// Not a file, but followed by data of its size.
    Other,
    /// Not a file, and usually without data, whatever its size.
    Dataless,
    /// GNU's `L`: the name of the next member.
    LongName,
    /// GNU's `K`: the link name of the next member.
    LongLink,
    /// POSIX' `x`: records about the next member.
    Extended,
    /// POSIX' `g`: records about all members that follow.
    Global,
}

impl HeaderKind {
    pub(super) fn of(header: &Header) -> Self {
        match header.entry_type().as_byte() {
            // In Unix v7 a directory is marked only by a slash at the end of its name.
            b'0' if is_v7_directory(header) => Self::Dataless,
            // `M` is the rest of a file that began on another volume.
            b'0' | b'7' | b'M' => Self::File,
            b'S' => Self::Sparse,
            b'L' => Self::LongName,
            b'K' => Self::LongLink,
            // `X` is Sun's predecessor of `x`, with the same records.
            b'x' | b'X' => Self::Extended,
            b'g' => Self::Global,
            // Links, devices, directories, FIFOs; volume labels; star's inode metadata.
            b'1'..=b'6' | b'V' | b'I' => Self::Dataless,
            // GNU's directory listings and old lists of names; Sun's ACLs and attributes.
            b'D' | b'N' | b'A' | b'E' => Self::Other,
            _ => Self::Unknown,
        }
    }
}

fn is_v7_directory(header: &Header) -> bool {
    !has_magic(header.as_bytes()) && until_nul(&header.as_old().name).ends_with(b"/")
}

/// Returns whether a block has the magic `ustar` (since POSIX.1-1988).
pub(super) fn has_magic(block: &[u8]) -> bool {
    block.get(MAGIC) == Some(b"ustar")
}

pub(super) fn is_zero(block: &[u8; BLOCK]) -> bool {
    *block == [0; BLOCK]
}

/// Returns whether a block is a header, by its checksum.
///
/// A header always contains a NUL, which ends its names and numbers. Text contains none, so it is never
/// mistaken for a header with a matching checksum.
pub(super) fn is_header(block: &[u8]) -> bool {
    block.len() == BLOCK && has_valid_checksum(block) && block.contains(&0)
}

/// Returns whether the checksum matches: the sum of the unsigned bytes, with the checksum field as spaces.
/// Some old writers summed signed bytes.
fn has_valid_checksum(block: &[u8]) -> bool {
    let Some(recorded) = octal(&block[CHECKSUM]) else {
        return false;
    };
    let blanks = CHECKSUM.len() as u64 * u64::from(b' ');
    let unsigned = sum(block) - sum(&block[CHECKSUM]) + blanks;
    if recorded == unsigned {
        return true;
    }
    // A signed byte with the high bit set is less by 256. The checksum field has none.
    let high = block.iter().filter(|&&byte| byte >= 0x80).count() as u64;
    recorded + 256 * high == unsigned
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().copied().map(u64::from).sum()
}

/// Returns whether a file is a tar, given its first 512 bytes or the whole file.
///
/// A corrupt or truncated first header is recognised by its magic. Text contains no NUL.
pub(crate) fn begins_with(head: &[u8]) -> bool {
    let block = &head[..head.len().min(BLOCK)];
    block.contains(&0) && (has_magic(block) || is_header(block))
}

/// Returns the number of bytes of data after a header, without padding; `None` if the field is not a number,
/// negative, or greater than `i64::MAX`.
pub(super) fn size(header: &Header) -> Option<u64> {
    number(&header.as_old().size).filter(|&size| is_size(size))
}

pub(super) fn is_size(size: u64) -> bool {
    i64::try_from(size).is_ok()
}

/// Returns the name in a header, with its prefix if it has one. GNU headers have other fields in that place.
pub(super) fn name(header: &Header) -> Vec<u8> {
    let name = until_nul(&header.as_old().name);
    let bytes = header.as_bytes();
    let prefix = match bytes[MAGIC.end] {
        0 if has_magic(bytes) => until_nul(&bytes[PREFIX]),
        _ => &[],
    };
    match prefix {
        [] => name.to_vec(),
        _ => [prefix, b"/", name].concat(),
    }
}

fn until_nul(field: &[u8]) -> &[u8] {
    let end = field.iter().position(|&byte| byte == 0);
    &field[..end.unwrap_or(field.len())]
}

/// Parses a number: octal, or, if the first bit is set, binary (GNU's base-256), with the sign in the second
/// bit. An empty field is zero.
pub(super) fn number(field: &[u8]) -> Option<u64> {
    match field {
        [first, ..] if first & 0x80 != 0 => binary(field),
        _ if is_blank(field) => Some(0),
        _ => octal(field),
    }
}

fn is_blank(field: &[u8]) -> bool {
    until_nul(field).iter().all(|&byte| byte == b' ')
}

fn binary(field: &[u8]) -> Option<u64> {
    let (&first, rest) = field.split_first()?;
    let is_negative = first & 0x40 != 0;
    if is_negative {
        return None;
    }
    rest.iter()
        .try_fold(u64::from(first & 0x3f), |value, &byte| {
            Some(value.checked_mul(256)? | u64::from(byte))
        })
}

/// Parses octal digits, after optional white space, up to a space, a NUL or the end of the field.
fn octal(field: &[u8]) -> Option<u64> {
    let digits = field.trim_ascii_start();
    let end = digits.iter().position(|&byte| matches!(byte, b' ' | 0));
    let digits = &digits[..end.unwrap_or(digits.len())];
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |value, &byte| match byte {
        b'0'..=b'7' => value.checked_mul(8)?.checked_add(u64::from(byte - b'0')),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn octal_numbers() {
        assert_eq!(number(b"00000000017\0"), Some(15));
        assert_eq!(number(b"      17 \0\0\0"), Some(15));
        assert_eq!(
            number(b"777777777777"),
            Some((1 << 36) - 1),
            "without a terminator"
        );
        assert_eq!(number(b"17\x0099999999"), Some(15), "after the terminator");
        assert_eq!(number(b"\0\0\0\0"), Some(0));
        assert_eq!(number(b"    "), Some(0));
        assert_eq!(number(b"0000018\0"), None);
        assert_eq!(number(b"-1\0"), None);
        assert_eq!(number(b"0x10\0"), None);
        assert_eq!(number(&[b'7'; 22]), None, "66 bits");
    }

    #[test]
    fn binary_numbers() {
        assert_eq!(number(&[0x80, 0, 0, 1, 2]), Some(0x102));
        assert_eq!(number(&[0x81, 0]), Some(0x100));
        let mut field = [0xff; 12];
        assert_eq!(number(&field), None, "-1");
        field[..4].copy_from_slice(&[0x80, 0, 0, 0]);
        assert_eq!(number(&field), Some(u64::MAX));
        field[3] = 1;
        assert_eq!(number(&field), None, "65 bits");
    }
}
