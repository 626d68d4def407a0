//! Hosts that deceive a reader.

#[cfg(feature = "whatwg")]
use alloc::string::String;

#[cfg(feature = "whatwg")]
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection,
    mixed_script::AugmentedScriptSet, skeleton,
};

#[cfg(feature = "whatwg")]
use super::authority::is_dropped;
use crate::encoded::Encoded;

/// The unprintable characters beyond ASCII, in order. A test of the crate `urlsift` compares them with the
/// properties of Unicode.
const UNPRINTABLE: [(char, char); 29] = [
    ('\u{80}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    // The blank Braille pattern: it looks like a space, although no property marks it.
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    // The Khitan filler: the same.
    ('\u{16fe4}', '\u{16fe4}'),
    ('\u{1bca0}', '\u{1bca3}'),
    // The musical null notehead: the same.
    ('\u{1d159}', '\u{1d159}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Returns whether a character could control a terminal or deceive a reader: control characters, line and paragraph
/// separators, and invisible characters, which can change the direction of writing (Unicode UAX #9) or make two texts
/// look the same. These are the Unicode general categories Cc, Cf, Zl and Zp, the property
/// `Default_Ignorable_Code_Point`, and a few blank characters.
#[must_use]
pub fn is_unprintable(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    let after = UNPRINTABLE.partition_point(|&(first, _)| first <= char);
    after > 0 && char <= UNPRINTABLE[after - 1].1
}

/// Returns whether a host has an [unprintable](is_unprintable) character, as written or percent-encoded.
pub(crate) fn has_unprintable(host: Encoded<'_>) -> bool {
    host.decode_lossy().chars().any(is_unprintable)
}

/// Returns whether a host, of which `ascii` is the canonical form, is an IPv4 address that is not written as four
/// decimal numbers, such as `0x7f.1`.
#[cfg(feature = "whatwg")]
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
#[cfg(feature = "whatwg")]
#[must_use]
pub fn mixes_scripts(ascii: &str) -> bool {
    // Labels in ASCII have one script.
    let is_encoded = |label: &str| label.starts_with("xn--");
    ascii
        .split('.')
        .any(|label| is_encoded(label) && mixes(label))
}

/// Returns whether a canonical host has a label of one script that looks like ASCII: its skeleton (Unicode Technical
/// Standard #39 §4) has only ASCII letters, digits and hyphens. A name below a domain of the first level that is not
/// ASCII either is one of its script.
#[cfg(feature = "whatwg")]
pub(crate) fn is_lookalike(ascii: &str) -> bool {
    let mut labels = ascii.rsplit('.');
    labels.next().is_some_and(|last| !last.starts_with("xn--"))
        && labels.any(|label| {
            label.starts_with("xn--") && {
                let (label, result) = idna::domain_to_unicode(label);
                let is_of_name = |char: char| char.is_ascii_alphanumeric() || char == '-';
                result.is_ok()
                    && !AugmentedScriptSet::for_str(&label).is_empty()
                    && skeleton(&label).all(is_of_name)
            }
        })
}

#[cfg(feature = "whatwg")]
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
