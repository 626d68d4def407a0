//! A recogniser of URLs by RFC 1738 and of relative references by RFC 1808: the productions as regular
//! expressions, and the rules that the RFCs state only in prose.

use regex::bytes::Regex;

use super::rules::{COMPILED_1738, COMPILED_1808, SCHEMES};

/// Returns whether a text is a URL, with or without a fragment.
///
/// If the scheme has its own production, the URL must match that: by section 5, `otherurl` would accept any text
/// that begins with a scheme.
#[must_use]
pub fn conforms(text: &[u8]) -> bool {
    let (url, fragment) = without_fragment(text);
    let Some(scheme) = scheme(url) else {
        return false;
    };
    let production = match own_scheme(scheme) {
        Some(own) => format!("{own}url"),
        None => "otherurl".to_owned(),
    };
    rule(&production).is_match(url) && rule("fragment").is_match(fragment)
}

/// Returns the scheme: the text before the first `:`, if it matches the production.
#[must_use]
pub fn scheme(text: &[u8]) -> Option<&[u8]> {
    let colon = text.iter().position(|&byte| byte == b':')?;
    let name = &text[..colon];
    rule("scheme").is_match(name).then_some(name)
}

/// Returns the name of the scheme, ignoring case, if RFC 1738 has a production for it.
#[must_use]
pub fn own_scheme(scheme: &[u8]) -> Option<&'static str> {
    SCHEMES
        .iter()
        .copied()
        .find(|own| scheme.eq_ignore_ascii_case(own.as_bytes()))
}

/// Returns whether a text is a relative reference, with or without a fragment. The empty text is one.
///
/// A text with a scheme by section 2.4.2 of RFC 1808 is absolute.
#[must_use]
pub fn is_relative(text: &[u8]) -> bool {
    let (url, fragment) = without_fragment(text);
    scheme(url).is_none()
        && relative_rule("relativeURL").is_match(url)
        && relative_rule("fragment").is_match(fragment)
}

/// Splits a text at its first `#`. Returns the text before and after it.
fn without_fragment(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|&byte| byte == b'#') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, b""),
    }
}

/// Returns a production of RFC 1738, section 5, or `fragment`. The expression matches complete texts.
///
/// # Panics
///
/// If there is no such production.
#[must_use]
pub fn rule(name: &str) -> &'static Regex {
    COMPILED_1738
        .get(name)
        .unwrap_or_else(|| panic!("RFC 1738 has no production {name}"))
}

/// Returns a production of RFC 1808, section 2.2. The expression matches complete texts.
///
/// # Panics
///
/// If there is no such production.
#[must_use]
pub fn relative_rule(name: &str) -> &'static Regex {
    COMPILED_1808
        .get(name)
        .unwrap_or_else(|| panic!("RFC 1808 has no production {name}"))
}
