//! Escapes text so that it cannot control a terminal.

use urlsift::escaped;

/// Returns whether a byte is a control character other than a tab.
pub(super) fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t'
}

/// Escapes each line of a text.
pub(crate) fn escaped_lines(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| match line.strip_suffix('\n') {
        Some(line) => escaped(line.as_bytes()) + "\n",
        None => escaped(line.as_bytes()),
    });
    lines.collect()
}
