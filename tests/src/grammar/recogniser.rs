//! Which texts are URLs by RFC 1738, and which are relative references by RFC 1808: the productions
//! as regular expressions, and the few words around them that are no productions.

use regex::bytes::Regex;

use super::rules::{COMPILED_1738, COMPILED_1808, SCHEMES};

/// Whether a text is a URL, with or without a fragment behind it.
///
/// A scheme with a production of its own has to match it: section 5 lets `otherurl` take any text
/// that begins with a scheme, and would so refuse nothing.
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

/// The text's scheme: what stands in front of the first `:`, if a scheme can be written so.
#[must_use]
pub fn scheme(text: &[u8]) -> Option<&[u8]> {
    let colon = text.iter().position(|&byte| byte == b':')?;
    let name = &text[..colon];
    rule("scheme").is_match(name).then_some(name)
}

/// The scheme with a production of its own that this is, in any case.
#[must_use]
pub fn own_scheme(scheme: &[u8]) -> Option<&'static str> {
    SCHEMES
        .iter()
        .copied()
        .find(|own| scheme.eq_ignore_ascii_case(own.as_bytes()))
}

/// Whether a text is a relative reference, with or without a fragment behind it; the empty one is.
///
/// What section 2.4.2 of RFC 1808 reads as a scheme makes the text absolute.
#[must_use]
pub fn is_relative(text: &[u8]) -> bool {
    let (url, fragment) = without_fragment(text);
    scheme(url).is_none()
        && relative_rule("relativeURL").is_match(url)
        && relative_rule("fragment").is_match(fragment)
}

/// A text up to its first `#`, and what follows that, if anything.
fn without_fragment(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|&byte| byte == b'#') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, b""),
    }
}

/// A production of RFC 1738, section 5, by its name there; it matches whole texts only. A `fragment`
/// is here too.
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

/// A production of RFC 1808, section 2.2, by its name there; it matches whole texts only.
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
        // The examples of section 3 and of the appendix, and more.
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
    fn schemes_stand_in_front_of_the_first_colon() {
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
        // Those of RFC 1808, sections 5.1 and 5.2, and more.
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
