//! Records, and the forms of their values: small numbers are short.

use std::{
    cmp::Ordering,
    io::{self, BufRead, Read, Write},
};

/// A value that can be written.
pub trait Encode {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn encode(&self, out: &mut impl Write) -> io::Result<()>;
}

/// A value that can be read as it was written.
pub trait Decode: Encode + Sized {
    /// Reads a value that [`Encode::encode`] has written.
    ///
    /// # Errors
    ///
    /// Returns the errors of `source`, or an error if the bytes are those of no value.
    fn decode(source: &mut impl BufRead) -> io::Result<Self>;
}

/// A record that can be sorted.
pub trait Record: Decode {
    /// Selects the order of the records, if there are several.
    type Order: Copy;

    /// Compares two records.
    fn compare(&self, other: &Self, order: Self::Order) -> Ordering;

    /// Combines this record with a later one that compares as equal.
    fn absorb(&mut self, equal: Self);
}

/// Implements [`Encode`] and [`Decode`] for a struct: the values of its fields, in the order in which they are given.
///
/// ```
/// # use urlsift_settle::encode_fields;
/// struct Text {
///     text: Box<[u8]>,
///     count: u64,
/// }
///
/// encode_fields!(Text { count, text });
/// ```
#[macro_export]
macro_rules! encode_fields {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::sort::Encode for $type {
            fn encode(&self, out: &mut impl ::std::io::Write) -> ::std::io::Result<()> {
                $($crate::sort::Encode::encode(&self.$field, out)?;)*
                Ok(())
            }
        }

        impl $crate::sort::Decode for $type {
            fn decode(source: &mut impl ::std::io::BufRead) -> ::std::io::Result<Self> {
                $(let $field = $crate::sort::Decode::decode(source)?;)*
                Ok(Self { $($field),* })
            }
        }
    };
}

/// The maximum number of bytes of a number.
const MAX_LEN: usize = 10;

/// 7 bits per byte, the lowest first (LEB128).
impl Encode for u64 {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let mut number = *self;
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
}

impl Decode for u64 {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        // An error is returned, or the read tried again, below.
        let buffered = source.fill_buf().unwrap_or_default();
        if let Some((number, len)) = number(buffered) {
            source.consume(len);
            return Ok(number);
        }
        let mut bytes = [0; MAX_LEN];
        for len in 0..MAX_LEN {
            source.read_exact(&mut bytes[len..=len])?;
            if let Some((number, _)) = number(&bytes[..=len]) {
                return Ok(number);
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }
}

/// Returns the number at the start of bytes, and its length. `None` if it is not complete, or does not fit.
fn number(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (index, &byte) in bytes.iter().take(MAX_LEN).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((number, index + 1));
        }
    }
    None
}

/// An unsigned number, which is small if the magnitude of this one is (zigzag).
impl Encode for i64 {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (self << 1 ^ self >> 63).cast_unsigned().encode(out)
    }
}

impl Decode for i64 {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let number = u64::decode(source)?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }
}

impl<const N: usize> Encode for [u8; N] {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self)
    }
}

impl<const N: usize> Decode for [u8; N] {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        // An error is returned, or the read tried again, below.
        if let Some(&bytes) = source.fill_buf().unwrap_or_default().first_chunk() {
            source.consume(N);
            return Ok(bytes);
        }
        let mut bytes = [0; N];
        source.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Encode for u8 {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        [*self].encode(out)
    }
}

impl Decode for u8 {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let [byte] = Decode::decode(source)?;
        Ok(byte)
    }
}

/// The bytes of the number, the highest first.
impl Encode for u128 {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        self.to_be_bytes().encode(out)
    }
}

impl Decode for u128 {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        Decode::decode(source).map(Self::from_be_bytes)
    }
}

/// The number of bytes, and the bytes.
impl Encode for [u8] {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (self.len() as u64).encode(out)?;
        out.write_all(self)
    }
}

impl<T: Encode + ?Sized> Encode for Box<T> {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (**self).encode(out)
    }
}

impl Decode for Box<[u8]> {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let len = u64::decode(source)?;
        // Most are short, and in the buffer.
        let buffered = source.fill_buf().unwrap_or_default();
        if let Some(bytes) = usize::try_from(len)
            .ok()
            .and_then(|len| buffered.get(..len))
        {
            let bytes = Self::from(bytes);
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
}

impl<T: Decode> Decode for Box<T> {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        T::decode(source).map(Self::new)
    }
}

/// Whether there is a value, and the value.
impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        u8::from(self.is_some()).encode(out)?;
        self.as_ref().map_or(Ok(()), |value| value.encode(out))
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        match u8::decode(source)? {
            0 => Ok(None),
            _ => T::decode(source).map(Some),
        }
    }
}

impl<A: Encode, B: Encode> Encode for (A, B) {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.encode(out)?;
        self.1.encode(out)
    }
}

impl<A: Decode, B: Decode> Decode for (A, B) {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        Ok((A::decode(source)?, B::decode(source)?))
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        (*self).encode(out)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{Decode, Encode};

    fn encoded(value: impl Encode) -> Vec<u8> {
        let mut out = Vec::new();
        value.encode(&mut out).expect("a vector");
        out
    }

    #[test]
    fn records_are_read_whatever_is_buffered() {
        let numbers = [0, 1 << 20, u64::MAX];
        let records = numbers.map(|number| encoded((number, (&b"abc"[..], *b"de"))));
        let out = records.concat();
        for buffer in 1..=out.len() {
            let source = &mut BufReader::with_capacity(buffer, &*out);
            for number in numbers {
                let expected = (number, (Box::from(*b"abc"), *b"de"));
                assert_eq!(
                    <(u64, (Box<[u8]>, [u8; 2]))>::decode(source).expect("a record"),
                    expected
                );
            }
            assert!(u64::decode(source).is_err());
        }
    }

    #[test]
    fn numbers_are_read_as_written() {
        for number in [0, 1, -1, 127, 128, -129, i64::MAX, i64::MIN, 791_553_600] {
            let out = encoded(number);
            assert_eq!(i64::decode(&mut &*out).expect("a number"), number);
        }
        for (number, expected) in [(0_u64, &[0][..]), (127, &[127]), (300, &[0xac, 2])] {
            assert_eq!(encoded(number), expected);
        }
        assert_eq!(encoded(-2_i64), [3]);
        assert_eq!(
            encoded(1_u128 << 120 | 2)[..],
            [&[1], &[0; 14][..], &[2]].concat()
        );
        assert!(u64::decode(&mut &[0xff; 11][..]).is_err());
        assert!(u64::decode(&mut &[0x80][..]).is_err());
    }

    #[test]
    fn bytes_are_read_as_written() {
        assert_eq!(<[u8; 2]>::decode(&mut &b"abc"[..]).expect("bytes"), *b"ab");
        assert!(<[u8; 4]>::decode(&mut &b"abc"[..]).is_err());
        let out = encoded(&b"abc"[..]);
        let decoded = Box::<[u8]>::decode(&mut &*out);
        assert_eq!(&*decoded.expect("bytes"), b"abc");
        assert!(Box::<[u8]>::decode(&mut &out[..3]).is_err());
        assert!(Box::<[u8]>::decode(&mut &b"\xff\xff\xff\xff\xff\x0f"[..]).is_err());
        for value in [None, Some(7_u8)] {
            let out = encoded(value);
            assert_eq!(Option::<u8>::decode(&mut &*out).expect("a value"), value);
        }
    }
}
