//! Texts that are nearly URLs.

use crate::grammar::{choices::Choices, rules::SCHEMES};

/// The bytes that the productions hang on, where a change matters most.
const STRUCTURAL: &[u8] = b":/?#@;%.-";

/// Bytes that may stand nowhere in a URL, but for `#` and `%`: `national`, `punctuation`, SP.
const UNSAFE: &[u8] = b" {}|\\^~[]`<>#%\"";

/// No LF and no CR among them.
const CONTROLS: &[u8] = b"\0\t\x01\x08\x0b\x0c\x0e\x1b\x1f\x7f";

/// The ends of ASCII and of a byte, pieces of UTF-8 and Latin-1.
const NON_ASCII: &[u8] = b"\x80\x85\xa0\xc3\xa9\xe9\xfe\xff";

/// Short texts that mean something at the right place, or nearly.
const SCRAPS: &[&str] = &[
    "//", "///", "..", "é", "-.", ".-", "%", "%0", "%0g", "%09", "%2f", "@", ":@", ":", ":80",
    ":8a", "u:p@", "*", "/", "?", "?a?", "#", "##", ";", "=", ";a=", ";type=i", ";type=",
    ";TYPE=A", "1.2.3", "[::1]", "URL:", "_",
];

/// Changes a text in one to three places. The outcome may well be a URL again.
///
/// It holds no LF and no CR unless the text does.
pub fn mutate(url: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut text = url.to_vec();
    for _ in 0..=choices.below(3) {
        change(&mut text, choices);
    }
    text
}

fn change(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    let from = place(text, choices);
    let to = from + choices.pick(&[1, 1, 1, 1, 2, 3, 8]).min(text.len() - from);
    match choices.below(6) {
        0 => drop(text.drain(from..to)),
        1 => {
            let behind = choices.pick(&[from, to]);
            text.splice(behind..behind, scrap(choices));
        }
        2 => drop(text.splice(from..to, scrap(choices))),
        3 => {
            let copy = text[from..to].to_vec();
            text.splice(to..to, copy);
        }
        4 => {
            let other = place(text, choices);
            if to > from {
                text.swap(from, other);
            }
        }
        _ => {
            // What one scheme allows another does not.
            let colon = text.iter().position(|&byte| byte == b':').unwrap_or(0);
            text.splice(..colon, choices.pick(&SCHEMES).bytes());
        }
    }
}

/// A place in the text, or its end where it is empty; every other time that of a structural byte.
fn place(text: &[u8], choices: &mut Choices<'_>) -> usize {
    let is_structural = |&at: &usize| STRUCTURAL.contains(&text[at]);
    let structural: Vec<usize> = (0..text.len()).filter(is_structural).collect();
    if choices.flip() && !structural.is_empty() {
        choices.pick(&structural)
    } else {
        choices.below(text.len().max(1))
    }
}

/// Something to put in.
fn scrap(choices: &mut Choices<'_>) -> Vec<u8> {
    let byte = match choices.below(8) {
        0 => choices.pick(STRUCTURAL),
        1 => choices.pick(UNSAFE),
        2 => choices.pick(b"0123456789"),
        3 => choices.pick(b"aZfG"),
        4 => choices.pick(CONTROLS),
        5 => choices.pick(NON_ASCII),
        _ => return choices.pick(SCRAPS).into(),
    };
    vec![byte]
}
