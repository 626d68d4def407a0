//! Base64 (RFC 4648), in both alphabets.

/// The alphabet of base64url (RFC 4648 §5).
pub(crate) const URL_ALPHABET: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Decodes base64 (RFC 4648 §4) or base64url (§5), padded or not. Returns `None` if it is not valid.
pub(crate) fn decode(codes: &[u8]) -> Option<Vec<u8>> {
    let codes = codes.strip_suffix(b"=").unwrap_or(codes);
    let codes = codes.strip_suffix(b"=").unwrap_or(codes);
    let mut decoded = Vec::with_capacity(codes.len() * 3 / 4);
    for group in codes.chunks(4) {
        let mut bits = 0_u32;
        for &code in group {
            bits = bits << 6 | value(code)? as u32;
        }
        let len = match group.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return None,
        };
        let bytes = (bits << (6 * (4 - group.len()))).to_be_bytes();
        decoded.extend(&bytes[1..=len]);
    }
    Some(decoded)
}

/// Returns the value of a code of base64url.
pub(crate) fn url_value(code: u8) -> Option<usize> {
    URL_ALPHABET.iter().position(|&other| other == code)
}

fn value(code: u8) -> Option<usize> {
    match code {
        b'+' => Some(62),
        b'/' => Some(63),
        _ => url_value(code),
    }
}

/// Encodes base64url, without padding.
#[cfg(test)]
pub(crate) fn encode(text: &[u8]) -> String {
    let groups = text.chunks(3).flat_map(|group| {
        let mut bytes = [0; 4];
        bytes[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(bytes);
        (0..=group.len()).map(move |at| URL_ALPHABET[(bits >> (18 - 6 * at) & 63) as usize])
    });
    groups.map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn base64_is_decoded() {
        for text in [&b""[..], b"a", b"ab", b"abc", b"\xff\xfe\xfd\xfc"] {
            let url = encode(text);
            let other = url.replace('-', "+").replace('_', "/");
            for encoded in [url, other] {
                assert_eq!(decode(encoded.as_bytes()).as_deref(), Some(text));
                let padded = format!("{encoded}==");
                assert_eq!(decode(padded.as_bytes()).as_deref(), Some(text));
            }
        }
        assert_eq!(decode(b"A"), None);
        assert_eq!(decode(b"A*=="), None);
    }
}
