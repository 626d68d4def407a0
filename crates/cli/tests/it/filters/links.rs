//! Tests for filters of links by part, URL, quoting and warnings.

use super::{list, summary};
use serde_json::Value;

/// A message with parts of several types.
const PARTS: &str = "\
Subject: a\n\
List-Help: <http://a.example/help>\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
<http://a.example/preamble>\n\
--x\n\
Content-Transfer-Encoding: base64\n\
\n\
PGh0dHA6Ly9hLmV4YW1wbGUvcGxhaW4+\n\
--x\n\
Content-Type: TEXT/HTML\n\
\n\
<p>&lt;http://a.example/html&gt;</p>\n\
--x\n\
Content-Type: text/x-diff\n\
\n\
<http://a.example/diff>\n\
--x--\n";

#[test]
fn type_matches_the_type_of_the_part() {
    let assert_selects = |types: &[&str], paths: &[&str]| {
        let urls = paths
            .iter()
            .map(|path| ["http://a.example/", path, "\n"].concat());
        let urls = urls.collect::<Vec<_>>().concat();
        list(types, PARTS).gives(i32::from(paths.is_empty()), &urls);
    };
    assert_selects(&[], &["help", "preamble", "plain", "html", "diff"]);
    assert_selects(&["--type", "text/plain"], &["plain"]);
    assert_selects(&["--type", "Text/Html"], &["html"]);
    assert_selects(&["--type", "text/*"], &["plain", "html", "diff"]);
    assert_selects(&["--type", "text/x-diff,text/html"], &["html", "diff"]);
    assert_selects(
        &["--type", "text/x-diff", "--type", "multipart/*"],
        &["preamble", "diff"],
    );
    assert_selects(&["--type", "image/*"], &[]);
    assert_selects(&["--type", "text/*", "--in", "headers"], &[]);
    assert_selects(&["--type", "text/*", "--no-html"], &["plain", "diff"]);
    assert_selects(&["--type", "text/html", "--subject", "a"], &["html"]);
    assert_selects(&["--type", "text/html", "--subject", "b"], &[]);
    // Other parts are neither decoded nor scanned.
    assert_eq!(summary(&["--type", "text/html"], PARTS)["candidates"], 1);
    assert_eq!(summary(&["--type", "image/*"], PARTS)["candidates"], 0);
}

#[test]
fn joined_selects_rejoined_urls() {
    let text = "<http://a/> <http://b/\nc> <http://d/ e> <\nhttp://f/\n>";
    let links = list(&["--json"], text).json();
    let broken = links
        .iter()
        .filter(|link| link["joins"] != Value::Array(Vec::new()));
    let broken: Vec<_> = broken.cloned().collect();
    assert_eq!(list(&["--json", "--joined"], text).json(), broken);
    list(&["--joined"], text).gives(0, "http://b/c\nhttp://d/e\n");
    // An at-sign written as "at" is no join.
    list(&["--joined"], "<mailto:jim at a.example>").gives(1, "");
    list(&["--joined"], "<mailto:jim at\na.example>").gives(0, "mailto:jim@a.example\n");
}

#[test]
fn warn_matches_scan_and_validation_warnings() {
    let text = "<http://a/> <http://b/ c> <http://u:p@d/> <http://e:22/> <http://f/\n";
    let links = list(&["--json"], text).json();
    for code in ["spaced", "password-in-url", "reserved-port"] {
        let warned = links.iter().filter(|link| {
            let codes = link["warnings"].as_array().expect("codes");
            codes.contains(&code.into())
        });
        let warned: Vec<_> = warned.cloned().collect();
        assert!(!warned.is_empty(), "{code}");
        assert_eq!(list(&["--json", "--warn", code], text).json(), warned);
    }
    list(&["--warn", "spaced,reserved-port"], text).gives(0, "http://b/c\nhttp://e:22/\n");
    list(&["--warn", "spaced", "--warn", "password-in-url"], text)
        .gives(0, "http://b/c\nhttp://u:p@d/\n");
    list(&["--warn", "encoded-crlf"], text).gives(1, "");
}
