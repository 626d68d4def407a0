//! Tests for `check`: input, exit status, and the examples in its help.

use crate::support::links::bytes;
use crate::support::{run_command, run_with, shell_line, urlsift};
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
    let mut command = shell_line("\"$URLSIFT\" check <&-");
    run_command(&mut command, b"").gives(0, "");
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
