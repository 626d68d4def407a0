//! Numbers and byte strings in records, in a form in which small numbers are short.

use std::io::{self, BufRead, Read, Write};

/// Writes a number with 7 bits per byte, the lowest first (LEB128).
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    if number < 0x80 {
        return out.write_all(&[number as u8]);
    }
    let mut bytes = [0; 10];
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
    if let Ok(&[byte @ ..0x80, ..]) = source.fill_buf() {
        source.consume(1);
        return Ok(byte.into());
    }
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let mut byte = [0];
        source.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(number);
        }
    }
    Err(io::ErrorKind::InvalidData.into())
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
    use super::{read, read_bytes, unzigzag, write, write_bytes, zigzag};

    #[test]
    fn numbers_are_read_as_written() {
        for number in [0, 1, -1, 127, 128, -129, i64::MAX, i64::MIN, 791_553_600] {
            let mut out = Vec::new();
            write(&mut out, zigzag(number)).expect("a vector");
            assert_eq!(unzigzag(read(&mut &*out).expect("a number")), number);
        }
        assert!(read(&mut &[0xff; 11][..]).is_err());
        assert!(read(&mut &[0x80][..]).is_err());
        let mut out = Vec::new();
        write_bytes(&mut out, b"abc").expect("a vector");
        assert_eq!(&*read_bytes(&mut &*out).expect("bytes"), b"abc");
        assert!(read_bytes(&mut &out[..3]).is_err());
        assert!(read_bytes(&mut &b"\xff\xff\xff\xff\xff\x0f"[..]).is_err());
    }
}
