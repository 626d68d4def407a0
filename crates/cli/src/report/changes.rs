//! The changes between two data sets, as comma-separated values or JSON.

use std::io::{self, Write};

use urlsift::write_printable;
use urlsift_harvest::Change;

use super::json::write_json_line;

/// The names of the columns, for comma-separated values.
pub(crate) const CHANGES_HEADER: &[u8] = b"what,change,old,new,name\r\n";

/// Writes a change. Unprintable characters are percent-encoded or escaped, so that they cannot control a terminal.
pub(crate) fn write_change(
    out: &mut Vec<u8>,
    change: &Change<'_>,
    is_json: bool,
) -> io::Result<()> {
    if is_json {
        return write_json_line(out, change);
    }
    let Change {
        what,
        change,
        old,
        new,
        name,
        ..
    } = *change;
    write!(out, "{what},{change},{old},{new},\"")?;
    write_printable(out, &name.replace('"', "\"\""), |out, char| {
        let mut bytes = [0; 4];
        let bytes = char.encode_utf8(&mut bytes).bytes();
        bytes
            .into_iter()
            .try_for_each(|byte| write!(out, "%{byte:02X}"))
    })?;
    out.extend_from_slice(b"\"\r\n");
    Ok(())
}
