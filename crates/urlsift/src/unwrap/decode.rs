//! Percent-encoding, its variants, and what rewriters do to URLs besides.

/// Decodes `%XX`. Encoded spaces and control characters stay encoded, so that the result is still a URL.
pub(crate) fn percent(text: &[u8]) -> Vec<u8> {
    decode(text, b'%')
}

/// Decodes a parameter of URL Defense v2, in which `-` stands for `%` and `_` for `/`.
pub(crate) fn dashes(text: &[u8]) -> Vec<u8> {
    let slashes: Vec<u8> = text
        .iter()
        .map(|&byte| if byte == b'_' { b'/' } else { byte })
        .collect();
    decode(&slashes, b'-')
}

/// Replaces each `&amp;` by `&`.
pub(crate) fn ampersands(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        decoded.push(first);
        rest = after
            .strip_prefix(b"amp;")
            .filter(|_| first == b'&')
            .unwrap_or(after);
    }
    decoded
}

/// Restores `//` after the colon: some programs drop one of two consecutive slashes in a path.
pub(crate) fn with_two_slashes(mut url: Vec<u8>) -> Vec<u8> {
    if let Some(colon) = url.iter().position(|&byte| byte == b':')
        && url[colon + 1..].first() == Some(&b'/')
        && url[colon + 1..].get(1).is_some_and(|&byte| byte != b'/')
    {
        url.insert(colon + 1, b'/');
    }
    url
}

/// Encodes the spaces and control characters of a URL.
pub(crate) fn without_blanks(url: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(url.len());
    for &byte in url {
        push(&mut encoded, byte);
    }
    encoded
}

/// Appends a byte, percent-encoded if it is a space or a control character.
pub(crate) fn push(url: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    if byte <= b' ' || byte == 0x7f {
        let digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
        url.extend([b'%', digits[0], digits[1]]);
    } else {
        url.push(byte);
    }
}

fn decode(text: &[u8], mark: u8) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let escaped = match after {
            [high, low, after @ ..] if first == mark => hex(*high, *low).map(|byte| (byte, after)),
            _ => None,
        };
        let (byte, after) = escaped.unwrap_or((first, after));
        push(&mut decoded, byte);
        rest = after;
    }
    decoded
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(high)? * 16 + digit(low)?) as u8)
}

#[cfg(test)]
mod tests {
    use super::{ampersands, dashes, percent};

    #[test]
    fn percent_encoding_is_decoded_once() {
        for (text, expected) in [
            ("a%3Ab%3fc", "a:b?c"),
            ("a%2520b%20c%0Ad", "a%20b%20c%0Ad"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz%4", "%zz%4"),
            ("%C3%A9", "é"),
        ] {
            assert_eq!(percent(text.as_bytes()), expected.as_bytes());
        }
    }

    #[test]
    fn dashes_are_decoded() {
        assert_eq!(dashes(b"http-3A__a.example_-2D-"), b"http://a.example/--");
    }

    #[test]
    fn ampersands_are_decoded_once() {
        assert_eq!(ampersands(b"a&amp;b&amp;amp;c&amp"), b"a&b&amp;c&amp");
    }
}
