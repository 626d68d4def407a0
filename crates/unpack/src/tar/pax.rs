//! Extended headers (POSIX pax, "pax Extended Header").

use super::{
    header::{is_size, push_digit},
    sparse::MapBuilder,
};

/// What extended headers say about a member, as far as it matters here.
#[derive(Default)]
pub(super) struct Records {
    /// Its name. An empty one takes back what was said before.
    pub(super) path: Option<Vec<u8>>,
    /// The bytes of data after its header.
    pub(super) size: Option<u64>,
    pub(super) sparse: SparseRecords,
}

/// What GNU tar says about a file with holes (its manual, "Storing Sparse Files").
#[derive(Default)]
pub(super) struct SparseRecords {
    pub(super) name: Option<Vec<u8>>,
    /// The bytes of the file, holes included.
    pub(super) size: Option<u64>,
    major: Option<u64>,
    minor: Option<u64>,
    map: Option<MapBuilder>,
    /// Where the segment begins whose length comes next.
    offset: Option<u64>,
}

/// Where the map of a sparse file stands.
pub(super) enum MapLocation {
    /// In the extended header: versions 0.0 and 0.1.
    Records(MapBuilder),
    /// Before the data: version 1.0.
    Data,
    /// Of a version that is not known.
    Unknown,
}

/// A record is not what it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl Records {
    /// Reads the records of one extended header. What is after a record of a wrong length cannot be
    /// read; a wrong value costs only its own record.
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
            b"path" => self.path = Some(without_nuls(value).to_vec()),
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
            b"name" => self.name = Some(without_nuls(value).to_vec()),
            b"size" | b"realsize" => set_size(&mut self.size, value)?,
            b"major" => self.major = Some(decimal(value)?),
            b"minor" => self.minor = Some(decimal(value)?),
            // A file may be nothing but a hole.
            b"numblocks" => {
                self.map.get_or_insert_default();
            }
            // What cannot be read here spoils the map: without it, what follows were misplaced.
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

    /// Where the map is, if the file has one.
    pub(super) fn map(&mut self) -> Option<MapLocation> {
        match (self.major, self.minor) {
            (None | Some(0), _) => self.map.take().map(MapLocation::Records),
            (Some(1), None | Some(0)) => Some(MapLocation::Data),
            _ => Some(MapLocation::Unknown),
        }
    }
}

/// A record: `"%d %s=%s\n", <length>, <keyword>, <value>`; the length is that of all of it. The value
/// may be anything, line ends included: only the length tells where it ends.
fn split_record(records: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let blank = records.iter().position(|&byte| byte == b' ')?;
    let len = usize::try_from(decimal(&records[..blank])?).ok()?;
    let (record, rest) = records.split_at_checked(len)?;
    let text = record.get(blank + 1..)?.strip_suffix(b"\n")?;
    let equals = text.iter().position(|&byte| byte == b'=')?;
    Some((&text[..equals], &text[equals + 1..], rest))
}

/// Offsets and lengths in turn, with commas between them: version 0.1.
fn map(value: &[u8]) -> MapBuilder {
    let mut map = MapBuilder::default();
    let mut numbers = value
        .split(|&byte| byte == b',')
        .filter(|number| !number.is_empty());
    while let Some(offset) = numbers.next() {
        map.push(decimal(offset), numbers.next().and_then(decimal));
    }
    map
}

/// Takes over a size; an empty value takes back the one before.
fn set_size(said: &mut Option<u64>, value: &[u8]) -> Option<()> {
    *said = match value {
        [] => None,
        _ => Some(decimal(value).filter(|&size| is_size(size))?),
    };
    Some(())
}

fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits
        .iter()
        .try_fold(0, |value, &digit| push_digit(value, digit))
}

/// Names end with NULs in some headers; they are not part of them.
pub(super) fn without_nuls(mut name: &[u8]) -> &[u8] {
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
    fn a_value_may_hold_anything() {
        let (records, result) = read(b"12 path=a\nb\n9 size=5\n16 x=1\n9 size=9\n\0\0");
        assert_eq!(result, Ok(()));
        assert_eq!(records.path.as_deref(), Some(&b"a\nb"[..]));
        assert_eq!(records.size, Some(5), "the other is part of a value");
    }

    #[test]
    fn what_is_before_a_wrong_length_is_read() {
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
    fn a_wrong_value_costs_its_own_record() {
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
