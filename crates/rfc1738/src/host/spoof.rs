//! Hosts that deceive a reader.

use alloc::string::String;

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory},
};
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection,
    mixed_script::AugmentedScriptSet,
};

use super::authority::is_dropped;
use crate::encoded::Encoded;

/// Characters that look like a space or are invisible, although no Unicode property marks them: the musical null
/// notehead, the blank Braille pattern, and the Khitan filler.
const BLANK: [char; 3] = ['\u{2800}', '\u{16fe4}', '\u{1d159}'];

/// Returns whether a character could control a terminal or deceive a reader: control characters, line and paragraph
/// separators, and invisible characters, which can change the direction of writing (Unicode UAX #9) or make two texts
/// look the same. These are the Unicode general categories Cc, Cf, Zl and Zp, the property
/// `Default_Ignorable_Code_Point`, and a few blank characters.
#[must_use]
pub fn is_unprintable(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(char);
    matches!(
        category,
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    ) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(char)
        || BLANK.contains(&char)
}

/// Returns whether a host has an [unprintable](is_unprintable) character, as written or percent-encoded.
pub(crate) fn has_unprintable(host: Encoded<'_>) -> bool {
    host.decode_lossy().chars().any(is_unprintable)
}

/// Returns whether a host, of which `ascii` is the canonical form, is an IPv4 address that is not written as four
/// decimal numbers, such as `0x7f.1`.
pub(crate) fn is_unusual_number(host: &[u8], ascii: &str) -> bool {
    let is_address = ascii
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && ascii.bytes().any(|byte| byte.is_ascii_digit());
    let written = host.iter().filter(|&&byte| !is_dropped(byte));
    let dotted = written.clone().eq(ascii.as_bytes());
    let with_final_dot = || written.eq(ascii.as_bytes().iter().chain(b"."));
    is_address && !dotted && !with_final_dot()
}

/// Returns whether a label of a host in its [canonical form](crate::lookup_host) mixes scripts in a way that Unicode
/// Technical Standard #39 (§5.2) does not call moderately restrictive: Latin may stand beside the scripts of Chinese,
/// Japanese and Korean, or beside one other recommended script, but not beside Cyrillic or Greek.
///
/// ```
/// use urlsift_rfc1738::mixes_scripts;
///
/// // The first letter of the first is Cyrillic.
/// assert!(mixes_scripts("xn--pple-43d.example"));
/// assert!(!mixes_scripts("xn--bcher-kva.example"));
/// ```
#[must_use]
pub fn mixes_scripts(ascii: &str) -> bool {
    // Labels in ASCII have one script.
    let is_encoded = |label: &str| label.starts_with("xn--");
    ascii
        .split('.')
        .any(|label| is_encoded(label) && mixes(label))
}

fn mixes(label: &str) -> bool {
    let (label, result) = idna::domain_to_unicode(label);
    if result.is_err() || !AugmentedScriptSet::for_str(&label).is_empty() {
        // All of its characters can be of one script.
        return false;
    }
    // Symbols are of every script, also those that no identifier has.
    let is_symbol =
        |char: &char| !char.identifier_allowed() && AugmentedScriptSet::for_char(*char).is_all();
    let letters: String = label.chars().filter(|char| !is_symbol(char)).collect();
    !letters.check_restriction_level(RestrictionLevel::ModeratelyRestrictive)
}
