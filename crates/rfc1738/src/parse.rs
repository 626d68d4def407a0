//! The grammar of RFC 1738 §5: a URL, its scheme and its fragment. The text after the scheme is parsed by
//! the production of that scheme, in [`schemes`].
//!
//! A text is parsed as if it had no fragment, and a second time, without it, if that gave problems. Nearly all URLs
//! have no `#`, and a search for one would read each of them once more. The price is that a URL with a fragment is
//! parsed twice.

use crate::{
    class::Class,
    fast_path::usual_parts,
    host::read_as_client,
    parser::Parser,
    parts::Parts,
    problem::{Code, Problems},
    rule::Rule,
    schemes,
};
use urlsift_scheme::Scheme;

/// Parses a text into parts and problems, both of which are empty before.
pub(crate) fn parse<'a>(text: &'a [u8], parts: &mut Parts<'a>, problems: &mut Problems) {
    match usual_parts(text) {
        Some(usual) => *parts = usual,
        None => parse_fully(text, parts, problems),
    }
}

/// Parses a text without a fast check.
pub(crate) fn parse_fully<'a>(text: &'a [u8], parts: &mut Parts<'a>, problems: &mut Problems) {
    url(&mut Parser::new(text, parts, problems));
    // No class has `#`, so a text without problems has no fragment, as most have none. In other texts
    // the first `#` ends the URL, whatever follows.
    let conforms = problems.as_slice().is_empty();
    if !conforms {
        if let Some(fragment_start) = text.iter().position(|&byte| byte == b'#') {
            *parts = Parts::default();
            *problems = Problems::new();
            let mut parser = Parser::new(&text[..fragment_start], parts, problems);
            url(&mut parser);
            parser.text = text;
            parser.at = fragment_start + 1;
            parser.parts.fragment = Some(fragment(&mut parser));
        }
        problems.sort();
    }
    parts.text = text;
    // Every client reads the host of a URL that conforms and has no user.
    if !(conforms && parts.login.is_some_and(|login| login.user.is_none())) {
        read_as_client(text, parts);
    }
}

/// `url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl |
/// fileurl | prosperourl | otherurl`
fn url(parser: &mut Parser<'_, '_>) {
    if !scheme(parser) {
        return;
    }
    let kind = parser.parts.kind;
    if kind.has_host() && !parser.slashes(schemes::rule(kind)) {
        parser.schemepart();
    } else {
        schemes::parse(kind, parser);
    }
}

/// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`, and the colon after it. Returns whether they are there.
fn scheme(parser: &mut Parser<'_, '_>) -> bool {
    let (kind, len) = Scheme::at_start_of(parser.text).unwrap_or_else(|| {
        // Most schemes are short: their colon is among the first eight bytes and bounds the run. The run
        // of a longer scheme ends at the first byte outside the class.
        let colon = parser.text.iter().take(8).position(|&byte| byte == b':');
        let len = Class::SCHEME.run(&parser.text[..colon.unwrap_or(parser.text.len())]);
        (Scheme::of(&parser.text[..len]), len)
    });
    if len == 0 || parser.text.get(len) != Some(&b':') {
        no_scheme(parser, len);
        return false;
    }
    parser.parts.scheme = Some(&parser.text[..len]);
    parser.parts.kind = kind;
    parser.at = len + 1;
    true
}

/// Reports that there is no valid scheme, after `len` bytes that can stand in one.
#[cold]
fn no_scheme(parser: &mut Parser<'_, '_>, len: usize) {
    let mut rest = parser.text[len..].iter();
    let is_scheme_meant = match rest.find(|&byte| matches!(byte, b':' | b'/' | b'?')) {
        Some(b':') => parser.text[0] != b':',
        _ => false,
    };
    if !is_scheme_meant {
        parser.problem(Code::NoScheme, Rule::Scheme, 0..len);
        return;
    }
    while parser.peek() != Some(b':') {
        parser.at += Class::SCHEME.run(parser.rest());
        if parser.peek() != Some(b':') {
            parser.problem(
                Code::SchemeCharacter,
                Rule::Scheme,
                parser.at..parser.at + 1,
            );
            parser.at += 1;
        }
    }
}

/// `fragment = *( uchar | reserved )` (RFC 1808 §2.2)
fn fragment<'a>(parser: &mut Parser<'a, '_>) -> &'a [u8] {
    parser.chars(Class::XCHAR, Rule::Fragment, b"")
}
