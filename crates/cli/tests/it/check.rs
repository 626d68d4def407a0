//! Tests for `check`: input, exit status, and the examples in its help.

use crate::support::links::bytes;
use crate::support::{run, run_command, run_with, urlsift};
use serde_json::{Value, json};

/// The maximum length of an input line in bytes.
const MAX_LINE_LEN: usize = 1 << 20;

/// Returns the URLs of the reports.
fn urls(reports: &[Value]) -> Vec<&str> {
    reports
        .iter()
        .filter_map(|report| report["url"].as_str())
        .collect()
}

#[test]
fn report_has_documented_fields() {
    let reports = run(&["check", "--json", "gopher://h/11sel%09q"]).json();
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
        "host_ascii": "h",
        "explain": [
            "Connect to h, port 70, the default.",
            "1sel\tq",
            "The item is a directory.",
            "Search it for `q`.",
        ],
        "send": ["1sel\tq"],
    });
    assert_eq!(reports, [documented]);
    let reports = run(&["check", "--json", "--base=http://b/c", "a%41"]).json();
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
    // Scheme guesses are covered by the corpus cases.
    assert_eq!(reports[0]["resolved"], relative["resolved"]);
    let names = |value: &Value| -> Vec<_> {
        let fields = value.as_object().expect("an object");
        fields.keys().cloned().collect()
    };
    assert_eq!(names(&reports[0]), names(&relative));
}

#[test]
fn only_parts_with_escapes_are_decoded() {
    let reports = run(&["check", "--json", "ftp://me:p%40@h/%2Fetc/a/mo%74d;type=A"]).json();
    assert_eq!(
        reports[0]["parts"],
        json!({"scheme": "ftp", "user": "me", "password": "p%40", "host": "h", "effective_port": 21,
            "cwds": ["%2Fetc", "a"], "name": "mo%74d", "ftptype": "A"})
    );
    assert_eq!(
        reports[0]["decoded"],
        json!({"password": "p@", "cwds": ["/etc", "a"], "name": "motd"})
    );
    let reports = run(&["check", "--json", "HTTP://h:080/?a"]).json();
    assert_eq!(
        reports[0]["parts"],
        json!({"scheme": "http", "host": "h", "port": "080", "effective_port": 80, "path": "", "search": "a"})
    );
    assert_eq!(reports[0].get("decoded"), None);
    let reports = run(&["check", "--json", "prospero://h/a;b=%63;d=e"]).json();
    let fields = json!([{"name": "b", "value": "c"}, {"name": "d", "value": "e"}]);
    assert_eq!(reports[0]["decoded"]["fields"], fields);
}

#[test]
fn each_line_is_a_url() {
    let text = b"http://a/\r\nhttp://b/\n\nhttp://c/ \rd\n\r\n <http://d/>\nhttp://e/";
    let output = run_with(&["check", "--json"], text);
    assert_eq!((output.status, output.err()), (1, ""));
    let expected = [
        "http://a/",
        "http://b/",
        "",
        "http://c/ \rd",
        "",
        " <http://d/>",
        "http://e/",
    ];
    assert_eq!(urls(&output.json()), expected);
    let output = run_with(&["check", "--json"], b"http://a/\nhttp://b/");
    assert_eq!((output.status, urls(&output.json()).len()), (0, 2));
    let marked = run_with(
        &["check", "--json"],
        "\u{feff}http://a/\nhttp://b/".as_bytes(),
    );
    assert_eq!(urls(&marked.json()), ["http://a/", "http://b/"]);
    run_with(&["check", "--json"], "\u{feff}".as_bytes()).gives(0, "");
    let output = run_with(&["check", "--json"], b"http://a/\r");
    assert_eq!(
        (output.status, urls(&output.json())),
        (1, vec!["http://a/\r"])
    );
}

#[test]
fn empty_input_yields_no_reports() {
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
    run_command(&mut command, b"").gives(0, "");
}

#[test]
fn arguments_leave_standard_input_unread() {
    let output = run_with(&["check", "--json", "http://a/"], b"{}\n");
    assert_eq!(
        (output.status, urls(&output.json())),
        (0, vec!["http://a/"])
    );
    let output = run_with(&["check", "--json", ""], b"{}\n");
    assert_eq!((output.status, urls(&output.json())), (1, vec![""]));
    let output = run(&["check", "--json", "--", "--json", "-q"]);
    assert_eq!(urls(&output.json()), ["--json", "-q"]);
}

#[test]
fn dash_reads_standard_input_at_its_position() {
    let lines = b"news:b\nnews:c";
    let reports = run_with(&["check", "--json", "news:a", "-", "news:d"], lines).json();
    assert_eq!(urls(&reports), ["news:a", "news:b", "news:c", "news:d"]);
    let reports = run_with(&["check", "--json", "-"], lines).json();
    assert_eq!(urls(&reports), ["news:b", "news:c"]);
    // Among input lines, `-` is an ordinary line.
    let reports = run_with(&["check", "--json"], b"-\n").json();
    assert_eq!(reports[0]["conforms"], "relative");
}

#[test]
fn overlong_line_is_an_error_and_others_are_checked() {
    let long = |len: usize| format!("http://h/{}", "x".repeat(len - 9));
    let text = format!(
        "http://a/\n{}\nhttp://b/\n{}\r\n{}",
        long(MAX_LINE_LEN + 1),
        long(MAX_LINE_LEN),
        long(3 * MAX_LINE_LEN)
    );
    for flags in [&["--json"][..], &[]] {
        let output = run_with(&[&["check"], flags].concat(), text.as_bytes());
        assert_eq!(output.status, 2);
        let diagnostics: Vec<_> = output.err().lines().collect();
        assert_eq!(diagnostics.len(), 2, "{diagnostics:#?}");
        for (diagnostic, line) in diagnostics.iter().zip([2, 5]) {
            let place = format!("urlsift: -:{line}:1: ");
            assert!(diagnostic.starts_with(&place), "{diagnostic}");
            assert!(diagnostic.contains("1048576"), "{diagnostic}");
        }
        if flags.is_empty() {
            assert!(output.out().contains("http://b/\nrfc1738: "));
        } else {
            let reports = output.json();
            assert_eq!(urls(&reports)[..2], ["http://a/", "http://b/"]);
            assert_eq!(urls(&reports)[2].len(), MAX_LINE_LEN);
            assert_eq!(reports.len(), 3);
        }
    }
    let output = run_with(&["check", "-q"], text.as_bytes());
    assert_eq!((output.status, output.out()), (2, ""));
}

#[test]
fn invalid_utf8_is_also_printed_in_base64() {
    let text = b"http://h\xff/\xfe%fd?\xfc#\xfb\nftp://\xe9:\xe8@h/a/\xe7/b\nprospero://h/a;\xf6=\xe4\nx:\x80\n";
    let reports = run_with(&["check", "--json"], text).json();
    let lines = text.split(|&byte| byte == b'\n');
    for (report, line) in reports.iter().zip(lines) {
        assert_eq!(bytes(report, "url"), line);
    }
    let [http, ftp, prospero, other] = &reports[..] else {
        panic!("{reports:#?}");
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
    let lines = ftp["explain_base64"].as_array().expect("a list");
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
fn arguments_and_bases_may_be_invalid_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = urlsift();
    command.args(["check", "--json", "--base"]);
    command.args([&b"http://h/\xe9/"[..], b"\xff", b"http://h/\xff"].map(OsStr::from_bytes));
    let reports = run_command(&mut command, b"").json();
    assert_eq!(bytes(&reports[0], "url"), b"\xff");
    assert_eq!(reports[0]["conforms"], "none");
    assert_eq!(bytes(&reports[1], "url"), b"http://h/\xff");
    let mut command = urlsift();
    command.args(["check", "--json", "x", "--base"]);
    command.arg(OsStr::from_bytes(b"http://h/\xe9/"));
    let reports = run_command(&mut command, b"").json();
    assert_eq!(bytes(&reports[0], "base"), b"http://h/\xe9/");
    assert_eq!(bytes(&reports[0], "resolved"), b"http://h/\xe9/x");
}

/// The help's first example promises the conforming spelling; pointing at `~` is not enough.
#[test]
fn first_help_example_shows_conforming_form() {
    let output = run(&["check", "http://www.w3.org/~timbl"]);
    assert!(output.out().contains("%7E"), "{}", output.out());
}

#[test]
fn omitted_problems_and_steps_are_counted() {
    let fields = |count| format!("prospero://a/x{}", ";".repeat(count));
    // Two steps precede the steps of the fields.
    for (count, problems, steps) in [
        (998, [json!(998), Value::Null], [json!(1000), Value::Null]),
        (1000, [json!(1000), Value::Null], [json!(1000), json!(2)]),
        (5000, [json!(1000), json!(4000)], [json!(1000), json!(4002)]),
    ] {
        let reports = run_with(&["check", "--json"], fields(count).as_bytes()).json();
        let len = |name: &str| json!(reports[0][name].as_array().expect("a list").len());
        let left_out = |name: &str| reports[0].get(name).cloned().unwrap_or_default();
        assert_eq!([len("problems"), left_out("problems_left_out")], problems);
        assert_eq!([len("explain"), left_out("explain_left_out")], steps);
        let fields = reports[0]["parts"]["fields"].as_array();
        assert_eq!(fields.map(Vec::len), Some(count));
    }
    let report = run_with(&["check"], fields(5000).as_bytes());
    assert!(report.out().contains("\n... and 4990 more\n"));
    assert!(report.out().ends_with("\n  ... and 4002 more\n"));
}

#[test]
fn problems_of_a_link_are_counted() {
    let text = format!("<prospero://a/x{}>", ";".repeat(5000));
    let links = run_with(&["list", "--json", "--conforms=none"], text.as_bytes()).json();
    assert_eq!(links[0]["problems"].as_array().map(Vec::len), Some(1000));
    assert_eq!(links[0]["problems_left_out"], 4000);
}
