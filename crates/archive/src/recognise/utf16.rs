//! The start of a file in UTF-16.

/// Returns whether more bytes may show that a file is in UTF-16.
pub(crate) fn may_be_utf16(start: &[u8]) -> bool {
    start.len() < 4 && matches!(start, [] | [0 | 0xfe | 0xff, ..] | [_, 0, ..] | [_])
}

/// Returns whether a file that begins with `start` is in UTF-16.
pub(crate) fn is_utf16(start: &[u8]) -> bool {
    utf16_start(start, 0).is_some()
}

/// Returns the first characters of a file in UTF-16, at most `max`, without a byte order mark; 0xFF stands for each
/// that is not in Latin-1. `None` if the file is not in UTF-16: it begins neither with a byte order mark nor with two
/// characters of ASCII.
pub(super) fn utf16_start(text: &[u8], max: usize) -> Option<Vec<u8>> {
    let decode: fn([u8; 2]) -> u16 = match text {
        [0xff, 0xfe, ..] | [1..=0x7f, 0, 1..=0x7f, 0, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] | [0, 1..=0x7f, 0, 1..=0x7f, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, _) = text.as_chunks();
    let units = units.iter().map(|&unit| decode(unit));
    let units = units.skip_while(|&unit| unit == 0xfeff).take(max);
    Some(
        units
            .map(|unit| u8::try_from(unit).unwrap_or(0xff))
            .collect(),
    )
}
