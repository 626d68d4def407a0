//! The blocks of a tar file: which are headers, and what their fields say.

use std::ops::Range;

use tar::Header;

/// Everything in a tar file begins at a multiple of this, in bytes.
pub(crate) const BLOCK: usize = 512;

/// Where `ustar` stands in a header (POSIX pax, "ustar Interchange Format").
const MAGIC: Range<usize> = 257..262;
const CHECKSUM: Range<usize> = 148..156;
const PREFIX: Range<usize> = 345..500;

/// What a header is about, by its `typeflag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A file, or a part of one.
    File,
    /// A file with holes, in GNU's old form: its map is in the header.
    Sparse,
    /// A type that nobody has defined: POSIX has it read as a file.
    Unknown,
    /// No file, with data of its size.
    Other,
    /// No file, and most often no data, whatever its size says.
    Bare,
    /// GNU's `L`: the next member's name.
    LongName,
    /// GNU's `K`: the next member's link name.
    LongLink,
    /// POSIX' `x`: records about the next member.
    Extended,
    /// POSIX' `g`: records about all members that follow.
    Global,
}

impl Kind {
    pub(super) fn of(header: &Header) -> Self {
        match header.entry_type().as_byte() {
            // Before there was a type for directories, a slash was all that told them.
            b'0' if is_v7_directory(header) => Self::Bare,
            // `M` is the rest of a file that began in another volume.
            b'0' | b'7' | b'M' => Self::File,
            b'S' => Self::Sparse,
            b'L' => Self::LongName,
            b'K' => Self::LongLink,
            // `X` is what Sun had before POSIX, with the same records.
            b'x' | b'X' => Self::Extended,
            b'g' => Self::Global,
            // Links, devices, directories, FIFOs; volume labels; inodes alone, as star has them.
            b'1'..=b'6' | b'V' | b'I' => Self::Bare,
            // GNU's directory listings and old lists of names; Sun's ACLs and attributes.
            b'D' | b'N' | b'A' | b'E' => Self::Other,
            _ => Self::Unknown,
        }
    }
}

fn is_v7_directory(header: &Header) -> bool {
    !has_magic(header.as_bytes()) && until_nul(&header.as_old().name).ends_with(b"/")
}

/// Whether `ustar` stands where headers have it, since POSIX.1-1988.
pub(super) fn has_magic(block: &[u8]) -> bool {
    block.get(MAGIC) == Some(b"ustar")
}

pub(super) fn is_zero(block: &[u8; BLOCK]) -> bool {
    *block == [0; BLOCK]
}

/// Whether a block is a header by its checksum.
///
/// No header is without a NUL: names and numbers end so. No text has one: it is never a header,
/// whatever number stands in it.
pub(super) fn is_header(block: &[u8]) -> bool {
    block.len() == BLOCK && has_right_sum(block) && block.contains(&0)
}

/// The sum is of unsigned bytes, that of the checksum as if they were blanks; some old writers added
/// up signed ones.
fn has_right_sum(block: &[u8]) -> bool {
    let Some(said) = octal(&block[CHECKSUM]) else {
        return false;
    };
    let blanks = CHECKSUM.len() as u64 * u64::from(b' ');
    let unsigned = sum(block) - sum(&block[CHECKSUM]) + blanks;
    if said == unsigned {
        return true;
    }
    // As a signed one, a byte with the highest bit set is less by 256. There is none in the checksum.
    let high = block.iter().filter(|&&byte| byte >= 0x80).count() as u64;
    said + 256 * high == unsigned
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().copied().map(u64::from).sum()
}

/// Returns whether the first bytes of a file are those of a tar file: 512 bytes, or all there are.
///
/// A first header that is broken or cut is recognised by its magic. A text has no NUL.
pub(crate) fn begins_with(head: &[u8]) -> bool {
    let block = &head[..head.len().min(BLOCK)];
    block.contains(&0) && (has_magic(block) || is_header(block))
}

/// Appends a digit to a decimal number.
pub(super) fn push_digit(value: u64, digit: u8) -> Option<u64> {
    if !digit.is_ascii_digit() {
        return None;
    }
    value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
}

/// The bytes of data after a header, padding left out; `None` if that is no number, or a negative
/// one, or one that no file system has (`i64::MAX` is the most).
pub(super) fn size(header: &Header) -> Option<u64> {
    number(&header.as_old().size).filter(|&size| is_size(size))
}

pub(super) fn is_size(size: u64) -> bool {
    i64::try_from(size).is_ok()
}

/// The name in a header, after its prefix, if it has one. In GNU's headers other fields stand there.
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

/// A number: octal, or, with the first bit set, binary (GNU's base-256), of which the second bit is
/// the sign. An empty field is zero.
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

/// Octal digits, after blanks if need be, up to a blank, a NUL or the end of the field.
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
    fn numbers_are_octal() {
        assert_eq!(number(b"00000000017\0"), Some(15));
        assert_eq!(number(b"      17 \0\0\0"), Some(15));
        assert_eq!(number(b"777777777777"), Some((1 << 36) - 1), "no end");
        assert_eq!(number(b"17\x0099999999"), Some(15), "what follows it");
        assert_eq!(number(b"\0\0\0\0"), Some(0));
        assert_eq!(number(b"    "), Some(0));
        assert_eq!(number(b"0000018\0"), None);
        assert_eq!(number(b"-1\0"), None);
        assert_eq!(number(b"0x10\0"), None);
        assert_eq!(number(&[b'7'; 22]), None, "66 bits");
    }

    #[test]
    fn numbers_are_binary() {
        assert_eq!(number(&[0x80, 0, 0, 1, 2]), Some(0x102));
        assert_eq!(number(&[0x81, 0]), Some(0x100));
        let mut field = [0xff; 12];
        assert_eq!(number(&field), None, "it is -1");
        field[..4].copy_from_slice(&[0x80, 0, 0, 0]);
        assert_eq!(number(&field), Some(u64::MAX));
        field[3] = 1;
        assert_eq!(number(&field), None, "65 bits");
    }
}
