//! The objects of `--tally`.

use std::{borrow::Cow, io};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    bytes::{exact, lossy},
    line::write_json_line,
};
use crate::select::compare::TallyBy;

struct TallyObject<'t> {
    by: TallyBy,
    text: Cow<'t, str>,
    base64: Option<String>,
    count: u64,
}

impl Serialize for TallyObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.by.json_name(), &self.text)?;
        if let Some(base64) = &self.base64 {
            map.serialize_entry(&format!("{}_base64", self.by.json_name()), base64)?;
        }
        map.serialize_entry("count", &self.count)?;
        map.end()
    }
}

/// Prints how often a text occurs.
pub(crate) fn tallied(out: &mut Vec<u8>, by: TallyBy, text: &[u8], count: u64) -> io::Result<()> {
    let object = TallyObject {
        by,
        text: lossy(text),
        base64: exact(text),
        count,
    };
    write_json_line(out, &object)
}
