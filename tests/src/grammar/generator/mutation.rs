//! Mutated URLs.

use crate::grammar::{choices::Choices, rules::SCHEMES};

/// The structural bytes of the productions, where a change matters most.
const STRUCTURAL: &[u8] = b":/?#@;%.-";

/// Bytes that no URL may contain, apart from `#` and `%`: `national`, `punctuation`, SP.
const UNSAFE: &[u8] = b" {}|\\^~[]`<>#%\"";

/// Control characters, without LF and CR.
const CONTROLS: &[u8] = b"\0\t\x01\x08\x0b\x0c\x0e\x1b\x1f\x7f";

/// The bounds of ASCII and of a byte, and fragments of UTF-8 and Latin-1.
const NON_ASCII: &[u8] = b"\x80\x85\xa0\xc3\xa9\xe9\xfe\xff";

/// Short texts with a meaning at the right place, or nearly.
const SCRAPS: &[&str] = &[
    "//", "///", "..", "é", "-.", ".-", "%", "%0", "%0g", "%09", "%2f", "@", ":@", ":", ":80",
    ":8a", "u:p@", "*", "/", "?", "?a?", "#", "##", ";", "=", ";a=", ";type=i", ";type=",
    ";TYPE=A", "1.2.3", "[::1]", "URL:", "_",
];

/// Changes a text in one to three places. The result may be a URL again.
///
/// It contains no LF and no CR unless the text does.
pub fn mutate(url: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut text = url.to_vec();
    for _ in 0..=choices.below(3) {
        change(&mut text, choices);
    }
    text
}

fn change(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    let from = position(text, choices);
    let to = from + choices.pick(&[1, 1, 1, 1, 2, 3, 8]).min(text.len() - from);
    match choices.below(6) {
        0 => drop(text.drain(from..to)),
        1 => {
            let insert_at = choices.pick(&[from, to]);
            text.splice(insert_at..insert_at, snippet(choices));
        }
        2 => drop(text.splice(from..to, snippet(choices))),
        3 => {
            let copy = text[from..to].to_vec();
            text.splice(to..to, copy);
        }
        4 => {
            let other = position(text, choices);
            if to > from {
                text.swap(from, other);
            }
        }
        _ => {
            // Some schemes allow what others do not.
            let colon = text.iter().position(|&byte| byte == b':').unwrap_or(0);
            text.splice(..colon, choices.pick(&SCHEMES).bytes());
        }
    }
}

/// Returns an offset in the text, 0 if it is empty. Half of the offsets are offsets of structural bytes.
fn position(text: &[u8], choices: &mut Choices<'_>) -> usize {
    let is_structural = |&at: &usize| STRUCTURAL.contains(&text[at]);
    let structural: Vec<usize> = (0..text.len()).filter(is_structural).collect();
    if choices.flip() && !structural.is_empty() {
        choices.pick(&structural)
    } else {
        choices.below(text.len().max(1))
    }
}

/// Returns a short text to insert.
fn snippet(choices: &mut Choices<'_>) -> Vec<u8> {
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
