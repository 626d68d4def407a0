//! `check`: what it reads, how it ends, and the examples of its help.

use crate::support::hits::bytes;
use crate::support::{outcome, run, run_with, urlsift};
use serde_json::{Value, json};

/// So long may a line be.
const LONGEST: usize = 1 << 20;

/// The URLs that were judged.
fn urls(judged: &[Value]) -> Vec<&str> {
    judged
        .iter()
        .filter_map(|judged| judged["url"].as_str())
        .collect()
}

#[test]
fn judgement_has_these_fields() {
    let judged = run(&["check", "--json", "gopher://h/11sel%09q"]).json();
    let documented = json!({
        "url": "gopher://h/11sel%09q",
        "conforms": "rfc1738",
        "problems": [],
        "warnings": [],
        "parts": {
            "scheme": "gopher",
            "host": "h",
            "effective_port": 70,
            "gtype": "1",
            "selector": "1sel",
            "search": "q",
        },
        "explain": [
            "Connect to h, port 70, the default.",
            "1sel\tq",
            "The item is a directory.",
            "It is searched for `q`.",
        ],
        "send": ["1sel\tq"],
    });
    assert_eq!(judged, [documented]);
    let judged = run(&["check", "--json", "--base=http://b/c", "a%41"]).json();
    let relative = json!({
        "url": "a%41",
        "conforms": "relative",
        "problems": [{"code": "no-scheme", "start": 0, "end": 4, "rule": "scheme"}],
        "warnings": [],
        "parts": {},
        "explain": [],
        "base": "http://b/c",
        "resolved": "http://b/a%41",
    });
    // What could have been a scheme is for the cases to say.
    assert_eq!(judged[0]["resolved"], relative["resolved"]);
    let names = |value: &Value| -> Vec<_> {
        let fields = value.as_object().expect("an object");
        fields.keys().cloned().collect()
    };
    assert_eq!(names(&judged[0]), names(&relative));
}

#[test]
fn decoded_parts_are_those_with_escapes() {
    let judged = run(&["check", "--json", "ftp://me:p%40@h/%2Fetc/a/mo%74d;type=A"]).json();
    assert_eq!(
        judged[0]["parts"],
        json!({"scheme": "ftp", "user": "me", "password": "p%40", "host": "h", "effective_port": 21,
            "cwds": ["%2Fetc", "a"], "name": "mo%74d", "ftptype": "A"})
    );
    assert_eq!(
        judged[0]["decoded"],
        json!({"password": "p@", "cwds": ["/etc", "a"], "name": "motd"})
    );
    let judged = run(&["check", "--json", "HTTP://h:080/?a"]).json();
    assert_eq!(
        judged[0]["parts"],
        json!({"scheme": "http", "host": "h", "port": "080", "effective_port": 80, "path": "", "search": "a"})
    );
    assert_eq!(judged[0].get("decoded"), None);
    let judged = run(&["check", "--json", "prospero://h/a;b=%63;d=e"]).json();
    let fields = json!([{"name": "b", "value": "c"}, {"name": "d", "value": "e"}]);
    assert_eq!(judged[0]["decoded"]["fields"], fields);
}

#[test]
fn each_line_is_a_url() {
    let text = b"http://a/\r\nhttp://b/\n\nhttp://c/ \rd\n\r\n <http://d/>\nhttp://e/";
    let judged = run_with(&["check", "--json"], text);
    assert_eq!((judged.status, judged.err()), (1, ""));
    let expected = [
        "http://a/",
        "http://b/",
        "",
        "http://c/ \rd",
        "",
        " <http://d/>",
        "http://e/",
    ];
    assert_eq!(urls(&judged.json()), expected);
    let judged = run_with(&["check", "--json"], b"http://a/\nhttp://b/");
    assert_eq!((judged.status, urls(&judged.json()).len()), (0, 2));
    let judged = run_with(&["check", "--json"], b"http://a/\r");
    assert_eq!(
        (judged.status, urls(&judged.json())),
        (1, vec!["http://a/\r"])
    );
}

#[test]
fn no_line_at_all_is_no_url() {
    for flags in [
        &[][..],
        &["--json"],
        &["-q"],
        &["--color=always"],
        &["--conforms=none"],
    ] {
        run_with(&[&["check"], flags].concat(), b"").gives(0, "");
    }
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "\"$URLSIFT\" check <&-"]);
    command.env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"));
    outcome(&mut command, b"").gives(0, "");
}

#[test]
fn arguments_keep_standard_input_unread() {
    let judged = run_with(&["check", "--json", "http://a/"], b"{}\n");
    assert_eq!(
        (judged.status, urls(&judged.json())),
        (0, vec!["http://a/"])
    );
    let judged = run_with(&["check", "--json", ""], b"{}\n");
    assert_eq!((judged.status, urls(&judged.json())), (1, vec![""]));
    let judged = run(&["check", "--json", "--", "--json", "-q"]);
    assert_eq!(urls(&judged.json()), ["--json", "-q"]);
}

#[test]
fn dash_is_standard_input_where_it_stands() {
    let lines = b"news:b\nnews:c";
    let judged = run_with(&["check", "--json", "news:a", "-", "news:d"], lines).json();
    assert_eq!(urls(&judged), ["news:a", "news:b", "news:c", "news:d"]);
    let judged = run_with(&["check", "--json", "-"], lines).json();
    assert_eq!(urls(&judged), ["news:b", "news:c"]);
    // Among the lines a dash is what it is.
    let judged = run_with(&["check", "--json"], b"-\n").json();
    assert_eq!(judged[0]["conforms"], "relative");
}

#[test]
fn line_that_is_too_long_is_told_and_the_others_are_judged() {
    let long = |len: usize| format!("http://h/{}", "x".repeat(len - 9));
    let text = format!(
        "http://a/\n{}\nhttp://b/\n{}\r\n{}",
        long(LONGEST + 1),
        long(LONGEST),
        long(3 * LONGEST)
    );
    for flags in [&["--json"][..], &[]] {
        let judged = run_with(&[&["check"], flags].concat(), text.as_bytes());
        assert_eq!(judged.status, 2);
        let complaints: Vec<_> = judged.err().lines().collect();
        assert_eq!(complaints.len(), 2, "{complaints:#?}");
        for (complaint, line) in complaints.iter().zip([2, 5]) {
            let place = format!("urlsift: -:{line}:1: ");
            assert!(complaint.starts_with(&place), "{complaint}");
            assert!(complaint.contains("1048576"), "{complaint}");
        }
        if flags.is_empty() {
            assert!(judged.out().contains("http://b/\nrfc1738: "));
        } else {
            let judged = judged.json();
            assert_eq!(urls(&judged)[..2], ["http://a/", "http://b/"]);
            assert_eq!(urls(&judged)[2].len(), LONGEST);
            assert_eq!(judged.len(), 3);
        }
    }
    let judged = run_with(&["check", "-q"], text.as_bytes());
    assert_eq!((judged.status, judged.out()), (2, ""));
}

#[test]
fn bytes_that_are_not_utf8_come_in_base64_too() {
    let text = b"http://h\xff/\xfe%fd?\xfc#\xfb\nftp://\xe9:\xe8@h/a/\xe7/b\nprospero://h/a;\xf6=\xe4\nx:\x80\n";
    let judged = run_with(&["check", "--json"], text).json();
    let lines = text.split(|&byte| byte == b'\n');
    for (judged, line) in judged.iter().zip(lines) {
        assert_eq!(bytes(judged, "url"), line);
    }
    let [http, ftp, prospero, other] = &judged[..] else {
        panic!("{judged:#?}");
    };
    let parts = &http["parts"];
    assert_eq!(bytes(parts, "host"), b"h\xff");
    assert_eq!(bytes(parts, "path"), b"\xfe%fd");
    assert_eq!(bytes(parts, "search"), b"\xfc");
    assert_eq!(bytes(parts, "fragment"), b"\xfb");
    assert_eq!(bytes(&http["decoded"], "path"), b"\xfe\xfd");
    assert_eq!(bytes(&ftp["parts"], "user"), b"\xe9");
    assert_eq!(bytes(&ftp["parts"], "password"), b"\xe8");
    assert_eq!(ftp["parts"]["cwds"], json!(["a", "\u{fffd}"]));
    assert_eq!(ftp["parts"]["cwds_base64"], json!(["YQ==", "5w=="]));
    let lines = ftp["explain_base64"].as_array().expect("all of them");
    assert_eq!(lines.len(), ftp["explain"].as_array().expect("steps").len());
    assert!(lines.contains(&json!("Q1dEIOc=")), "{ftp}");
    let field = &prospero["parts"]["fields"][0];
    assert_eq!(
        (bytes(field, "name"), bytes(field, "value")),
        (b"\xf6".to_vec(), b"\xe4".to_vec())
    );
    assert_eq!(bytes(&other["parts"], "schemepart"), b"\x80");
}

#[cfg(unix)]
#[test]
fn arguments_and_bases_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = urlsift();
    command.args(["check", "--json", "--base"]);
    command.args([&b"http://h/\xe9/"[..], b"\xff", b"http://h/\xff"].map(OsStr::from_bytes));
    let judged = outcome(&mut command, b"").json();
    assert_eq!(bytes(&judged[0], "url"), b"\xff");
    assert_eq!(judged[0]["conforms"], "none");
    assert_eq!(bytes(&judged[1], "url"), b"http://h/\xff");
    let mut command = urlsift();
    command.args(["check", "--json", "x", "--base"]);
    command.arg(OsStr::from_bytes(b"http://h/\xe9/"));
    let judged = outcome(&mut command, b"").json();
    assert_eq!(bytes(&judged[0], "base"), b"http://h/\xe9/");
    assert_eq!(bytes(&judged[0], "resolved"), b"http://h/\xe9/x");
}

/// As the first example says; it is not enough to point.
#[test]
fn first_example_says_what_conforms_to_rfc1738() {
    let told = run(&["check", "http://www.w3.org/~timbl"]);
    assert!(told.out().contains("%7E"), "{}", told.out());
}
