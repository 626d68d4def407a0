//! Properties of validation that hold for any text. The fuzz target `judge` checks them, and so do the tests on
//! generated texts and on known fuzzer inputs.

use std::ops::Range;

use fluent_uri::Uri;
use urlsift_rfc1738::{
    Base, Conformance, Encoded, PartValue, Parts, Scheme, Step, Url, UrlWarning, Validation,
    explain, is_relative,
};

use crate::{grammar::recogniser, properties::Escaped};

mod forms;
mod hosts;
mod rfc3986;

pub use hosts::hosts_are_those_of_browsers;

/// Checks every property of a text.
///
/// # Panics
///
/// If a property does not hold.
pub fn every_property_holds(text: &[u8]) {
    agrees_with_the_recogniser(text);
    parts_give_the_url(text);
    parts_match_their_productions(text);
    spans_are_valid(text);
    agrees_with_fluent_uri(text);
    explanation_agrees_with_conformance(text);
    hosts_are_those_of_browsers(text);
}

/// Checks that the validator and the regular expressions accept the same URLs and the same relative references.
///
/// # Panics
///
/// If they differ.
pub fn agrees_with_the_recogniser(text: &[u8]) {
    let problem = Url::parse(text).err();
    let conforms = recogniser::conforms(text);
    assert_eq!(
        problem.is_none(),
        conforms,
        "{problem:?} in {:?}, recogniser: {conforms}",
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

/// Returns the URL of a text that conforms, and whose parts follow the grammar: clients read the same host.
fn url_of_grammar(text: &[u8]) -> Option<Url<'_>> {
    let url = Url::parse(text).ok()?;
    let differs = url.warnings().contains(UrlWarning::HostDiffers);
    (!differs).then_some(url)
}

/// Checks that the raw parts of a conforming URL, joined by the production of its scheme, are the URL again.
///
/// # Panics
///
/// If the joined parts differ from the URL.
pub fn parts_give_the_url(text: &[u8]) {
    let Some(url) = url_of_grammar(text) else {
        return;
    };
    assert_eq!(url.as_str().as_bytes(), text);
    let forms = forms::of(text, url.parts());
    let shown: Vec<_> = forms.iter().map(|form| Escaped(form)).collect();
    assert!(
        forms.iter().any(|form| form == text),
        "{:?} has the parts of {shown:?}",
        Escaped(text)
    );
}

/// Checks that each part of a conforming URL matches the production that it is named after.
///
/// # Panics
///
/// If a part does not match.
pub fn parts_match_their_productions(text: &[u8]) {
    let Some(url) = url_of_grammar(text) else {
        return;
    };
    let parts = url.parts();
    let check = |name: &str, part: Encoded<'_>| {
        let Some(rule) = production(name, parts) else {
            return;
        };
        assert!(
            recogniser::rule(rule).is_match(part.as_bytes()),
            "{name} of {:?} does not match {rule}: {part:?}",
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

/// Returns the production of a part in a URL with these parts, or `None` if the part has no production there.
fn production(part: &str, parts: &Parts<'_>) -> Option<&'static str> {
    let kind = parts.kind();
    Some(match part {
        "scheme" => "scheme",
        // The schemepart of another scheme is `*xchar`, whatever its login looks like.
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
        // By the grammar, an invalid search is part of the selector, and hence of `*xchar`.
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

/// Checks that problems are sorted and within the text, that parts are slices of it, and that all accessors
/// succeed.
///
/// # Panics
///
/// If a check fails.
pub fn spans_are_valid(text: &[u8]) {
    let validation = Validation::of(text);
    let problems = validation.problems();
    let mut previous = 0;
    for problem in problems {
        let Range { start, end } = problem.span();
        assert!(
            previous <= start && start <= end && end <= text.len(),
            "{problem:?} in {:?}",
            Escaped(text)
        );
        previous = start;
        assert!(!problem.to_string().is_empty());
    }
    let url = Url::parse(text);
    assert_eq!(url.err(), problems.first().copied(), "{:?}", Escaped(text));
    assert_eq!(url.ok(), validation.url());
    let parts = validation.parts();
    for (name, value) in parts.iter() {
        match value {
            // The default item type is not a slice of the text.
            PartValue::Text(part) if name == "gtype" && parts.selector().is_none() => {
                assert_eq!(part.as_bytes(), b"1");
            }
            PartValue::Text(part) => part_is_valid(text, part),
            PartValue::Port(port) => assert_eq!(Some(port), parts.effective_port()),
            PartValue::Cwds(cwds) => cwds.for_each(|cwd| part_is_valid(text, cwd)),
            PartValue::Fields(fields) => fields.for_each(|(name, value)| {
                part_is_valid(text, name);
                if let Some(value) = value {
                    part_is_valid(text, value);
                }
            }),
            other => panic!("an unknown kind of part: {other:?}"),
        }
    }
    let warnings = validation.warnings();
    assert!(warnings.iter().all(|warning| warnings.contains(warning)));
    assert_eq!(warnings.iter().next().is_none(), warnings.is_empty());
    let _ = explain(parts);
}

/// Checks that a part is a slice of the text, and that decoding shortens it by two bytes per escape.
fn part_is_valid(text: &[u8], part: Encoded<'_>) {
    let raw = part.as_bytes().as_ptr_range();
    let text_range = text.as_ptr_range();
    // A part that is not in the text has no offset.
    let is_inside = text_range.start <= raw.start && raw.end <= text_range.end;
    assert!(
        is_inside || part.is_empty(),
        "{part:?} is not a slice of {:?}",
        Escaped(text)
    );
    let shorter_by = part.as_bytes().len() - part.decode().len();
    assert_eq!(shorter_by % 2, 0, "{part:?}");
    assert_eq!(part.decode_lossy().is_empty(), part.is_empty(), "{part:?}");
}

/// Checks that what conforms to RFC 1738 is a URI by RFC 3986, except for the known differences.
///
/// # Panics
///
/// If a URL unexpectedly is a URI or is not.
pub fn agrees_with_fluent_uri(text: &[u8]) {
    let Ok(url) = Url::parse(text) else { return };
    let error = Uri::parse(url.as_str()).err();
    let difference = rfc3986::difference(url.as_str(), url.parts().kind());
    assert_eq!(
        error.is_some(),
        difference.is_some(),
        "{error:?} in {:?}, expected: {difference:?}",
        Escaped(text)
    );
}

/// Checks that a URL of http that browsers accept is not explained as one that they refuse.
///
/// # Panics
///
/// If there is no step that connects to a host.
pub fn explanation_agrees_with_conformance(text: &[u8]) {
    let validation = Validation::of(text);
    if validation.parts().kind() == Scheme::Http && Conformance::of(text) == Conformance::Whatwg {
        let steps = explain(validation.parts());
        assert!(
            matches!(steps.first(), Some(Step::Say(first)) if first.starts_with("Connect to ")),
            "{steps:?} of {:?}",
            Escaped(text)
        );
    }
}

/// Checks that the result of resolving has the scheme of the reference or, if it has none, of the base.
///
/// # Panics
///
/// If it has another scheme or none.
pub fn resolving_keeps_a_scheme(base: &[u8], reference: &[u8]) {
    let Ok(base) = Base::new(base) else { return };
    let resolved = base.resolve(reference);
    // The fragment of a reference is split off before its scheme, which cannot contain a `#`.
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
