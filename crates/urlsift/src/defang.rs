//! Defangs URLs: writes them so that they cannot be clicked.

use std::{borrow::Cow, ops::Range};

/// Returns a URL as it is written so that nobody can click on it: `hxxp` for `http`, `fxp` for `ftp`, and `[.]` for
/// the dots of the host. The same is done to URLs inside the URL.
///
/// ```
/// # use urlsift::defang;
/// assert_eq!(&*defang(b"https://a.example/b.c"), b"hxxps://a[.]example/b.c");
/// assert_eq!(&*defang(b"mailto:a.b@c.example"), b"mailto:a.b@c[.]example");
/// ```
#[must_use]
pub fn defang(url: &[u8]) -> Cow<'_, [u8]> {
    const SEPARATOR: &[u8] = b"://";
    let mut out = Vec::new();
    let mut done = 0;
    if let Some(hosts) = mail_hosts(url) {
        bracket_dots(&mut out, url, &mut done, hosts);
    } else if let Some(colon) = colon_without_slashes(url) {
        push_scheme(&mut out, &url[..colon]);
        done = colon;
        let host = host(url, after_slashes(url, colon + 1));
        bracket_dots(&mut out, url, &mut done, host);
    }
    while let Some(at) = url[done..]
        .windows(SEPARATOR.len())
        .position(|bytes| bytes == SEPARATOR)
    {
        let colon = done + at;
        let start = done + name_start(&url[done..colon]);
        out.extend_from_slice(&url[done..start]);
        let scheme = &url[start..colon];
        push_scheme(&mut out, scheme);
        out.extend_from_slice(SEPARATOR);
        done = colon + SEPARATOR.len();
        // Browsers skip more slashes, as in `http:///a.example`.
        let authority = if is_known(scheme) {
            after_slashes(url, done)
        } else {
            done
        };
        let host = host(url, authority);
        bracket_dots(&mut out, url, &mut done, host);
    }
    if done == 0 {
        return url.into();
    }
    out.extend_from_slice(&url[done..]);
    out.into()
}

/// Returns the index of the colon of an http or ftp URL without `//` after the colon, as in `http:a.example` and
/// `http:\\a.example`, which browsers correct.
fn colon_without_slashes(url: &[u8]) -> Option<usize> {
    let colon = url.iter().position(|&byte| byte == b':')?;
    let is_corrected = is_known(&url[..colon]) && !url[colon..].starts_with(b"://");
    is_corrected.then_some(colon)
}

/// Returns the index of the first byte from `start` on that is no slash or backslash.
fn after_slashes(url: &[u8], start: usize) -> usize {
    let slashes = url[start..].iter().take_while(|byte| b"/\\".contains(byte));
    start + slashes.count()
}

/// Returns the range of the host and the port in the authority that begins at `start`.
fn host(url: &[u8], start: usize) -> Range<usize> {
    let authority = &url[start..];
    let len = authority.iter().position(|byte| b"/?#\\".contains(byte));
    let authority = &authority[..len.unwrap_or(authority.len())];
    let user = authority.iter().rposition(|&byte| byte == b'@');
    start + user.map_or(0, |at| at + 1)..start + authority.len()
}

/// Returns the range of a `mailto` URL that contains its hosts.
fn mail_hosts(url: &[u8]) -> Option<Range<usize>> {
    const MAILTO: &[u8] = b"mailto:";
    let scheme = url.get(..MAILTO.len())?;
    let end = url.iter().position(|&byte| byte == b'?');
    let end = end.unwrap_or(url.len());
    let at = url[..end].iter().position(|&byte| byte == b'@')?;
    scheme.eq_ignore_ascii_case(MAILTO).then_some(at..end)
}

/// Appends the bytes from `done` to the end of a range, with brackets around the dots in the range, and advances
/// `done`.
fn bracket_dots(out: &mut Vec<u8>, url: &[u8], done: &mut usize, range: Range<usize>) {
    out.extend_from_slice(&url[*done..range.start]);
    for &byte in &url[range.clone()] {
        match byte {
            b'.' => out.extend_from_slice(b"[.]"),
            _ => out.push(byte),
        }
    }
    *done = range.end;
}

/// Returns the index of the scheme's name at the end of a text.
fn name_start(text: &[u8]) -> usize {
    let last = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    last.map_or(0, |at| at + 1)
}

/// Appends the name of a scheme; those of http and ftp with an `x` for each `t`.
fn push_scheme(out: &mut Vec<u8>, name: &[u8]) {
    let is_known = is_known(name);
    out.extend(name.iter().map(|&byte| match byte {
        b't' if is_known => b'x',
        b'T' if is_known => b'X',
        _ => byte,
    }));
}

/// Returns whether the name of a scheme is changed.
fn is_known(scheme: &[u8]) -> bool {
    const KNOWN: [&[u8]; 4] = [b"http", b"https", b"ftp", b"ftps"];
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::defang;

    #[test]
    fn urls_are_defanged() {
        for (url, expected) in [
            (
                "http://a.example/b.c?d.e#f.g",
                "hxxp://a[.]example/b.c?d.e#f.g",
            ),
            ("HTTPS://A.Example:80", "HXXPS://A[.]Example:80"),
            ("ftp://u.v:w@a.example/", "fxp://u.v:w@a[.]example/"),
            ("gopher://a.example/", "gopher://a[.]example/"),
            ("http://[::1]/a", "hxxp://[::1]/a"),
            ("http://localhost", "hxxp://localhost"),
            ("http://a.example\\b.c", "hxxp://a[.]example\\b.c"),
            ("http:a.example/b.c", "hxxp:a[.]example/b.c"),
            ("http:///a.example/b.c", "hxxp:///a[.]example/b.c"),
            ("ftp://\\/u@a.example", "fxp://\\/u@a[.]example"),
            ("gopher:///a.example", "gopher:///a.example"),
            ("ftp:/a@b.example", "fxp:/a@b[.]example"),
            (
                "HTTP:\\\\a.example\\http://b.c",
                "HXXP:\\\\a[.]example\\hxxp://b[.]c",
            ),
            ("a.b:http:c.d", "a.b:http:c.d"),
            (
                "mailto:a.b@c.example,d@e.example?cc=f.g",
                "mailto:a.b@c[.]example,d@e[.]example?cc=f.g",
            ),
            ("news:comp.infosystems", "news:comp.infosystems"),
            (
                "http://a.example/http://b.example/?c=https://d.example",
                "hxxp://a[.]example/hxxp://b[.]example/?c=hxxps://d[.]example",
            ),
            ("", ""),
            ("://", "://"),
            ("a.b/c", "a.b/c"),
        ] {
            let defanged = defang(url.as_bytes());
            assert_eq!(String::from_utf8_lossy(&defanged), expected, "{url}");
        }
    }
}
