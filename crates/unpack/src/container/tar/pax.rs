//! Extended headers (POSIX pax, "pax Extended Header").

use super::{header::is_size, sparse::SparseMapBuilder};
use crate::container::decimal::decimal;

/// The relevant records of the extended headers of a member.
#[derive(Default)]
pub(super) struct Records {
    /// The name. An empty one cancels an earlier one.
    pub(super) path: Option<Vec<u8>>,
    /// The number of bytes of data after the header.
    pub(super) size: Option<u64>,
    pub(super) sparse: SparseRecords,
}

/// The records of GNU tar about a sparse file (its manual, "Storing Sparse Files").
#[derive(Default)]
pub(super) struct SparseRecords {
    pub(super) name: Option<Vec<u8>>,
    /// The size of the file in bytes, with its holes.
    pub(super) size: Option<u64>,
    major: Option<u64>,
    minor: Option<u64>,
    map: Option<SparseMapBuilder>,
    /// The offset of the segment whose length follows.
    offset: Option<u64>,
}

/// The location of the map of a sparse file.
pub(super) enum MapLocation {
    /// In the extended header: versions 0.0 and 0.1.
    Records(SparseMapBuilder),
    /// Before the data: version 1.0.
    Data,
    /// Unknown: of an unsupported version.
    Unknown,
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
            _ => {
                if let Some(key) = key.strip_prefix(b"GNU.sparse.") {
                    self.sparse.take(key, value)?;
                }
            }
        }
        Some(())
    }
}

impl SparseRecords {
    fn take(&mut self, key: &[u8], value: &[u8]) -> Option<()> {
        match key {
            b"name" => self.name = Some(trim_nuls(value).to_vec()),
            b"size" | b"realsize" => set_size(&mut self.size, value)?,
            b"major" => self.major = Some(decimal(value)?),
            b"minor" => self.minor = Some(decimal(value)?),
            // The file may be a single hole, without any segment.
            b"numblocks" => {
                self.map.get_or_insert_default();
            }
            // An invalid offset invalidates the map: skipping it would misplace the following segments.
            b"offset" => self.offset = decimal(value),
            b"numbytes" => {
                let offset = self.offset.take();
                let map = self.map.get_or_insert_default();
                map.push(offset, decimal(value));
            }
            b"map" => self.map = Some(map(value)),
            _ => {}
        }
        Some(())
    }

    /// Returns the location of the map, if the file has one.
    pub(super) fn map(&mut self) -> Option<MapLocation> {
        match (self.major, self.minor) {
            (None | Some(0), _) => self.map.take().map(MapLocation::Records),
            (Some(1), None | Some(0)) => Some(MapLocation::Data),
            _ => Some(MapLocation::Unknown),
        }
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

/// Parses the map of version 0.1: alternating offsets and lengths, separated by commas.
fn map(value: &[u8]) -> SparseMapBuilder {
    let mut map = SparseMapBuilder::default();
    let mut numbers = value
        .split(|&byte| byte == b',')
        .filter(|number| !number.is_empty());
    while let Some(offset) = numbers.next() {
        map.push(decimal(offset), numbers.next().and_then(decimal));
    }
    map
}

/// Sets a size. An empty value cancels an earlier one.
fn set_size(size: &mut Option<u64>, value: &[u8]) -> Option<()> {
    *size = match value {
        [] => None,
        _ => Some(decimal(value).filter(|&size| is_size(size))?),
    };
    Some(())
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
