//! Targets in the path of a URL. Each function gets the URL from the `*` of the rewriter's path on.

use crate::unwrap::decode;

/// Returns what follows the first segment, percent-decoded.
pub(crate) fn after_segment(path: &[u8]) -> Option<Vec<u8>> {
    let slash = path.iter().position(|&byte| byte == b'/')?;
    Some(decode::percent(&path[slash + 1..]))
}

/// Returns the rest of the first segment that begins with a prefix, percent-decoded.
pub(crate) fn segment(path: &[u8], prefix: &str) -> Option<Vec<u8>> {
    let mut segments = path.split(|&byte| byte == b'/');
    let found = segments.find_map(|segment| segment.strip_prefix(prefix.as_bytes()))?;
    Some(decode::percent(found))
}

/// Returns what follows the first `/*`; what follows `/**` is percent-decoded. `rest` begins with the slash.
pub(crate) fn after_stars(rest: &[u8]) -> Option<Vec<u8>> {
    let at = rest.windows(2).position(|pair| pair == b"/*")?;
    let target = &rest[at + 2..];
    Some(match target.strip_prefix(b"*") {
        Some(encoded) => decode::percent(encoded),
        None => decode::without_blanks(target),
    })
}

/// Returns what stands between `___` and the last `___.` (Check Point), with `%` for `*`, and the fragment that
/// follows. A region such as `r01/` may stand first.
///
/// In one form of these links, the letters of the original are shifted in the alphabet. Its scheme is then none that is
/// accepted here.
pub(crate) fn underscores(rest: &[u8]) -> Option<Vec<u8>> {
    let start = match rest {
        [b'r', first, second, b'/', ..] if first.is_ascii_digit() && second.is_ascii_digit() => 4,
        _ => 0,
    };
    let rest = rest[start..].strip_prefix(b"___")?;
    let end = rest.windows(4).rposition(|window| window == b"___.")?;
    let signature = &rest[end + 4..];
    let fragment = signature.iter().position(|&byte| byte == b'#');
    let url = [
        &rest[..end],
        fragment.map_or(&b""[..], |at| &signature[at..]),
    ]
    .concat();
    let colon = url.iter().position(|byte| b":%".contains(byte))?;
    let (scheme, after) = url.split_at(colon);
    let after = after
        .strip_prefix(b":")
        .or_else(|| after.strip_prefix(b"%3A"))
        .or_else(|| after.strip_prefix(b"%3a"))?;
    if !scheme.eq_ignore_ascii_case(b"http") && !scheme.eq_ignore_ascii_case(b"https") {
        return None;
    }
    let mut decoded = [scheme, b":"].concat();
    for (at, &byte) in after.iter().enumerate() {
        let is_code = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
        let is_star = byte == b'*' && after.get(at + 1..at + 3).is_some_and(is_code);
        decode::push(&mut decoded, if is_star { b'%' } else { byte });
    }
    Some(decode::with_two_slashes(decoded))
}

/// Returns a URL of which all but the scheme is given. Its host must have a dot: other names are pages of the
/// rewriter's own.
pub(crate) fn without_scheme(rest: &[u8], scheme: &str) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| b"/?#".contains(byte));
    let host = &rest[..end.unwrap_or(rest.len())];
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    let has_dot = host.iter().skip(1).any(|&byte| byte == b'.');
    let url = decode::without_blanks(rest);
    (has_dot && host.iter().all(is_host)).then(|| [scheme.as_bytes(), &url].concat())
}
