//! `http://` and `https://` that are broken at the end of a line or of a cell in it, inside the name or before or after
//! its colon.

use std::ops::Range;

use super::screen::cells;

const SCHEMES: [&[u8]; 2] = [b"http://", b"https://"];

/// The maximum length in bytes of a first part.
const MAX_PART: usize = b"https:/".len();

/// Returns the start of the first part of a broken scheme at the end of a line; `None` if there is none, or if it may
/// be the end of a word. No blanks follow a colon in it, so that it is a trigger.
pub(crate) fn part_at_end(line: &[u8]) -> Option<usize> {
    let text = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.trim_ascii_end();
    let has_blanks = line.len() < text.len();
    let is_last = match line.last()? {
        b':' => !has_blanks,
        b'/' => true,
        byte => b"htps".contains(&byte.to_ascii_lowercase()),
    };
    if !is_last {
        // Nearly all lines.
        return None;
    }
    // One byte more shows that a longer word ends here.
    let near = &line[line.len().saturating_sub(MAX_PART + 1)..];
    let name = near.iter().rposition(|byte| !b":/".contains(byte))?;
    let before = near[..=name]
        .iter()
        .rposition(|byte| !byte.is_ascii_alphanumeric());
    let part = &near[before.map_or(0, |before| before + 1)..];
    let is_part = |scheme: &&[u8]| part.len() < scheme.len() && starts_with(scheme, part);
    let is_one = !part.is_empty() && SCHEMES.iter().any(is_part);
    is_one.then_some(line.len() - part.len())
}

/// Returns the first parts at the end of a line and of each cell in it.
pub(crate) fn parts_at_ends(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    cells(line).filter_map(|cell| {
        let text = &line[cell.clone()];
        let start = part_at_end(text)?;
        Some(cell.start + start..cell.start + text.trim_ascii_end().len())
    })
}

/// Returns whether a text begins with the second part of a scheme that may be broken before its colon.
pub(crate) fn begins_with_rest(text: &[u8]) -> bool {
    let Some(b't' | b'T' | b'p' | b'P' | b's' | b'S' | b':') = text.first() else {
        return false;
    };
    let mut rests = SCHEMES.iter().flat_map(|scheme| {
        let colons = scheme.len() - "://".len();
        (1..=colons).map(|len| &scheme[len..])
    });
    rests.any(|rest| starts_with(text, rest))
}

/// Returns whether a name is what remains of `http` or `https` without its first letters.
pub(crate) fn is_rest_of_name(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let rests = SCHEMES.map(|scheme| &scheme[1..scheme.len() - "://".len()]);
    rests.iter().any(|rest| rest.ends_with(&name))
}

/// Returns whether two parts are a scheme with `://`.
pub(crate) fn are_scheme(part: &[u8], rest: &[u8]) -> bool {
    let starts = |scheme: &&[u8]| {
        scheme.len() > part.len()
            && starts_with(part, &scheme[..part.len()])
            && starts_with(rest, &scheme[part.len()..])
    };
    SCHEMES.iter().any(starts)
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len())
        .is_some_and(|text| text.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::{are_scheme, begins_with_rest, part_at_end};

    #[test]
    fn parts_stand_alone_at_the_end_of_a_line() {
        for (line, part) in [
            ("see http", Some("http")),
            ("HTTPS:\r", Some("HTTPS:\r")),
            ("htt ", Some("htt ")),
            ("http: ", None),
            ("<h", Some("h")),
            ("with", None),
            ("http://", None),
            ("see", None),
            ("", None),
        ] {
            let start = part_at_end(line.as_bytes());
            assert_eq!(start.map(|start| &line[start..]), part, "{line}");
        }
    }

    #[test]
    fn rests_begin_before_the_slashes() {
        for rest in ["://a", "s://a", "TTP://a"] {
            assert!(begins_with_rest(rest.as_bytes()), "{rest}");
        }
        for rest in ["//a", "http://a", "ftp://a", ""] {
            assert!(!begins_with_rest(rest.as_bytes()), "{rest}");
        }
        assert!(are_scheme(b"ht", b"tps://a") && are_scheme(b"http:", b"//a"));
        assert!(!are_scheme(b"ht", b"ps://a") && !are_scheme(b"http", b"p://a"));
    }
}
