//! Hyphens.

use super::reading::Reading;

/// The maximum number of hyphen breaks with all readings. With more, only two: all kept and all dropped.
pub(super) const MAX_HYPHENS: usize = 4;

/// **Hyphens.** Returns every reading, starting with the one that keeps all hyphens.
pub(super) fn readings(text: &[u8], reading: &Reading) -> Vec<Vec<u8>> {
    let hyphens: Vec<usize> = reading
        .gaps()
        .filter(|&i| reading.bytes[i].value == b'-' && reading.gap_has_break(text, i))
        .collect();
    let n = hyphens.len();
    if n > MAX_HYPHENS {
        return vec![without(reading, &[]), without(reading, &hyphens)];
    }
    (0..1usize << n)
        .map(|count| {
            // The last break is the lowest bit, so it varies fastest.
            let dropped: Vec<usize> = (0..n)
                .filter(|k| count >> (n - 1 - k) & 1 == 1)
                .map(|k| hyphens[k])
                .collect();
            without(reading, &dropped)
        })
        .collect()
}

/// Returns the URL without the bytes at the given indices.
pub(super) fn without(reading: &Reading, dropped: &[usize]) -> Vec<u8> {
    let kept = |i: &usize| !dropped.contains(i);
    (0..reading.bytes.len())
        .filter(kept)
        .map(|i| reading.bytes[i].value)
        .collect()
}
