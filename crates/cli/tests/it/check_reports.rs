//! Tests for the text reports of `check`, as a whole and line by line.

use std::{fs, path::Path};

use crate::support::check_reports::{
    assert_carets_match, assert_no_controls, caret_spans, escaped_chars, json_reports,
    render_reports, width,
};
use crate::support::{run, run_with};
use urlsift_tables::options;
use urlsift_tests::{grammar::generator, verdicts};

/// The default width of a terminal in columns.
const COLUMNS: usize = 80;

const REPORTS: [(&str, &str); 8] = [
    ("ftp", "ftp://host.dom//etc/motd;type=a"),
    ("gopher", "gopher://h/11sel%09q"),
    ("http", "http://user:pw@h:25/a b"),
    ("host", "ftp://h.-x.org/"),
    ("script", "javascript:alert(1)"),
    ("data", "data:text/html,<p>"),
    ("idn", "http://раураl.example/ü"),
    ("ipv6", "http://[fe80::1%25en0]:80/"),
];

/// Returns the contents of a golden file.
fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/check_reports")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn reports_match_the_golden_files() {
    for (name, url) in REPORTS {
        let output = run(&["check", url]);
        assert_eq!(output.out(), golden(&format!("{name}.txt")), "{url}");
        let output = run(&["check", "--color", "always", url]);
        assert_eq!(output.out(), golden(&format!("{name}.color.txt")), "{url}");
        assert_eq!(
            run(&["check", "--color=never", url]).out(),
            golden(&format!("{name}.txt"))
        );
    }
}

#[test]
fn one_blank_line_separates_reports() {
    let urls = REPORTS.map(|(_, url)| url);
    let expected = REPORTS
        .map(|(name, _)| golden(&format!("{name}.txt")))
        .join("\n");
    assert_eq!(run(&[&["check"], &urls[..]].concat()).out(), expected);
    assert_eq!(
        run_with(&["check"], urls.join("\n").as_bytes()).out(),
        expected
    );
}

#[test]
fn notation_of_texts_is_recognised() {
    for (url, expected) in options!("check_reports.toml", "notation_texts_recognised") {
        let output = run(&["check", url]);
        let mut lines = output.out().lines();
        let help = lines.find_map(|line| line.strip_prefix("help: "));
        assert_eq!(help, expected, "{url}");
    }
}

#[test]
fn status_of_a_valid_url_is_explained() {
    let line = |args: &[&str]| {
        let output = run(args);
        let mut lines = output.out().lines();
        let line = lines.find(|line| line.starts_with("exit status"));
        (output.status, line.map(str::to_owned))
    };
    let explained = |level: &str| {
        let line = format!("exit status 1: the level to reach is {level} (see --conforms)");
        (1, Some(line))
    };
    let tilde = "http://a.example/~x";
    assert_eq!(line(&["check", tilde]), explained("rfc1738"));
    assert_eq!(line(&["check", "--conforms", "rfc3986", tilde]), (0, None));
    let raw = "http://a.example/é";
    assert_eq!(
        line(&["check", "--conforms", "rfc3986", raw]),
        explained("rfc3986")
    );
    assert_eq!(line(&["check", "no url"]), (1, None));
}

/// Returns the single-line corpus cases and texts near the grammar's limits.
fn texts() -> Vec<Vec<u8>> {
    let cases = verdicts::url_cases().into_iter().map(|case| case.url);
    let samples = generator::sample(68, 2_000);
    let nasty = [
        NASTY.to_vec(),
        NASTY[9..].to_vec(),
        "http://日本語.example/~ひ/{x}é".into(),
    ];
    let all = cases.chain(samples).chain(nasty);
    all.filter(|text| !text.contains(&b'\n') && !text.ends_with(b"\r"))
        .collect()
}

const NASTY: &[u8] = b"http://h/\x1b[31m\x01\t\xe2\x80\xae\xe6\x97\xa5\xe6\x9c\xac\xff~x\0y\xc2\x9b\x1b]0;a\x07\x08\xe2\x80\xa8";

#[test]
fn reports_are_escaped_and_carets_match_problems() {
    let texts = texts();
    let is_measured = |url: &[u8]| {
        escaped_chars(url)
            .iter()
            .all(|(_, text)| width(text).is_some())
    };
    assert!(is_measured(NASTY) && texts.iter().any(|text| text == NASTY));
    let (plain, json) = (render_reports(&[], &texts), json_reports(&texts));
    assert_eq!(render_reports(&["--color=always"], &texts), plain);
    for ((url, report), json) in texts.iter().zip(&plain).zip(&json) {
        if is_measured(url) {
            assert_carets_match(url, report, json);
        }
    }
}

/// Returns the report of a UTF-8 URL after checking its carets.
#[track_caller]
fn checked_report(url: &str) -> String {
    let texts = [url.into()];
    let report = render_reports(&[], &texts).remove(0);
    assert_carets_match(url.as_bytes(), &report, &json_reports(&texts)[0]);
    report
}

#[test]
fn json_contains_no_controls() {
    let json = run_with(&["check", "--json"], &[NASTY, b"\n"].concat());
    assert_no_controls(&json);
    assert_eq!(crate::support::links::bytes(&json.json()[0], "url"), NASTY);
}

#[test]
fn base_and_resolved_are_escaped() {
    let output = run(&["check", "--base", "http://h/\u{1b}[31m\u{202e}/x", "y"]);
    assert_no_controls(&output);
    let expected = "\nresolved\n  http://h/\\x1b[31m\\u{202e}/y\n";
    output.shows(expected);
}

/// A zero-width character must be escaped, or the caret points at its neighbor.
#[test]
fn invisible_characters_are_escaped() {
    for invisible in ["\u{200b}", "\u{200d}", "\u{feff}", "\u{ad}", "\u{2060}"] {
        let output = run(&["check", &format!("http://h/a{invisible}~")]);
        let spans = caret_spans(output.out());
        let [(_, hidden, end), (_, tilde, _)] = spans[..] else {
            panic!("expected two caret spans: {}", output.out());
        };
        assert!(
            hidden < tilde && end <= tilde,
            "{invisible:?}: {}",
            output.out()
        );
    }
}

/// Returns the lines that exceed the terminal width although they could be wrapped.
fn wide_lines() -> Vec<String> {
    // The columns of a line that a word cannot use: part names and the "decoded" note.
    const USED: usize = 30;

    let mut wide = Vec::new();
    for report in render_reports(&[], &texts()) {
        // The first line is the URL, of any length.
        for line in report.lines().skip(1) {
            // A word too long for a line may appear on any line.
            let longest = line.split(' ').filter_map(width).max().unwrap_or(COLUMNS);
            if width(line).unwrap_or(0) > COLUMNS && longest <= COLUMNS - USED {
                wide.push(line.to_owned());
            }
        }
    }
    wide
}

#[test]
fn lines_fit_the_terminal() {
    let wide = wide_lines();
    let lines = wide.iter().filter(|line| !line.contains("(decoded: "));
    assert_eq!(lines.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn decoded_parts_fit_the_terminal() {
    let wide = wide_lines();
    let rows = wide.iter().filter(|line| line.contains("(decoded: "));
    assert_eq!(rows.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn long_url_is_truncated_around_its_problems() {
    let url = format!("http://h/{}~{}", "x".repeat(2500), "y".repeat(2490));
    assert_eq!(url.len(), 5000);
    let report = checked_report(&url);
    let long = report.lines().filter(|line| line.len() > COLUMNS);
    // The URL itself, the path, and the requested standard.
    assert_eq!(long.count(), 3, "{report}");
    for (line, ..) in caret_spans(&report) {
        assert!(line.starts_with("...x") && line.ends_with("y..."), "{line}");
    }
    let wide = run(&[
        "check",
        &format!("http://h/{}~{}", "日".repeat(800), "本".repeat(860)),
    ]);
    for (line, start, end) in caret_spans(wide.out()) {
        let is_narrow = width(&line).is_some_and(|width| width + 3 <= COLUMNS);
        assert!(is_narrow && start < end && end <= COLUMNS, "{line}");
    }
}

#[test]
fn empty_url_is_a_relative_reference_with_a_caret() {
    assert_eq!(run(&["check", ""]).status, 1);
    let report = checked_report("");
    assert!(
        report.starts_with(
            "(empty)\nrelative: a relative reference by RFC 1808, but not a URL by RFC 1738 (1994)\n"
        ),
        "{report}"
    );
    assert_eq!(run(&["check", ""]).out(), report);
}

#[test]
fn ten_problems_are_shown_and_the_rest_counted() {
    for (count, rest) in [
        (1, None),
        (10, None),
        (11, Some("... and 1 more")),
        (40, Some("... and 30 more")),
    ] {
        let url = format!("http://h/{}", "~a".repeat(count));
        let report = checked_report(&url);
        assert_eq!(caret_spans(&report).len(), count.min(10));
        let note = report.lines().find(|line| line.starts_with("... and"));
        assert_eq!(note, rest);
        let json = run(&["check", "--json", &url]).json();
        assert_eq!(json[0]["problems"].as_array().map(Vec::len), Some(count));
    }
}

#[test]
fn url_that_conforms_to_the_requested_level_has_no_problem() {
    let titles = |level: &str| {
        let output = run(&["check", "--conforms", level, "http://h/~a"]);
        let is_error = output.out().contains("\nerror[unsafe-character]: ");
        let is_warning = output.out().contains("\nwarning[unsafe-character]: ");
        (output.status, is_error, is_warning)
    };
    assert_eq!(titles("rfc1738"), (1, true, false));
    assert_eq!(titles("rfc3986"), (0, false, true));
    assert_eq!(titles("none"), (0, false, true));
}

#[test]
fn equal_problems_share_a_snippet() {
    let output = run(&["check", "http://h/~a~b|c"]);
    assert_eq!(output.out().matches("error[unsafe-character]").count(), 2);
    let carets = " | http://h/~a~b|c\n |          ^ ^\n";
    output.shows(carets);
    // A distant problem has its own snippet.
    let far = format!("http://h/~{}~", "x".repeat(60));
    let output = run(&["check", &far]);
    assert_eq!(output.out().matches("error[unsafe-character]").count(), 2);
}

#[test]
fn report_contains_everything_in_json() {
    let texts = texts();
    for (report, json) in render_reports(&[], &texts)
        .iter()
        .zip(&json_reports(&texts))
    {
        let has = |text: &str| assert!(report.contains(text), "no {text} in {report}");
        let list = |name: &str| json[name].as_array().expect("a list").iter();
        let level = json["conforms"].as_str().expect("a level");
        has(&format!("\n{level}: "));
        for problem in list("problems").take(10) {
            has(&format!(
                "\nerror[{}]: ",
                problem["code"].as_str().expect("a code")
            ));
            has(&format!(
                "\n = rule: {} = ",
                problem["rule"].as_str().expect("a rule")
            ));
        }
        for warning in list("warnings") {
            has(&format!("\n  {}: ", warning.as_str().expect("a code")));
        }
        for (name, part) in json["parts"].as_object().expect("parts") {
            // An explicit port is shown once, and an empty list has no line.
            let is_duplicate = name == "effective_port" && json["parts"].get("port").is_some();
            let is_empty = part.as_array().is_some_and(Vec::is_empty);
            if !name.ends_with("_base64") && !is_duplicate && !is_empty {
                has(&format!("\n  {name} "));
            }
        }
        for (heading, name) in [("what a client does", "explain"), ("warnings", "warnings")] {
            let is_shown = report.contains(&format!("\n{heading}\n"));
            assert_eq!(is_shown, list(name).count() > 0, "{report}");
        }
    }
}
