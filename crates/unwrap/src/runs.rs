//! URL Defense v3.
//!
//! `/v3/__URL__;CODES!CHECK$`: each `*` in the URL stands for one character, and `**` with a letter, digit, `-` or `_`
//! for a run of several. CODES are these characters in base64url of UTF-8.
//!
//! The text is decoded strictly: an unknown code, too few replacements or invalid base64 give `None`. A link that is
//! decoded halfway would look like a good one and lead elsewhere. One thing is repaired, `http:/`, because programs
//! that normalize paths drop the other slash.

use crate::decode;

/// The codes for runs, the first for 2 characters, and of base64url for the values from 0.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The length that the first code for runs stands for.
const MIN_RUN: usize = 2;

/// Decodes the part of a URL after `/v3/__`. Returns `None` if it is not valid.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.windows(3).position(|window| window == b"__;")?;
    let (url, codes) = (&text[..end], &text[end + 3..]);
    let codes = &codes[..codes.iter().position(|&byte| byte == b'!')?];
    let replaced = String::from_utf8(base64(codes)?).ok()?;
    let mut replaced = replaced.chars();
    let url = decode::percent(url);
    let mut decoded = Vec::with_capacity(url.len() + codes.len());
    let mut rest = &url[..];
    while let Some((&first, after)) = rest.split_first() {
        let (count, used) = match after {
            _ if first != b'*' => {
                decoded.push(first);
                rest = after;
                continue;
            }
            [b'*', code, ..] => (MIN_RUN + value(*code)?, 3),
            _ => (1, 1),
        };
        for _ in 0..count {
            let char = replaced.next()?;
            let mut bytes = [0; 4];
            for byte in char.encode_utf8(&mut bytes).bytes() {
                decode::push(&mut decoded, byte);
            }
        }
        rest = &rest[used..];
    }
    Some(with_two_slashes(decoded))
}

/// Restores `//` after the colon: some programs drop one of two consecutive slashes in a path.
fn with_two_slashes(mut url: Vec<u8>) -> Vec<u8> {
    if let Some(colon) = url.iter().position(|&byte| byte == b':')
        && url[colon + 1..].first() == Some(&b'/')
        && url[colon + 1..].get(1).is_some_and(|&byte| byte != b'/')
    {
        url.insert(colon + 1, b'/');
    }
    url
}

/// Returns the value of a code.
fn value(code: u8) -> Option<usize> {
    ALPHABET.iter().position(|&other| other == code)
}

/// Decodes base64url (RFC 4648 §5), padded or not.
fn base64(codes: &[u8]) -> Option<Vec<u8>> {
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

#[cfg(test)]
mod tests {
    use super::{ALPHABET, base64, decode};

    /// Encodes base64url.
    fn encode(text: &[u8]) -> String {
        let groups = text.chunks(3).flat_map(|group| {
            let mut bytes = [0; 4];
            bytes[1..=group.len()].copy_from_slice(group);
            let bits = u32::from_be_bytes(bytes);
            (0..=group.len()).map(move |at| ALPHABET[(bits >> (18 - 6 * at) & 63) as usize])
        });
        groups.map(char::from).collect()
    }

    #[test]
    fn each_code_for_runs_is_decoded() {
        for (index, &code) in ALPHABET.iter().enumerate() {
            let run = "é?".repeat(40).chars().take(index + 2).collect::<String>();
            let text = format!(
                "http://a.example/**{}b*c__;{}!!check$",
                char::from(code),
                encode(format!("{run}#").as_bytes())
            );
            let expected = format!("http://a.example/{run}b#c");
            assert_eq!(
                decode(text.as_bytes()),
                Some(expected.into_bytes()),
                "{text}"
            );
        }
    }

    #[test]
    fn base64_is_decoded() {
        for text in [&b""[..], b"a", b"ab", b"abc", b"\xff\xfe\xfd\xfc"] {
            let encoded = encode(text);
            assert_eq!(base64(encoded.as_bytes()).as_deref(), Some(text));
            assert_eq!(
                base64(format!("{encoded}==").as_bytes()).as_deref(),
                Some(text)
            );
        }
        assert_eq!(base64(b"A"), None);
        assert_eq!(base64(b"A+=="), None);
    }

    #[test]
    fn invalid_texts_are_not_decoded() {
        for text in [
            "",
            "http://a.example/",
            "http://a.example/__;",
            "http://a.example/*__;!!a$",
            "http://a.example/**A__;Kw!!a$",
            "http://a.example/**.__;Kys!!a$",
            "http://a.example/*__;_w!!a$",
        ] {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
        }
    }
}
