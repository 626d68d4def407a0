//! Character references.

use urlsift_tables::lines;

use super::{check, text};

#[test]
fn a_reference_maps_to_all_of_its_bytes() {
    check("a&lt;b", &[("a", "a"), ("<", "&lt;"), ("b", "b")]);
    check("&lt", &[("<", "&lt")]);
    check("&ltfo", &[("<", "&lt"), ("f", "f"), ("o", "o")]);
    check("&lt.", &[("<", "&lt"), (".", ".")]);
    check("&#60;.", &[("<", "&#60;"), (".", ".")]);
    check("&#60.", &[("<", "&#60"), (".", ".")]);
    check("&#00060", &[("<", "&#00060")]);
    check("&#x3C;&#X3c;", &[("<", "&#x3C;"), ("<", "&#X3c;")]);
    check("&#x003cg", &[("<", "&#x003c"), ("g", "g")]);
    check(
        "&amp;lt;",
        &[("&", "&amp;"), ("l", "l"), ("t", "t"), (";", ";")],
    );
    check("&AMP&LT;", &[("&", "&AMP"), ("<", "&LT;")]);
    check("&nvlt;", &[("<\u{20d2}", "&nvlt;")]);
    check("&semi;;", &[(";", "&semi;"), (";", ";")]);
    check("&auml&auml;", &[("\u{e4}", "&auml"), ("\u{e4}", "&auml;")]);
    // The longer of two names, if it has a semicolon.
    check("&notin;", &[("\u{2209}", "&notin;")]);
    check(
        "&notit;",
        &[("\u{ac}", "&not"), ("i", "i"), ("t", "t"), (";", ";")],
    );
    check(
        "&CounterClockwiseContourIntegral;x",
        &[
            ("\u{2233}", "&CounterClockwiseContourIntegral;"),
            ("x", "x"),
        ],
    );
}

#[test]
fn invalid_references_are_text() {
    for page in lines!("references.toml", "invalid_references_are_text") {
        assert_eq!(text(page), page);
    }
}

#[test]
fn a_numeric_reference_may_be_long() {
    let long = format!("&#{}60;&#x{}3c", "0".repeat(50), "0".repeat(50));
    check(&long, &[("<", &long[..55]), ("<", &long[55..])]);
}
