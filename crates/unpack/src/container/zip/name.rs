//! The decoding of names.

use std::borrow::Cow;

use rawzip::extra_fields::{ExtraFieldId, ExtraFields};

use super::{field::le32, member};

/// Decodes the name of a member to UTF-8.
///
/// The Unicode Path extra field takes precedence if its checksum matches the name (APPNOTE 4.6.9). Otherwise a
/// name that is valid UTF-8 is UTF-8, even without general purpose bit 11, which many writers do not set. Any other
/// name is code page 437 (APPNOTE D.1), even with that bit, so that every name can be shown.
pub(super) fn decode<'n>(raw: &'n [u8], extra: ExtraFields<'n>) -> Cow<'n, [u8]> {
    if let Some(name) = unicode_path(raw, extra) {
        return Cow::Borrowed(name);
    }
    if std::str::from_utf8(raw).is_ok() {
        return Cow::Borrowed(raw);
    }
    let name: String = raw.iter().map(|&byte| from_437(byte)).collect();
    Cow::Owned(name.into_bytes())
}

/// Returns the name in the Unicode Path extra field (APPNOTE 4.6.9): `Version` (1 byte, 1), `NameCRC32` (4 bytes, of
/// the name in the header), `UnicodeName`.
fn unicode_path<'n>(raw: &[u8], mut extra: ExtraFields<'n>) -> Option<&'n [u8]> {
    let (_, field) = extra.find(|&(id, _)| id == ExtraFieldId::INFO_ZIP_UNICODE_PATH)?;
    let name = field.get(5..)?;
    let fits = field[0] == 1 && le32(field, 1) == Some(member::crc_of(raw));
    (fits && !name.is_empty() && std::str::from_utf8(name).is_ok()).then_some(name)
}

fn from_437(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(high) => HIGH_437[usize::from(high)],
    }
}

/// The characters of code page 437 from 0x80 on.
#[rustfmt::skip]
const HIGH_437: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å',
    'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ',
    'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '⌐', '¬', '½', '¼', '¡', '«', '»',
    '░', '▒', '▓', '│', '┤', '╡', '╢', '╖', '╕', '╣', '║', '╗', '╝', '╜', '╛', '┐',
    '└', '┴', '┬', '├', '─', '┼', '╞', '╟', '╚', '╔', '╩', '╦', '╠', '═', '╬', '╧',
    '╨', '╤', '╥', '╙', '╘', '╒', '╓', '╫', '╪', '┘', '┌', '█', '▄', '▌', '▐', '▀',
    'α', 'ß', 'Γ', 'π', 'Σ', 'σ', 'µ', 'τ', 'Φ', 'Θ', 'Ω', 'δ', '∞', 'φ', 'ε', '∩',
    '≡', '±', '≥', '≤', '⌠', '⌡', '÷', '≈', '°', '∙', '·', '√', 'ⁿ', '²', '■', '\u{a0}',
];
