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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::Escaped;

    fn texts(list: &str) -> impl Iterator<Item = &[u8]> {
        list.split(' ').map(str::as_bytes)
    }

    #[test]
    fn urls_conform() {
        // The examples of section 3 and of the appendix, among others.
        for text in texts(
            "ftp://@host.com/ ftp://host.com/ ftp://foo:@host.com/ \
             ftp://myname@host.dom/%2Fetc/motd ftp://myname@host.dom//etc/motd news:* \
             file://vms.host.edu/disk$user/my/notes/note12345.txt \
             prospero://host.dom//pros/name ftp://info.cern.ch/pub/www/doc;type=d \
             http://ds.internic.net/instructions/overview.html#WARNING \
             http://h# HTTP://h#a/b?c hTtP://h/ x-foo:#y x: -: 1:2 https://u@h/?a/b",
        ) {
            assert!(conforms(text), "{:?}", Escaped(text));
        }
    }

    #[test]
    fn other_texts_do_not_conform() {
        for text in texts(
            "# http #http://h http://h## http://h#a#b http://h#~ http://h/~ http: :// http//h \
             http://-/ FTP://h/a;b GOPHER: file:a x:~ x_y:a URL:http://h/~ x:\u{e9} x:% mailto:#a news:#",
        ) {
            assert!(!conforms(text), "{:?}", Escaped(text));
        }
        for text in [
            &b""[..],
            b"http://h/\xff",
            b"x:\x00",
            b"http://h/ ",
            b" http://h/",
            b"http://h/\n",
            b"x:\n",
        ] {
            assert!(!conforms(text), "{:?}", Escaped(text));
        }
    }

    #[test]
    fn a_scheme_precedes_the_first_colon() {
        assert_eq!(scheme(b"http://h:1/"), Some(&b"http"[..]));
        assert_eq!(scheme(b"Z39.50:"), Some(&b"Z39.50"[..]));
        for text in texts(": a :a //h:1 a/b:c a?b:c a#b:c ~:a a%41:b") {
            assert_eq!(scheme(text), None, "{:?}", Escaped(text));
        }
        assert_eq!(scheme(b""), None);
        assert_eq!(own_scheme(b"GoPher"), Some("gopher"));
        assert_eq!(own_scheme(b"https"), None);
    }

    #[test]
    fn references_without_a_scheme_are_relative() {
        // The examples of RFC 1808, sections 5.1 and 5.2, among others.
        for text in texts(
            "g ./g g/ /g //g ?y g?y g?y/./x #s g#s g#s/./x g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g \
             ../.. ../../../g /./g g. ..g g/../h ./this:that this%3Athat # :a a_b:c //u@h:1/a",
        ) {
            assert!(is_relative(text), "{:?}", Escaped(text));
        }
        assert!(is_relative(b""));
        for text in texts("g:h http:g http: this:that 1: .:a ~ a~ //// /a////#~ a#b#c #~ a% //h/~")
        {
            assert!(!is_relative(text), "{:?}", Escaped(text));
        }
    }
}
