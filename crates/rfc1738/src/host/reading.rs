//! The parts of a text by the grammar, with the host of a client.

use urlsift_scheme::Scheme;

use super::authority::{Authority, AuthorityKind, authority, is_dropped, trim};
use crate::parts::{Login, Parts, SchemeSpecific, Slice};

/// Replaces the login and what follows it by what a client reads, where that differs from `parts`, the parts by the
/// grammar.
///
/// Where the two agree, nothing changes: a path, for example, is then split by the production of its scheme.
#[cold]
pub(crate) fn read_as_client<'a>(text: &'a [u8], parts: &mut Parts<'a>) {
    let Some(authority) = authority(text) else {
        let is_read = parts
            .login
            .is_some_and(|login| !login.host.bytes.is_empty());
        if is_read && parts.kind == Scheme::File {
            // `file://c:/x` is a path.
            parts.host_differs = true;
            parts.login = None;
            parts.scheme_specific = path_without_host(parts);
        }
        return;
    };
    let login = login(text, &authority);
    let by_grammar = parts.login.unwrap_or_default();
    let is_same_host = match (by_grammar.host.bytes, login.host.bytes) {
        ([], []) => true,
        _ => parts.login.is_some() && by_grammar.host == login.host,
    };
    let around = |login: &Login<'a>| (login.user, login.password, login.port);
    if is_same_host && (around(&by_grammar) == around(&login) || login.host.bytes.is_empty()) {
        return;
    }
    parts.host_differs = !is_same_host;
    let scheme = &text[authority.scheme.clone()];
    if parts.scheme.is_none() && !scheme.iter().copied().any(is_dropped) {
        parts.scheme = Some(scheme);
        parts.scheme_start = authority.scheme.start;
        parts.kind = Scheme::of(scheme);
    }
    parts.login = Some(login);
    // A mail address or a newsgroup is no place on the host.
    if !is_same_host && !matches!(parts.kind, Scheme::Mailto | Scheme::News) {
        let rest = &text[authority.span.end..authority.end];
        parts.scheme_specific = after_login(parts.kind, rest);
    }
}

/// Reads `login = [ user [ ":" password ] "@" ] hostport` in an authority. The user ends at the last `@`, and a colon
/// in brackets begins no port.
pub(super) fn login<'a>(text: &'a [u8], authority: &Authority) -> Login<'a> {
    let mut login = Login::default();
    let mut host = authority.span.clone();
    if authority.kind != AuthorityKind::File {
        let written = &text[host.clone()];
        if let Some(len) = written.iter().rposition(|&byte| byte == b'@') {
            let mut user = written[..len].splitn(2, |&byte| byte == b':');
            (login.user, login.password) = (user.next(), user.next());
            host.start += len + 1;
        }
        let mut is_in_brackets = false;
        let colon = text[host.clone()].iter().position(|byte| {
            match byte {
                b'[' => is_in_brackets = true,
                b']' => is_in_brackets = false,
                _ => {}
            }
            *byte == b':' && !is_in_brackets
        });
        if let Some(len) = colon {
            login.port = Some(&text[host.start + len + 1..host.end]);
            host.end = host.start + len;
        }
    }
    trim(text, &mut host);
    login.host = Slice::of(text, host);
    login
}

/// Returns the parts after the login, which begin with a slash or backslash, a `?`, or not at all.
fn after_login(kind: Scheme, rest: &[u8]) -> SchemeSpecific<'_> {
    let (slash, after) = match rest {
        [b'/' | b'\\', after @ ..] => (true, after),
        _ => (false, rest),
    };
    match kind {
        Scheme::Http => {
            let mut split = after.splitn(2, |&byte| byte == b'?');
            SchemeSpecific::Http {
                path: split.next().filter(|_| slash),
                search: split.next(),
            }
        }
        _ if rest.is_empty() => SchemeSpecific::Nothing,
        Scheme::Ftp => SchemeSpecific::Ftp {
            fpath: after,
            ftptype: None,
        },
        Scheme::File => SchemeSpecific::File(after),
        _ => SchemeSpecific::Urlpath(after),
    }
}

/// Returns the path of a `file` URL whose apparent host is a drive letter.
fn path_without_host<'a>(parts: &Parts<'a>) -> SchemeSpecific<'a> {
    let url = &parts.text[..parts.text.len() - parts.fragment.map_or(0, |text| text.len() + 1)];
    let slashes = url.windows(2).position(|pair| pair == b"//");
    slashes.map_or(SchemeSpecific::Nothing, |at| {
        SchemeSpecific::File(&url[at + 2..])
    })
}
