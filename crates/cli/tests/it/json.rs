//! Tests for every field of `--json`, as documented in `docs/JSON.md`.

use crate::support::links::check_link;
use crate::support::{RFC_EXAMPLE, run_with};
use serde_json::json;

#[test]
fn rfc_example_has_these_fields() {
    let links = run_with(&["list", "--json"], RFC_EXAMPLE.as_bytes()).json();
    for link in &links {
        check_link(RFC_EXAMPLE.as_bytes(), link);
    }
    let second = json!({
        "url": "ftp://ds.internic.net/rfc",
        "raw": "<URL:ftp://ds.in\n   ternic.net/rfc>",
        "delimiter": "url",
        "breaks": 1,
        "spaced": false,
        "joins": [{"url_at": 11, "dropped": ["break", "space"], "hyphen": false}],
        "pieces": [[120, 131], [135, 149]],
        "quote_depth": 0,
        "conforms": "rfc1738",
        "problems": [],
        "warnings": [],
        "scheme": "ftp",
        "host": "ds.internic.net",
        "host_ascii": "ds.internic.net",
        "domain": "internic.net",
        "path": "-",
        "offset": 115,
        "end": 150,
        "line": 2,
        "column": 49,
    });
    assert_eq!(links.len(), 3);
    assert_eq!(links[1], second);
}

#[cfg(target_os = "linux")]
#[test]
fn invalid_utf8_path_is_also_given_in_base64() {
    use crate::support::{dir_with, run_in};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let dir = dir_with(&[("empty", "")]);
    let name = OsStr::from_bytes(b"n\xe9");
    std::fs::write(dir.path().join(name), "<URL:x> <URL:y").expect("a file");
    let args = ["list", "--conforms=none", "--json", "--rejected"].map(OsStr::new);
    let lines = run_in(&dir, &[&args[..], &[name]].concat()).json();
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert_eq!(line["path"], "n\u{fffd}");
        assert_eq!(line["path_base64"], "buk=");
    }
    let args = ["list", "--conforms=none", "-H"].map(OsStr::new);
    let plain = run_in(&dir, &[&args[..], &[name]].concat());
    assert_eq!(plain.stdout, b"n\xe9:x\n");
}
