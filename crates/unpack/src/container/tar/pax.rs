//! Extended headers (POSIX pax, "pax Extended Header").

use super::header::is_size;

/// The relevant records of the extended headers of a member.
#[derive(Default)]
pub(super) struct Records {
    /// The name. An empty one cancels an earlier one.
    pub(super) path: Option<Vec<u8>>,
    /// The number of bytes of data after the header.
    pub(super) size: Option<u64>,
    /// Whether the data are a sparse file of GNU tar, without its holes (its manual, "Storing Sparse Files").
    pub(super) is_sparse: bool,
    /// The name of that file.
    pub(super) sparse_name: Option<Vec<u8>>,
}

/// A record is malformed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl Records {
    /// Parses the records of an extended header. An invalid length ends parsing; an invalid value costs only
    /// its own record.
    pub(super) fn read(&mut self, mut records: &[u8]) -> Result<(), Malformed> {
        let mut result = Ok(());
        while records.iter().any(|&byte| byte != 0) {
            let (key, value, rest) = split_record(records).ok_or(Malformed)?;
            result = result.and(self.take(key, value).ok_or(Malformed));
            records = rest;
        }
        result
    }

    fn take(&mut self, key: &[u8], value: &[u8]) -> Option<()> {
        match key {
            b"path" => self.path = Some(trim_nuls(value).to_vec()),
            b"size" => set_size(&mut self.size, value)?,
            b"GNU.sparse.name" => self.sparse_name = Some(trim_nuls(value).to_vec()),
            b"GNU.sparse.map" | b"GNU.sparse.numblocks" | b"GNU.sparse.major" => {
                self.is_sparse = true;
            }
            _ => {}
        }
        Some(())
    }
}

/// Splits off a record, `"%d %s=%s\n", <length>, <keyword>, <value>`. Returns the keyword, the value and the rest. The
/// length is the length of the whole record; the value may contain any byte, also line feeds.
fn split_record(records: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let blank = records.iter().position(|&byte| byte == b' ')?;
    let len = usize::try_from(decimal(&records[..blank])?).ok()?;
    let (record, rest) = records.split_at_checked(len)?;
    let text = record.get(blank + 1..)?.strip_suffix(b"\n")?;
    let equals = text.iter().position(|&byte| byte == b'=')?;
    Some((&text[..equals], &text[equals + 1..], rest))
}

/// Sets a size. An empty value cancels an earlier one.
fn set_size(size: &mut Option<u64>, value: &[u8]) -> Option<()> {
    *size = match value {
        [] => None,
        _ => Some(decimal(value).filter(|&size| is_size(size))?),
    };
    Some(())
}

/// Parses a decimal number. Returns `None` without digits, for other bytes, and on overflow.
fn decimal(digits: &[u8]) -> Option<u64> {
    let is_number = digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits)
        .ok()
        .filter(|_| is_number)?
        .parse()
        .ok()
}

/// Strips the NULs at the end of a name, which some headers have.
pub(super) fn trim_nuls(mut name: &[u8]) -> &[u8] {
    while let [rest @ .., 0] = name {
        name = rest;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{Malformed, Records};

    fn read(records: &[u8]) -> (Records, Result<(), Malformed>) {
        let mut read = Records::default();
        let result = read.read(records);
        (read, result)
    }

    #[test]
    fn value_may_contain_anything() {
        let (records, result) = read(b"12 path=a\nb\n9 size=5\n16 x=1\n9 size=9\n\0\0");
        assert_eq!(result, Ok(()));
        assert_eq!(records.path.as_deref(), Some(&b"a\nb"[..]));
        assert_eq!(records.size, Some(5), "the second one is part of a value");
    }

    #[test]
    fn invalid_length_ends_parsing() {
        let good = b"10 path=a\n";
        let bad: [&[u8]; 9] = [
            b"x",
            b"8 size=5\n",
            b"99 size=5\n",
            b"0 size=5\n",
            b"1 size=5\n",
            b" size=5\n",
            b"8 size5\n",
            b"99999999999999999999999 size=5\n",
            b"-1 size=5\n",
        ];
        for bad in bad {
            let (records, result) = read(&[good, bad, good].concat());
            assert_eq!(result, Err(Malformed), "{}", bad.escape_ascii());
            assert_eq!(records.path.as_deref(), Some(&b"a"[..]));
            assert_eq!(records.size, None);
        }
    }

    #[test]
    fn invalid_value_costs_only_its_record() {
        for bad in [&b"11 size=-5\n"[..], b"28 size=9223372036854775808\n"] {
            let (records, result) = read(&[bad, b"10 path=a\n"].concat());
            assert_eq!(result, Err(Malformed));
            assert_eq!(records.path.as_deref(), Some(&b"a"[..]));
            assert_eq!(records.size, None);
        }
        let (records, result) = read(b"28 size=9223372036854775807\n");
        assert_eq!((records.size, result), (Some(i64::MAX as u64), Ok(())));
    }
}
