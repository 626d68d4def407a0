//! The end of a bare URL whose start is known.

use memchr::memchr;
use urlsift_scheme::SchemeInfo;

use crate::{candidate::Reason, config::Config};

use super::{
    chars::has_word,
    end::{Surroundings, end, trimmed},
    host::{NoHost, authority_end, authority_start, name_end},
};

/// The maximum length in bytes of what is read as a login and a host after a scheme without `//`.
const MAX_AUTHORITY: usize = 300;

/// Returns the end of a URL whose scheme begins at `start`.
///
/// # Errors
///
/// If it has no host that a client accepts, or, without `//`, no letter or digit after its colon.
pub(crate) fn end_of_url(
    line: &[u8],
    start: usize,
    colon: usize,
    around: Surroundings,
    config: &Config,
) -> Result<usize, NoHost> {
    let scheme = &line[start..colon];
    let Some(from) = authority_start(line, scheme, colon) else {
        return end_without_slashes(line, start, colon, around, config);
    };
    let authority = authority_end(line, scheme, from, around, config)?;
    let end = end_after(line, start, authority, around);
    if end <= authority && end < line.len() {
        // What the host's end was read with is punctuation of the sentence.
        return authority_end(&line[..end], scheme, from, around, config);
    }
    Ok(end)
}

/// Returns the end of a URL whose authority ends at an index.
pub(crate) fn end_after(
    line: &[u8],
    start: usize,
    authority: usize,
    around: Surroundings,
) -> usize {
    let end = match line.get(authority) {
        Some(b'/' | b'?' | b'#') => end(line, start, authority, around),
        Some(b'\\') if line[start..authority].contains(&b'\\') => {
            end(line, start, authority, around)
        }
        _ => authority,
    };
    trimmed(line, start, end, around)
}

/// Returns the end of a URL without `//`.
fn end_without_slashes(
    line: &[u8],
    start: usize,
    colon: usize,
    around: Surroundings,
    config: &Config,
) -> Result<usize, NoHost> {
    let from = colon + 1;
    let no_host = NoHost {
        reason: Reason::Host,
        at: from,
    };
    if !names_resource(line, start, colon, around, config) {
        return Err(no_host);
    }
    let end = end(line, start, from, around);
    let end = if line[start..colon].eq_ignore_ascii_case(b"mailto") {
        address_end(line, from, end).ok_or(no_host)?
    } else {
        end
    };
    let end = trimmed(line, start, end, around);
    if end > from && has_word(&line[from..end]) {
        Ok(end)
    } else {
        Err(no_host)
    }
}

/// Returns the end of a `mailto:` URL, which ends at its address if a path follows it; `None` if a dot is the first or
/// last character of the local part, or follows another one, or if a hyphen ends the address and its line.
fn address_end(line: &[u8], from: usize, end: usize) -> Option<usize> {
    let to = &line[from..end];
    let to = &to[..memchr(b'?', to).unwrap_or(to.len())];
    let Some(at) = memchr(b'@', to) else {
        let is_broken = to.ends_with(b"-") && line[end..].trim_ascii().is_empty();
        return (!is_broken).then_some(end);
    };
    if !is_local_part(&to[..at]) {
        return None;
    }
    let domain = name_end(line, from + at + 1, |_| true);
    Some(match line.get(domain) {
        Some(b'/') => end.min(domain),
        _ => end,
    })
}

/// Returns whether dots are only between the other characters of the local part of an address.
pub(crate) fn is_local_part(local: &[u8]) -> bool {
    !local.starts_with(b".") && !local.ends_with(b".") && !local.windows(2).any(|two| two == b"..")
}

/// Returns whether what follows a known scheme can be a URL: if the scheme names a host, and no slashes follow, a host
/// or a path that is sure to be one. `http:a.example` is a URL, `http:get` is not.
pub(crate) fn names_resource(
    line: &[u8],
    start: usize,
    colon: usize,
    around: Surroundings,
    config: &Config,
) -> bool {
    let from = colon + 1;
    let names_host = SchemeInfo::of(&line[start..colon]).is_some_and(SchemeInfo::names_host);
    // A mailer breaks URLs with `**` and `=`.
    let mut rest = line[from..].iter();
    let next = rest.find(|byte| !matches!(byte, b'*' | b'='));
    if !names_host || matches!(next, None | Some(b'/' | b'\\' | b' ' | b'\t' | b'\r')) {
        return true;
    }
    // No text is read for each scheme in it.
    let line = &line[..line.len().min(from + MAX_AUTHORITY)];
    let Ok(end) = authority_end(line, b"", from, around, config) else {
        return false;
    };
    let authority = &line[from..end];
    let host = memchr::memrchr(b'@', authority).map_or(authority, |at| &authority[at + 1..]);
    let host = host.split(|&byte| byte == b':').next().unwrap_or(host);
    let dots = memchr::memchr_iter(b'.', host).count();
    let is_number = host
        .iter()
        .all(|byte| byte.is_ascii_digit() || *byte == b'.');
    line.get(end) == Some(&b'/') && !is_arity(&line[end + 1..])
        || host.eq_ignore_ascii_case(b"localhost")
        || host.starts_with(b"[")
        || (dots > 0 || host.iter().any(u8::is_ascii_digit)) && (!is_number || dots == 3)
}

/// Returns whether a text after a word and a slash is the number of a function's arguments, as in `http:request/4`.
fn is_arity(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let next = text.get(digits);
    digits > 0 && !next.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"/-_~%".contains(byte))
}
