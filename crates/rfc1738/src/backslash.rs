//! Backslashes, which the grammar of RFC 1738 does not have.
//!
//! Browsers read `\` as `/` in the schemes that the WHATWG URL standard calls special, so that it ends the host:
//! `http://a.example\@b.example/` leads to `a.example`, although RFC 1738 §3.1 makes `a.example\` a user. What such a
//! URL connects to matters more than its form. The problems remain those of RFC 1738.

use urlsift_scheme::Scheme;

use crate::{
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Problems,
};

/// Replaces the parts of a URL with problems by those that browsers find, if a backslash ends its host.
#[cold]
pub(crate) fn end_host_at_backslash<'a>(url: &'a [u8], parts: &mut Parts<'a>) {
    let Some((authority, after)) = split_at_backslash(url, parts) else {
        return;
    };
    let (mut read, mut ignored) = (Parts::default(), Problems::new());
    Parser::new(authority, &mut read, &mut ignored).login(b"");
    parts.login = read.login;
    parts.scheme_specific = match parts.kind {
        Scheme::Http => {
            let mut split = after.splitn(2, |&byte| byte == b'?');
            SchemeSpecific::Http {
                path: split.next(),
                search: split.next(),
            }
        }
        Scheme::Ftp => SchemeSpecific::Ftp {
            fpath: after,
            ftptype: None,
        },
        Scheme::File => SchemeSpecific::File(after),
        _ => SchemeSpecific::Urlpath(after),
    };
}

/// Returns the bytes between `//` and the backslash that ends the host, and those after it.
fn split_at_backslash<'a>(url: &'a [u8], parts: &Parts<'a>) -> Option<(&'a [u8], &'a [u8])> {
    let scheme = parts.scheme.filter(|_| parts.is_special())?;
    let rest = url[scheme.len()..].strip_prefix(b"://")?;
    let end = rest.iter().position(|byte| b"/\\?".contains(byte))?;
    let (authority, after) = rest.split_at(end);
    Some((authority, after.strip_prefix(b"\\")?))
}
