//! Tests for every field of `--json`, as documented in `docs/JSON.md`.

use crate::support::links::check_link;
use crate::support::{RFC_EXAMPLE, dir_with, run_in, run_with};
use serde_json::{Value, json};

/// Returns the only link in a text after checking its fields against the text.
#[track_caller]
fn only_link(text: &[u8]) -> Value {
    let mut links = run_with(&["list", "--conforms=none", "--json"], text).json();
    assert_eq!(links.len(), 1, "{links:#?}");
    check_link(text, &links[0]);
    links.remove(0)
}

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

#[test]
fn wrapped_and_quoted_url_has_these_fields() {
    let text = b"A writes:\n> > see <http://a.example/x-\n> > y.html> there\n";
    let expected = json!({
        "url": "http://a.example/x-y.html",
        "readings": ["http://a.example/x-y.html", "http://a.example/xy.html"],
        "raw": "<http://a.example/x-\n> > y.html>",
        "delimiter": "angle",
        "breaks": 1,
        "spaced": false,
        "joins": [{"url_at": 19, "dropped": ["break", "leader"], "hyphen": true}],
        "pieces": [[19, 38], [43, 49]],
        "quote_depth": 2,
        "conforms": "rfc1738",
        "problems": [],
        "warnings": [],
        "scheme": "http",
        "host": "a.example",
        "host_ascii": "a.example",
        "domain": "a.example",
        "path": "-",
        "offset": 18,
        "end": 50,
        "line": 2,
        "column": 9,
    });
    assert_eq!(only_link(text), expected);
}

#[test]
fn replaced_at_sign_is_a_join() {
    let link = only_link(b"<URL:mailto:jim at cern.ch>");
    assert_eq!(link["url"], "mailto:jim@cern.ch");
    let join = json!({"url_at": 10, "dropped": ["at"], "hyphen": false});
    assert_eq!(link["joins"], json!([join]));
    assert_eq!(link["pieces"], json!([[5, 15], [19, 26]]));
    assert_eq!(link["spaced"], false);
    assert_eq!(link["warnings"], json!([]));
}

#[test]
fn space_inside_is_a_join_and_a_warning() {
    let link = only_link(b"<http://a/b\t c>");
    assert_eq!(link["url"], "http://a/bc");
    assert_eq!(link["spaced"], true);
    assert_eq!(link["warnings"], json!(["spaced"]));
    assert_eq!(link["joins"][0]["dropped"], json!(["space"]));
    assert_eq!(link["breaks"], 0);
}

#[test]
fn surrounding_spaces_are_not_joins() {
    let link = only_link(b"< URL: \n http://a/b \n >");
    assert_eq!(link["joins"], json!([]));
    assert_eq!(link["breaks"], 2);
    assert_eq!(link["spaced"], false);
    assert_eq!(link["pieces"].as_array().map(Vec::len), Some(1));
}

#[test]
fn all_readings_are_listed() {
    let link = only_link(b"<http://a/-\nb-\nc>");
    let readings = [
        "http://a/-b-c",
        "http://a/-bc",
        "http://a/b-c",
        "http://a/bc",
    ];
    assert_eq!(link["readings"], json!(readings));
    let link = only_link(b"<http://a/-\nb-\nc-\nd-\ne-\nf>");
    assert_eq!(
        link["readings"],
        json!(["http://a/-b-c-d-e-f", "http://a/bcdef"])
    );
}

#[test]
fn damage_is_reported_as_warnings() {
    for (text, url, warnings) in [
        ("<http://a/\n>b>", "http://a/b", json!(["ragged-quote"])),
        (
            "> <http://a/b\n>\n",
            "http://a/b",
            json!(["doubtful-close"]),
        ),
        ("<http://a/b. Then\n\n", "http://a/b", json!(["unclosed"])),
        ("<http://a/b [c]>", "http://a/b", json!(["trailing-text"])),
        ("<http://a/b c>", "http://a/bc", json!(["spaced"])),
    ] {
        let link = only_link(text.as_bytes());
        assert_eq!(
            (&link["url"], &link["warnings"]),
            (&url.into(), &warnings),
            "{text:?}"
        );
    }
}

#[test]
fn raw_ends_at_the_end_of_an_unclosed_url() {
    let link = only_link(b"\n <http://a/b. Then\n\n");
    assert_eq!(link["raw"], "<http://a/b");
    assert_eq!((&link["offset"], &link["end"]), (&json!(2), &json!(13)));
}

#[test]
fn invalid_utf8_is_also_given_in_base64() {
    let link = only_link(b"<http://a/\xff-\n\xe9>");
    assert_eq!(link["url"], "http://a/\u{fffd}-\u{fffd}");
    assert_eq!(link["url_base64"], "aHR0cDovL2Ev/y3p");
    assert_eq!(link["raw"], "<http://a/\u{fffd}-\n\u{fffd}>");
    assert_eq!(link["raw_base64"], "PGh0dHA6Ly9hL/8tCuk+");
    assert_eq!(
        link["readings"],
        json!(["http://a/\u{fffd}-\u{fffd}", "http://a/\u{fffd}\u{fffd}"])
    );
}

#[test]
fn valid_utf8_has_no_base64() {
    let link = only_link("<http://é/\u{1b}\u{1}\u{7f}\u{9b}\"\\>".as_bytes());
    assert_eq!(link["url"], "http://é/\u{1b}\u{1}\u{7f}\u{9b}");
    assert_eq!(link.get("url_base64"), None);
    assert_eq!(link.get("raw_base64"), None);
    assert_eq!(link.get("path_base64"), None);
}

#[test]
fn character_split_by_a_line_break_is_rejoined() {
    let link = only_link(b"<http://a/\xc3\n\xa9>");
    assert_eq!(link["url"], "http://a/é");
    assert_eq!(link.get("url_base64"), None);
    assert_eq!(link["raw_base64"], "PGh0dHA6Ly9hL8MKqT4=");
    assert_eq!(link["joins"][0]["url_at"], 10);
}

#[test]
fn path_is_printed_as_given() {
    let dir = dir_with(&[("d/a", "<URL:x>"), ("b", "<URL:y>")]);
    let links = run_in(&dir, &["list", "--conforms=none", "--json", "./d/", "b"]).json();
    let paths: Vec<_> = links.iter().map(|link| &link["path"]).collect();
    assert_eq!(paths, ["./d/a", "b"]);
}

#[cfg(target_os = "linux")]
#[test]
fn invalid_utf8_path_is_also_given_in_base64() {
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

#[test]
fn line_flags_do_not_affect_json() {
    let dir = dir_with(&[("a", "<URL:x>")]);
    let expected = run_in(&dir, &["list", "--conforms=none", "--json", "a"]);
    assert_eq!(expected.json().len(), 1);
    for flags in [
        &["-n"][..],
        &["-N", "-I"],
        &["-H"],
        &["-0"],
        &["--color=always"],
    ] {
        let links = run_in(
            &dir,
            &[&["list", "--conforms=none", "--json"], flags, &["a"]].concat(),
        );
        assert_eq!(links.out(), expected.out(), "{flags:?}");
    }
}

#[test]
fn grep_prints_the_same_objects() {
    let all = run_with(&["list", "--json"], RFC_EXAMPLE.as_bytes()).json();
    let some = run_with(&["grep", "--json", "rfc$"], RFC_EXAMPLE.as_bytes()).json();
    assert_eq!(some, all[1..2]);
    let rest = run_with(&["grep", "--json", "-v", "rfc$"], RFC_EXAMPLE.as_bytes()).json();
    assert_eq!(rest, [&all[..1], &all[2..]].concat());
    let most = run_with(&["list", "--json", "-m2"], RFC_EXAMPLE.as_bytes()).json();
    assert_eq!(most, all[..2]);
}

#[test]
fn long_input_has_correct_lines_and_offsets() {
    let mut text = Vec::new();
    for step in 0..3000_usize {
        text.extend(vec![b'x'; step % 89]);
        text.extend(if step % 7 == 0 {
            &b"\r\n"[..]
        } else {
            b" \xff"
        });
        text.extend(b"<http://a.example/b-\n  c> <URL:d at e>");
    }
    let links = run_with(&["list", "--conforms=none", "--json"], &text).json();
    assert_eq!(links.len(), 6000);
    for link in links.iter().step_by(97).chain(links.last()) {
        check_link(&text, link);
    }
}
