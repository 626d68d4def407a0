//! Tests for filters of hits by part, URL, quoting and warnings.

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
fn scheme_matches_the_scheme_of_the_url() {
    let text = "<http://a/> <HTTPS://b/> <ftp://c/> <URL:news:d> <URL:e/f>";
    list(&["--scheme", "http"], text).gives(0, "http://a/\n");
    list(&["--scheme", "http,https"], text).gives(0, "http://a/\nHTTPS://b/\n");
    list(&["--scheme", "FTP", "--scheme", "news"], text).gives(0, "ftp://c/\nnews:d\n");
    list(&["--scheme", "gopher"], text).gives(1, "");
    list(&["--scheme", "http", "--conforms", "none"], text).gives(0, "http://a/\n");
}

#[test]
fn host_matches_trailing_labels() {
    let text = "<http://ietf.org/1> <http://www.IETF.org/2> <http://xietf.org/3> <http://ietf.org.:80/4> \
                <ftp://u@a.b.ietf.org/5> <http://ietf.org.example/6> <mailto:a@ietf.org> <URL:ietf.org/7>";
    let selected =
        "http://ietf.org/1\nhttp://www.IETF.org/2\nhttp://ietf.org.:80/4\nftp://u@a.b.ietf.org/5\n";
    list(&["--host", "ietf.org"], text).gives(0, selected);
    list(&["--host", "IETF.ORG."], text).gives(0, selected);
    list(&["--host", "ietf.org", "--conforms", "relative"], text).gives(0, selected);
    list(&["--host", "www.ietf.org,example"], text)
        .gives(0, "http://www.IETF.org/2\nhttp://ietf.org.example/6\n");
    list(&["--host", "b.ietf.org", "--host", "xietf.org"], text)
        .gives(0, "http://xietf.org/3\nftp://u@a.b.ietf.org/5\n");
    list(&["--host", "f.org"], text).gives(1, "");
    list(&["--host", "ietf.org", "--scheme", "ftp"], text).gives(0, "ftp://u@a.b.ietf.org/5\n");
}

#[test]
fn relative_reference_is_filtered_by_its_resolved_url() {
    let text = "<URL:a> <URL://c.example/b> <http://b.example/>";
    let base = ["--conforms", "relative", "--base", "ftp://a.example/"];
    let list = |flags: &[&str]| list(&[&base, flags].concat(), text);
    list(&["--host", "a.example"]).gives(0, "ftp://a.example/a\n");
    list(&["--host", "c.example"]).gives(0, "ftp://c.example/b\n");
    list(&["--scheme", "ftp"]).gives(0, "ftp://a.example/a\nftp://c.example/b\n");
    list(&["--scheme", "http"]).gives(0, "http://b.example/\n");
}

#[test]
fn quoted_selects_hits_after_quote_marks() {
    let text = "<http://a/>\n> <http://b/>\n>> <http://c/\n>> d>\n";
    let (quoted, other) = ("http://b/\nhttp://c/d\n", "http://a/\n");
    list(&["--quoted"], text).gives(0, quoted);
    list(&["--no-quoted"], text).gives(0, other);
    list(&["--quoted", "--no-quoted"], text).gives(0, other);
    list(&["--no-quoted", "--quoted"], text).gives(0, quoted);
    list(&["--quoted", "--joined"], text).gives(0, "http://c/d\n");
}

#[test]
fn joined_selects_rejoined_urls() {
    let text = "<http://a/> <http://b/\nc> <http://d/ e> <\nhttp://f/\n>";
    let hits = list(&["--json"], text).json();
    let broken = hits
        .iter()
        .filter(|hit| hit["joins"] != Value::Array(Vec::new()));
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
    let hits = list(&["--json"], text).json();
    for code in ["spaced", "password-in-url", "reserved-port"] {
        let warned = hits.iter().filter(|hit| {
            let codes = hit["warnings"].as_array().expect("codes");
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

#[test]
fn warnings_of_links_that_are_not_searched_for_are_refused() {
    let differs = ["text-differs needs --all or --delimiter attribute"];
    for flags in [
        &["--warn", "text-differs"][..],
        &["--warn", "spaced,text-differs", "--delimiter=bare,url"],
    ] {
        list(flags, "").refuses(&differs);
    }
    for flags in [
        &["--warn", "refanged"][..],
        &["--all", "--warn", "refanged"],
    ] {
        list(flags, "").refuses(&["refanged needs --refang"]);
    }
    list(&["--warn", "text-differs", "--all"], "").gives(1, "");
    list(&["--warn", "text-differs", "--delimiter=attribute"], "").gives(1, "");
    let text = "hxxp://a.example/ http://b.example/";
    list(&["--warn=refanged", "--refang", "--all"], text).gives(0, "http://a.example/\n");
}
