//! What holds for every text that is judged. The fuzz target `judge` calls these; so do the tests, on
//! texts from the grammar and around it and on everything that fuzzing ever found.

use std::ops::Range;

use fluent_uri::Uri;
use urlsift_rfc1738::{
    Base, Encoded, Judgement, PartValue, Parts, Scheme, Url, explain, is_relative,
};

use crate::{grammar::recogniser, properties::Escaped};

mod forms;
mod later;

/// All that holds for every text.
///
/// # Panics
///
/// If something does not.
pub fn every_property_holds(text: &[u8]) {
    agrees_with_the_recogniser(text);
    parts_give_the_url(text);
    parts_match_their_productions(text);
    places_are_sound(text);
    agrees_with_fluent_uri(text);
}

/// The validator and the regular expressions take the same texts for URLs, and the same ones for
/// relative references.
///
/// # Panics
///
/// If they do not.
pub fn agrees_with_the_recogniser(text: &[u8]) {
    let problem = Url::parse(text).err();
    let conforms = recogniser::conforms(text);
    assert_eq!(
        problem.is_none(),
        conforms,
        "{problem:?} in {:?}, of which the recogniser says: {conforms}",
        Escaped(text)
    );
    assert_eq!(
        urlsift_rfc1738::conforms(text),
        conforms,
        "{:?}",
        Escaped(text)
    );
    assert_eq!(
        is_relative(text),
        recogniser::is_relative(text),
        "a relative reference? {:?}",
        Escaped(text)
    );
}

/// Of a text that conforms, the raw parts, put together by the production of its scheme, are the text
/// again.
///
/// # Panics
///
/// If they are not.
pub fn parts_give_the_url(text: &[u8]) {
    let Ok(url) = Url::parse(text) else { return };
    assert_eq!(url.as_str().as_bytes(), text);
    let forms = forms::of(text, url.parts());
    let shown: Vec<_> = forms.iter().map(|form| Escaped(form)).collect();
    assert!(
        forms.iter().any(|form| form == text),
        "{:?} has the parts of {shown:?}",
        Escaped(text)
    );
}

/// Of a text that conforms, each part matches the production that it is named after.
///
/// # Panics
///
/// If one does not.
pub fn parts_match_their_productions(text: &[u8]) {
    let Ok(url) = Url::parse(text) else { return };
    let parts = url.parts();
    let check = |name: &str, part: Encoded<'_>| {
        let Some(rule) = production(name, parts) else {
            return;
        };
        assert!(
            recogniser::rule(rule).is_match(part.as_bytes()),
            "{name} of {:?} is no {rule}: {part:?}",
            Escaped(text)
        );
    };
    for (name, value) in parts.iter() {
        match value {
            PartValue::Text(part) => check(name, part),
            PartValue::Cwds(cwds) => cwds.for_each(|cwd| check("cwds", cwd)),
            PartValue::Fields(fields) => fields.for_each(|(name, value)| {
                check("fieldname", name);
                check("fieldvalue", value.expect("a field that conforms"));
            }),
            _ => {}
        }
    }
}

/// The production of a part, in a URL of these parts; none if it may be read from what has no
/// structure.
fn production(part: &str, parts: &Parts<'_>) -> Option<&'static str> {
    let kind = parts.kind();
    Some(match part {
        "scheme" => "scheme",
        // Another scheme's schemepart is `*xchar`, whatever its login is like.
        "user" | "password" | "host" | "port" if kind == Scheme::Other => "schemepart",
        "user" => "user",
        "password" => "password",
        // `[ host | "localhost" ]`
        "host" if kind == Scheme::File && parts.host()?.is_empty() => return None,
        "host" => "host",
        "port" => "port",
        "cwds" | "name" => "fsegment",
        "ftptype" => "ftptype",
        "path" if kind == Scheme::File => "fpath",
        "path" => "hpath",
        "gtype" => "gtype",
        "selector" => "selector",
        "database" => "database",
        // A search that is none is a part of the selector by the grammar, and so of `*xchar`.
        "search" if kind == Scheme::Gopher => "selector",
        "search" => "search",
        "gopher_string" => "gopher+_string",
        "addr_spec" => "encoded822addr",
        "group" if kind == Scheme::News => "grouppart",
        "group" => "group",
        "article" => "article",
        "digits" => "digits",
        "wtype" => "wtype",
        "wpath" => "wpath",
        "hsoname" => "ppath",
        "fieldname" => "fieldname",
        "fieldvalue" => "fieldvalue",
        "urlpath" => "urlpath",
        "schemepart" => "schemepart",
        "fragment" => "fragment",
        _ => panic!("a part without a production: {part}"),
    })
}

/// Problems lie in the text and in order, parts are slices of it, and whatever else can be asked of
/// it is answered.
///
/// # Panics
///
/// If not.
pub fn places_are_sound(text: &[u8]) {
    let judgement = Judgement::of(text);
    let problems = judgement.problems();
    let mut reached = 0;
    for problem in problems {
        let Range { start, end } = problem.span();
        assert!(
            reached <= start && start <= end && end <= text.len(),
            "{problem:?} in {:?}",
            Escaped(text)
        );
        reached = start;
        assert!(!problem.to_string().is_empty());
    }
    let url = Url::parse(text);
    assert_eq!(url.err(), problems.first().copied(), "{:?}", Escaped(text));
    assert_eq!(url.ok(), judgement.url());
    let parts = judgement.parts();
    for (name, value) in parts.iter() {
        match value {
            // Of the item types, the one that is not written is no slice of the text.
            PartValue::Text(part) if name == "gtype" && parts.selector().is_none() => {
                assert_eq!(part.as_bytes(), b"1");
            }
            PartValue::Text(part) => part_is_sound(text, part),
            PartValue::Port(port) => assert_eq!(Some(port), parts.effective_port()),
            PartValue::Cwds(cwds) => cwds.for_each(|cwd| part_is_sound(text, cwd)),
            PartValue::Fields(fields) => fields.for_each(|(name, value)| {
                part_is_sound(text, name);
                if let Some(value) = value {
                    part_is_sound(text, value);
                }
            }),
            other => panic!("a part of another kind: {other:?}"),
        }
    }
    let warnings = judgement.warnings();
    assert!(warnings.iter().all(|warning| warnings.contains(warning)));
    assert_eq!(warnings.iter().next().is_none(), warnings.is_empty());
    let _ = explain(parts);
}

/// It is a slice of the text, and decoding takes two bytes of each escape away.
fn part_is_sound(text: &[u8], part: Encoded<'_>) {
    let raw = part.as_bytes().as_ptr_range();
    let whole = text.as_ptr_range();
    // What is not written has no place.
    let is_inside = whole.start <= raw.start && raw.end <= whole.end;
    assert!(
        is_inside || part.is_empty(),
        "{part:?} is no slice of {:?}",
        Escaped(text)
    );
    let shorter_by = part.as_bytes().len() - part.decode().len();
    assert_eq!(shorter_by % 2, 0, "{part:?}");
    assert_eq!(part.decode_lossy().is_empty(), part.is_empty(), "{part:?}");
}

/// What conforms to RFC 1738 is a URI by RFC 3986, too, but for the differences that are known.
///
/// # Panics
///
/// If it is none and should be, or is one and should not.
pub fn agrees_with_fluent_uri(text: &[u8]) {
    let Ok(url) = Url::parse(text) else { return };
    let refused = Uri::parse(url.as_str()).err();
    let difference = later::difference(url.as_str(), url.parts().kind());
    assert_eq!(
        refused.is_some(),
        difference.is_some(),
        "{refused:?} in {:?}, expected: {difference:?}",
        Escaped(text)
    );
}

/// Whatever is resolved against whatever, the outcome has a scheme: the reference's own, or that of
/// the base.
///
/// # Panics
///
/// If it has another or none.
pub fn resolving_keeps_a_scheme(base: &[u8], reference: &[u8]) {
    let Ok(base) = Base::new(base) else { return };
    let resolved = base.resolve(reference);
    // In a reference a fragment is looked for before a scheme, which can hold no `#`.
    let scheme = recogniser::scheme(reference).or(recogniser::scheme(base.text()));
    assert_eq!(
        recogniser::scheme(&resolved),
        scheme,
        "{:?} against {:?} gives {:?}",
        Escaped(reference),
        Escaped(base.text()),
        Escaped(&resolved)
    );
}
