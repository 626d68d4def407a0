//! Numbers and byte strings in records, in a form in which small numbers are short.

use std::io::{self, BufRead, Read, Write};

/// The maximum number of bytes of a number.
const MAX_LEN: usize = 10;

/// Writes a number with 7 bits per byte, the lowest first (LEB128).
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    if number < 0x80 {
        return out.write_all(&[number as u8]);
    }
    let mut bytes = [0; MAX_LEN];
    let mut len = 0;
    while number >= 0x80 {
        bytes[len] = number as u8 | 0x80;
        number >>= 7;
        len += 1;
    }
    bytes[len] = number as u8;
    out.write_all(&bytes[..=len])
}

/// Reads a number that [`write()`] has written.
///
/// # Errors
///
/// Returns the errors of `source`, or an error if the number does not fit into 64 bits.
pub fn read(source: &mut impl BufRead) -> io::Result<u64> {
    // An error is returned, or the read tried again, below.
    let buffered = source.fill_buf().unwrap_or_default();
    if let Some((number, len)) = decode(buffered) {
        source.consume(len);
        return Ok(number);
    }
    let mut bytes = [0; MAX_LEN];
    for len in 0..MAX_LEN {
        source.read_exact(&mut bytes[len..=len])?;
        if let Some((number, _)) = decode(&bytes[..=len]) {
            return Ok(number);
        }
    }
    Err(io::ErrorKind::InvalidData.into())
}

/// Returns the number at the start of bytes, and its length. `None` if it is not complete, or does not fit.
fn decode(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (index, &byte) in bytes.iter().take(MAX_LEN).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((number, index + 1));
        }
    }
    None
}

/// Writes the number of bytes, and then the bytes.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_bytes(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    write(out, bytes.len() as u64)?;
    out.write_all(bytes)
}

/// Reads as many bytes as the array has.
///
/// # Errors
///
/// Returns the errors of `source`, or an error if it ends before the last byte.
pub fn read_array<const N: usize>(source: &mut impl BufRead) -> io::Result<[u8; N]> {
    // An error is returned, or the read tried again, below.
    if let Some(&bytes) = source.fill_buf().unwrap_or_default().first_chunk() {
        source.consume(N);
        return Ok(bytes);
    }
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads bytes that [`write_bytes`] has written.
///
/// # Errors
///
/// Returns the errors of `source`, or an error if it ends before the last byte.
pub fn read_bytes(source: &mut impl BufRead) -> io::Result<Box<[u8]>> {
    let len = read(source)?;
    // Most are short, and in the buffer.
    let buffered = source.fill_buf().unwrap_or_default();
    if let Some(bytes) = usize::try_from(len)
        .ok()
        .and_then(|len| buffered.get(..len))
    {
        let bytes = Box::from(bytes);
        source.consume(len as usize);
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    // A damaged length must not cause a large allocation.
    source.by_ref().take(len).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes.into())
}

/// Maps signed numbers to unsigned ones, and numbers of small magnitude to small numbers.
#[must_use]
pub const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

/// The inverse of [`zigzag`].
#[must_use]
pub const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{read, read_array, read_bytes, unzigzag, write, write_bytes, zigzag};

    #[test]
    fn records_are_read_whatever_is_buffered() {
        let mut out = Vec::new();
        for number in [0, 1 << 20, u64::MAX] {
            write(&mut out, number).expect("a vector");
            write_bytes(&mut out, b"abc").expect("a vector");
            out.extend_from_slice(b"de");
        }
        for buffer in 1..=out.len() {
            let source = &mut BufReader::with_capacity(buffer, &*out);
            for number in [0, 1 << 20, u64::MAX] {
                assert_eq!(read(source).expect("a number"), number);
                assert_eq!(&*read_bytes(source).expect("bytes"), b"abc");
                assert_eq!(read_array(source).expect("bytes"), *b"de");
            }
            assert!(read(source).is_err());
        }
    }

    #[test]
    fn numbers_are_read_as_written() {
        for number in [0, 1, -1, 127, 128, -129, i64::MAX, i64::MIN, 791_553_600] {
            let mut out = Vec::new();
            write(&mut out, zigzag(number)).expect("a vector");
            assert_eq!(unzigzag(read(&mut &*out).expect("a number")), number);
        }
        assert!(read(&mut &[0xff; 11][..]).is_err());
        assert!(read(&mut &[0x80][..]).is_err());
        assert_eq!(read_array(&mut &b"abc"[..]).expect("bytes"), *b"ab");
        assert!(read_array::<4>(&mut &b"abc"[..]).is_err());
        let mut out = Vec::new();
        write_bytes(&mut out, b"abc").expect("a vector");
        assert_eq!(&*read_bytes(&mut &*out).expect("bytes"), b"abc");
        assert!(read_bytes(&mut &out[..3]).is_err());
        assert!(read_bytes(&mut &b"\xff\xff\xff\xff\xff\x0f"[..]).is_err());
    }
}
