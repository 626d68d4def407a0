//! Hyphens.

use super::reading::{RAW_SOFT, Reading, TYPESET};

/// The maximum number of hyphen breaks with all readings. With more, only two: all kept and all dropped.
pub(super) const MAX_HYPHENS: usize = 4;

/// **Hyphens.** Returns every reading, starting with the one that keeps all hyphens.
pub(super) fn readings(text: &[u8], reading: &Reading) -> Vec<Vec<u8>> {
    let hyphens: Vec<(usize, &str)> = reading
        .gaps()
        .filter(|&i| reading.gap_has_break(text, i))
        .filter_map(|i| Some((i, hyphen_before(text, reading, i)?)))
        .filter(|(_, hyphen)| *hyphen != "soft")
        .collect();
    let n = hyphens.len();
    if n > MAX_HYPHENS {
        return vec![without(reading, &[]), without(reading, &hyphens)];
    }
    (0..1usize << n)
        .map(|count| {
            // The last break is the lowest bit, so it varies fastest.
            let dropped: Vec<_> = (0..n)
                .filter(|k| count >> (n - 1 - k) & 1 == 1)
                .map(|k| hyphens[k])
                .collect();
            without(reading, &dropped)
        })
        .collect()
}

/// Returns the hyphen before the gap after the byte at `i`.
pub(super) fn hyphen_before(text: &[u8], reading: &Reading, i: usize) -> Option<&'static str> {
    let (from, to) = reading.gap(i);
    let has = |hyphen: &[u8]| (from..to).any(|at| text[at..].starts_with(hyphen));
    if has(TYPESET) {
        Some("typeset")
    } else if text[from..to].contains(&RAW_SOFT) {
        Some("soft")
    } else {
        (reading.bytes[i].value == b'-').then_some("hyphen")
    }
}

/// Returns the URL without the hyphens at the given indices, and with a `-` in place of typeset ones.
pub(super) fn without(reading: &Reading, dropped: &[(usize, &str)]) -> Vec<u8> {
    let mut url = Vec::new();
    for (i, byte) in reading.bytes.iter().enumerate() {
        match dropped.iter().find(|(at, _)| *at == i) {
            Some((_, "typeset")) => url.extend([byte.value, b'-']),
            Some(_) => {}
            None => url.push(byte.value),
        }
    }
    url
}
