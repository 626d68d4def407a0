//! URL Defense v3.
//!
//! `/v3/__URL__;CODES!CHECK$`: each `*` in the URL stands for one character, and `**` with a letter, digit, `-` or `_`
//! for a run of several. CODES are these characters in base64url of UTF-8.
//!
//! The text is decoded strictly: an unknown code, too few replacements or invalid base64 give `None`. A link that is
//! decoded halfway would look like a good one and lead elsewhere. One thing is repaired, `http:/`, because programs
//! that normalize paths drop the other slash.

use crate::unwrap::{base64, decode};

/// The length that the first code for runs stands for. The codes are base64url's.
const MIN_RUN: usize = 2;

/// Decodes the part of a URL after `/v3/__`. Returns `None` if it is not valid.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.windows(3).position(|window| window == b"__;")?;
    let (url, codes) = (&text[..end], &text[end + 3..]);
    let codes = &codes[..codes.iter().position(|&byte| byte == b'!')?];
    let replaced = String::from_utf8(base64::decode(codes)?).ok()?;
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
            [b'*', code, ..] => (MIN_RUN + base64::url_value(*code)?, 3),
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
    Some(decode::with_two_slashes(decoded))
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::unwrap::base64::{URL_ALPHABET, encode};

    #[test]
    fn each_code_for_runs_is_decoded() {
        for (index, &code) in URL_ALPHABET.iter().enumerate() {
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
