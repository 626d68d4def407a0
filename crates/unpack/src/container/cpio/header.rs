//! The headers of cpio archives.

use memchr::memmem;

/// The length of the longest header, which `newc` has, in bytes.
pub(super) const MAX_HEADER: usize = 110;

/// The length of the shortest header, which the binary format has, in bytes.
pub(super) const MIN_HEADER: usize = 26;

const ODC_HEADER: usize = 76;

/// The magic numbers of the ASCII formats: `odc`, `newc`, and `newc` with checksums.
const ODC: &[u8] = b"070707";
const NEWC: &[u8] = b"070701";
const NEWC_CRC: &[u8] = b"070702";

/// The common prefix of these magic numbers.
const ASCII: &[u8] = b"07070";

/// The magic number of the binary format, in either byte order.
const BINARY: u16 = 0o070_707;

/// The bits of the mode that are the type of a file, and the type of a regular file.
const TYPE: u64 = 0o170_000;
const REGULAR: u64 = 0o100_000;

/// The fields of a header that are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The length of the header without the name, in bytes.
    pub(super) len: usize,
    mode: u64,
    links: u64,
    /// The length of the name with the NUL that ends it.
    pub(super) name_len: u64,
    pub(super) size: u64,
    /// Headers with their names, and data, are padded to a multiple of this number of bytes.
    alignment: u64,
}

impl Header {
    /// Returns whether the member is a file with its own data.
    pub(super) fn is_file(&self) -> bool {
        let is_link = self.alignment == 4 && self.links > 1 && self.size == 0;
        self.mode & TYPE == REGULAR && !is_link
    }

    /// Returns the number of bytes of padding after this number of bytes.
    pub(super) fn padding(&self, len: u64) -> u64 {
        len.next_multiple_of(self.alignment) - len
    }
}

/// Parses the header at the start of `bytes`; `None` if there is none.
pub(super) fn parse(bytes: &[u8]) -> Option<Header> {
    let header = match bytes.get(..ASCII.len() + 1)? {
        NEWC | NEWC_CRC => newc(bytes.get(..MAX_HEADER)?)?,
        ODC => odc(bytes.get(..ODC_HEADER)?)?,
        _ => binary(bytes.first_chunk()?)?,
    };
    (header.name_len > 0).then_some(header)
}

/// Returns the index of the first ASCII header in `bytes`. The magic number of the binary format has only two bytes,
/// too few to search for.
pub(super) fn find(bytes: &[u8]) -> Option<usize> {
    let magic = memmem::Finder::new(ASCII);
    let mut from = 0;
    while let Some(found) = magic.find(&bytes[from..]) {
        let at = from + found;
        if parse(&bytes[at..]).is_some() {
            return Some(at);
        }
        // In `07070707`, the magic may also begin inside itself.
        from = at + 1;
    }
    None
}

/// Returns whether a file begins with a header. `None` if more bytes are needed, unless `at_end`.
pub(crate) fn begins_with(head: &[u8], at_end: bool) -> Option<bool> {
    if parse(head).is_some() {
        return Some(true);
    }
    let may_begin = match head.get(..ASCII.len() + 1) {
        None => ASCII.starts_with(&head[..head.len().min(ASCII.len())]) || begins_binary(head),
        Some(NEWC | NEWC_CRC) => {
            head.len() < MAX_HEADER && head[ASCII.len() + 1..].iter().all(u8::is_ascii_hexdigit)
        }
        Some(ODC) => {
            head.len() < ODC_HEADER && head[ASCII.len() + 1..].iter().copied().all(is_octal)
        }
        Some(_) => head.len() < MIN_HEADER && begins_binary(head),
    };
    if may_begin && !at_end {
        None
    } else {
        Some(false)
    }
}

fn begins_binary(head: &[u8]) -> bool {
    let orders = [u16::to_le_bytes, u16::to_be_bytes];
    let head = &head[..head.len().min(2)];
    orders.iter().any(|bytes| bytes(BINARY).starts_with(head))
}

fn is_octal(byte: u8) -> bool {
    matches!(byte, b'0'..=b'7')
}

/// Parses 13 numbers of 8 hexadecimal digits.
fn newc(bytes: &[u8]) -> Option<Header> {
    let mut numbers = [0; 13];
    for (number, digits) in numbers.iter_mut().zip(bytes[NEWC.len()..].chunks(8)) {
        *number = number_of(digits, 16)?;
    }
    let [_, mode, _, _, links, _, size, _, _, _, _, name_len, _] = numbers;
    Some(Header {
        len: MAX_HEADER,
        mode,
        links,
        name_len,
        size,
        alignment: 4,
    })
}

/// Parses numbers of 6 octal digits; the time and the size of the data have 11.
fn odc(bytes: &[u8]) -> Option<Header> {
    let field = |from: usize, len: usize| number_of(&bytes[from..from + len], 8);
    // All fields must be numbers, as the magic number alone may be text.
    for unused in [6, 12, 24, 30, 42] {
        field(unused, 6)?;
    }
    field(48, 11)?;
    Some(Header {
        len: ODC_HEADER,
        mode: field(18, 6)?,
        links: field(36, 6)?,
        name_len: field(59, 6)?,
        size: field(65, 11)?,
        alignment: 1,
    })
}

/// Parses 13 numbers of two bytes. If a number takes two of them, the high half comes first.
fn binary(bytes: &[u8; MIN_HEADER]) -> Option<Header> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let orders = [u16::from_le_bytes, u16::from_be_bytes];
    let order = orders.into_iter().find(|order| order(pairs[0]) == BINARY)?;
    let number = |index: usize| u64::from(order(pairs[index]));
    let header = Header {
        len: MIN_HEADER,
        mode: number(3),
        links: number(6),
        name_len: number(10),
        size: number(11) << 16 | number(12),
        alignment: 2,
    };
    // Only a few types exist. The magic number may be two bytes of text.
    let is_type = matches!(header.mode >> 12, 1 | 2 | 4 | 6 | 8 | 10 | 12) || header.mode == 0;
    is_type.then_some(header)
}

fn number_of(digits: &[u8], radix: u32) -> Option<u64> {
    let is_number = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_number)?;
    u64::from_str_radix(digits, radix).ok()
}
