//! At-signs in bare URLs that a list archive has replaced.
//!
//! Pipermail and others write ` at ` for each `@` in a text, in URLs, too. In brackets it is known where the URL ends;
//! here, an address must be told from `see http://a.example/b at c.example`. A replaced at-sign is read in two cases:
//! after `mailto:` and the like, and in a Message-ID, which has many digits before it or a path after its domain.

use super::token::{has_extension, last_segment};

/// What stands for the at-sign.
pub(crate) const AT: &[u8] = b" at ";

/// The schemes whose URLs are addresses.
const ADDRESSES: [&[u8]; 4] = [b"mailto", b"sip", b"sips", b"xmpp"];

/// The least number of digits of a Message-ID before its at-sign.
const MIN_DIGITS: usize = 6;

/// Returns a URL with the at-sign that is replaced in the text `after` it, up to the next white space; `None` if none
/// is.
pub(crate) fn with_at_sign(url: &[u8], after: &[u8]) -> Option<Vec<u8>> {
    let rest = after.strip_prefix(AT)?;
    let end = rest.iter().position(u8::is_ascii_whitespace);
    let rest = &rest[..end.unwrap_or(rest.len())];
    let is_path = rest[domain_len(rest)?..].starts_with(b"/");
    begins_address(url, is_path).then(|| [url, b"@", rest].concat())
}

/// Returns the length of the domain at the start of a text: labels of letters, digits and hyphens, the last of letters.
fn domain_len(text: &[u8]) -> Option<usize> {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let len = text.iter().take_while(|byte| is_inside(byte)).count();
    let end = text[..len].iter().rposition(u8::is_ascii_alphanumeric)? + 1;
    let dot = memchr::memrchr(b'.', &text[..end])?;
    let last = &text[dot + 1..end];
    let is_domain = last.len() > 1 && last.iter().all(u8::is_ascii_alphabetic);
    (is_domain && text[0].is_ascii_alphanumeric()).then_some(end)
}

/// Returns whether a URL may end before an at-sign. `is_path` says that a path follows the domain after it.
fn begins_address(url: &[u8], is_path: bool) -> bool {
    let Some(colon) = memchr::memchr(b':', url) else {
        return false;
    };
    let (scheme, after) = (&url[..colon], &url[colon + 1..]);
    let is_beside_at = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.,+-".contains(byte);
    if after.contains(&b'@') || !url.last().is_some_and(is_beside_at) {
        return false;
    }
    if ADDRESSES
        .iter()
        .any(|known| known.eq_ignore_ascii_case(scheme))
    {
        return !after.contains(&b'?');
    }
    let Some(authority) = after.strip_prefix(b"//") else {
        return false;
    };
    let part = last_segment(authority);
    let is_host = part.len() == authority.len() && part.contains(&b'.');
    let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
    !is_host && (digits >= MIN_DIGITS || is_path && !has_extension(part))
}
