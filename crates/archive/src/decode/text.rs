//! Helpers shared by several decoders.

/// Returns the octet of two hexadecimal digits, in either case.
pub(crate) fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// Decodes `"%" HEX HEX`, in either case; any other `%` stays.
pub(crate) fn percent_decoded(mut text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    while let Some((&first, rest)) = text.split_first() {
        let code = rest.first_chunk().filter(|_| first == b'%');
        let octet = code.and_then(|&[high, low]| hex(high, low));
        octets.push(octet.unwrap_or(first));
        text = if octet.is_some() { &rest[2..] } else { rest };
    }
    octets
}

/// Returns the line without a trailing LF, CRLF or CR.
pub(crate) fn without_line_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
