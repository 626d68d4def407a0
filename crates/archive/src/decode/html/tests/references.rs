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
    assert_eq!(text("&&lt;&#&lt;&#x&lt;&a&lt;"), "&<&#<&#x<&a<");
    // A character other than `<`.
    assert_eq!(text("&Lt;"), "\u{226a}");
}

#[test]
fn numeric_references_follow_the_standard() {
    assert_eq!(text("&#228;&#xe4;&#x1F600;"), "\u{e4}\u{e4}\u{1f600}");
    // §13.2.5.80: windows-1252 in the byte of C1 controls.
    assert_eq!(text("&#128;&#x93;&#148"), "\u{20ac}\u{201c}\u{201d}");
    let replaced = "&#0;&#xD800;&#x110000;&#99999999999999999999;&#xffffffffff3C;";
    assert_eq!(text(replaced), "\u{fffd}".repeat(5));
    let long = format!("&#{}60;&#x{}3c", "0".repeat(50), "0".repeat(50));
    check(&long, &[("<", &long[..55]), ("<", &long[55..])]);
}
