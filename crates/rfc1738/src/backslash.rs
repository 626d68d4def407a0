//! Backslashes, which the grammar of RFC 1738 does not have.
//!
//! Browsers read `\` as `/` in the schemes that the WHATWG URL standard calls special, so that it ends the host:
//! `http://a.example\@b.example/` leads to `a.example`, although RFC 1738 §3.1 makes `a.example\` a user. What such a
//! URL connects to matters more than its form. The problems remain those of RFC 1738.

use core::ops::Range;

use urlsift_scheme::Scheme;

use crate::{
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Problems,
};

/// Replaces the parts of a URL with problems by those that browsers find, if a backslash ends its host.
#[cold]
pub(crate) fn end_host_at_backslash<'a>(url: &'a [u8], parts: &mut Parts<'a>) {
    let Some(authority) = authority_before_backslash(url, parts) else {
        return;
    };
    let after = &url[authority.end + 1..];
    let (mut read, mut ignored) = (Parts::default(), Problems::new());
    let mut parser = Parser::new(&url[..authority.end], &mut read, &mut ignored);
    parser.at = authority.start;
    parser.login(b"");
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

/// Returns the range between `//` and the backslash that ends the host.
fn authority_before_backslash(url: &[u8], parts: &Parts<'_>) -> Option<Range<usize>> {
    let scheme = parts.scheme.filter(|_| parts.is_special())?;
    let rest = url[scheme.len()..].strip_prefix(b"://")?;
    let len = rest.iter().position(|byte| b"/\\?".contains(byte))?;
    let start = url.len() - rest.len();
    (rest[len] == b'\\').then_some(start..start + len)
}
