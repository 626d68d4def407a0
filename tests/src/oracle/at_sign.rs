//! **At-signs** of bare URLs that a list archive has replaced by ` at `.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::{
    line::Line,
    lines::Options,
    words::{FILE, regex},
    wrapped::{OnLine, token_len},
};

/// What stands for the at-sign, up to the next white space.
static REST: LazyLock<Regex> = LazyLock::new(|| regex(r"^ at ((?-u:[^ \t\n\r\x0c]+))"));

/// A domain, and whether a path follows it.
static DOMAIN: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^[A-Za-z0-9][A-Za-z0-9.\-]*\.[A-Za-z]{2,}(?:(/)|[.\-]*(?:(?-u:[^A-Za-z0-9.\-])|$))")
});

/// The URL of an address.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?i-u:mailto|sips?|xmpp):(?-u:[^@?]*)[A-Za-z0-9_.,+\-]$"));

/// The host of a URL, or the last part of its path.
static PART: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?-u:[^:@]*)://(?:((?-u:[^/@]*))|(?-u:[^@]*)/((?-u:[^/@]*)))$"));

static DIGITS: LazyLock<Regex> = LazyLock::new(|| regex(r"(?-u:[0-9].*){6}"));

/// Extends a URL over an at-sign.
pub(super) fn with_at_sign(text: &[u8], line: &Line, url: OnLine, options: &Options<'_>) -> OnLine {
    let line_end = line.offsets[line.chars.len()];
    let written = &text[url.from..url.to];
    let Some(rest) = REST.captures(&text[url.to..line_end]) else {
        return url;
    };
    let rest = &rest[1];
    if url.is_www || !begins_address(written, rest) {
        return url;
    }
    let before = &text[line.offsets[0]..url.from];
    let whole = Line::of(&[before, written, b"@", rest].concat(), 0);
    match token_len(&whole, before.len(), written.len() + 1, &url, options) {
        Some(len) => OnLine {
            to: url.to + " at ".len() + len,
            at_sign: Some(url.to),
            ..url
        },
        None => url,
    }
}

fn begins_address(url: &[u8], rest: &[u8]) -> bool {
    let Some(domain) = DOMAIN.captures(rest) else {
        return false;
    };
    if ADDRESS.is_match(url) {
        return true;
    }
    let ends_in_name = url
        .last()
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.,+-".contains(byte));
    let Some(part) = PART.captures(url).filter(|_| ends_in_name) else {
        return false;
    };
    let (part, is_host) = match (part.get(1), part.get(2)) {
        (Some(host), _) => (host.as_bytes(), host.as_bytes().contains(&b'.')),
        (None, Some(part)) => (part.as_bytes(), false),
        (None, None) => return false,
    };
    let is_path = domain.get(1).is_some() && !FILE.is_match(part);
    !is_host && (is_path || DIGITS.is_match(part))
}
