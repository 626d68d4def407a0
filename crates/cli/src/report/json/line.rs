//! Lines of JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;
use urlsift::write_printable;

/// Writes an object as one line of JSON. Unprintable characters in strings are escaped, so that they cannot control a
/// terminal; this does not change any value.
///
/// # Errors
///
/// Returns the error of the object's `Serialize`.
pub(crate) fn write_json_line(
    out: &mut Vec<u8>,
    object: &(impl Serialize + ?Sized),
) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, TerminalSafe);
    object.serialize(&mut serializer)?;
    out.push(b'\n');
    Ok(())
}

/// Writes JSON that is safe on a terminal: unprintable characters are escaped.
struct TerminalSafe;

impl Formatter for TerminalSafe {
    #[inline]
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        write_printable(writer, fragment, |writer, char| {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::write_json_line;

    #[test]
    fn no_string_controls_a_terminal() {
        let mut out = Vec::new();
        write_json_line(&mut out, &["\u{1b}[m", "\u{e9}\u{202e}"]).expect("a vector takes all");
        assert_eq!(
            String::from_utf8_lossy(&out),
            "[\"\\u001b[m\",\"\u{e9}\\u202e\"]\n"
        );
    }
}
