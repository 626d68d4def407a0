//! The objects of `--tally`.

use std::{borrow::Cow, io, iter};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};
use crate::select::compare::TallyBy;

struct TallyObject<'t> {
    keys: &'t [TallyBy],
    values: &'t [Cow<'t, [u8]>],
    count: u64,
}

impl Serialize for TallyObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in iter::zip(self.keys, self.values) {
            map.serialize_entry(&key.json_name(), &lossy(value))?;
            if let Some(base64) = exact(value) {
                map.serialize_entry(&format!("{}_base64", key.json_name()), &base64)?;
            }
        }
        map.serialize_entry("count", &self.count)?;
        map.end()
    }
}

/// Prints how often values occur together.
pub(crate) fn tallied(
    out: &mut Vec<u8>,
    keys: &[TallyBy],
    values: &[Cow<'_, [u8]>],
    count: u64,
) -> io::Result<()> {
    let object = TallyObject {
        keys,
        values,
        count,
    };
    write_json_line(out, &object)
}
