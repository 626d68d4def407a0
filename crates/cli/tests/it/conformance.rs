//! Compares `check` and `list` with the corpus cases, an independent recogniser, and each other.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::support::links::{bytes, check_link, check_report, number};
use crate::support::run_with;
use serde_json::Value;
use urlsift_tests::grammar::{generator, recogniser};
use urlsift_tests::properties::Escaped;
use urlsift_tests::verdicts;

/// Joins texts into lines.
fn lines<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Vec<u8> {
    texts
        .into_iter()
        .flat_map(|text| [text, b"\n"].concat())
        .collect()
}

/// Returns whether a text is one input line: it contains no line break and does not end with CR.
fn is_line(text: &[u8]) -> bool {
    !text.contains(&b'\n') && !text.ends_with(b"\r")
}

/// Returns the code, rule and span of each problem.
fn problems(report: &Value) -> Vec<(String, String, Range<usize>)> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let problems = report["problems"].as_array().expect("problems");
    problems
        .iter()
        .map(|problem| {
            let span = number(&problem["start"])..number(&problem["end"]);
            (text(&problem["code"]), text(&problem["rule"]), span)
        })
        .collect()
}

#[test]
fn every_case_has_the_expected_report() {
    let mut cases = verdicts::url_cases();
    let all = cases.len();
    cases.retain(|case| is_line(&case.url));
    assert!(cases.len() > 300 && all - cases.len() < 20, "{all}");
    let input = lines(cases.iter().map(|case| &case.url[..]));
    let output = run_with(&["check", "--json"], &input);
    assert_eq!((output.status, output.err()), (1, ""));
    let reports = output.json();
    assert_eq!(reports.len(), cases.len());
    for (report, case) in reports.iter().zip(&cases) {
        let about = format!("{}: {}\n  {report}", case.name, case.why);
        assert_eq!(bytes(report, "url"), case.url, "{about}");
        assert_eq!(report["conforms"], case.conforms, "{about}");
        assert_eq!(problems(report), case.problems, "{about}");
        assert_eq!(report["warnings"], Value::from(case.warnings.clone()));
        if let Some(parts) = &case.parts {
            let parts = serde_json::to_value(parts).expect("serializable parts");
            assert_eq!(report["parts"], parts, "{about}");
        }
    }
}

#[test]
fn every_case_exits_with_the_status_of_its_conformance() {
    for case in verdicts::url_cases() {
        let Ok(url) = str::from_utf8(&case.url) else {
            continue;
        };
        if url.contains('\0') {
            continue;
        }
        let output = crate::support::run(&["check", "--json", "--", url]);
        let status = i32::from(case.conforms != "rfc1738");
        assert_eq!((output.status, output.err()), (status, ""), "{}", case.name);
        let reports = output.json();
        assert_eq!(reports.len(), 1, "{}", case.name);
        assert_eq!(reports[0]["conforms"], case.conforms, "{}", case.name);
    }
}

#[test]
fn commands_and_resolved_references_match_the_cases() {
    for case in verdicts::command_cases() {
        let report = &crate::support::run(&["check", "--json", &case.url]).json()[0];
        let sent = report.get("send").and_then(Value::as_array);
        let sent: Vec<_> = sent.into_iter().flatten().collect();
        assert_eq!(sent, case.send.iter().collect::<Vec<_>>(), "{}", case.name);
        let explain = report["explain"].as_array().expect("steps");
        assert!(
            sent.iter().all(|line| explain.contains(line)),
            "{}",
            case.name
        );
    }
    let mut by_base: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for case in verdicts::resolve_cases() {
        if !case.base.is_empty() && is_line(case.reference.as_bytes()) {
            by_base.entry(case.base.clone()).or_default().push(case);
        }
    }
    assert!(by_base.values().flatten().count() > 90);
    for (base, cases) in by_base {
        let input = lines(cases.iter().map(|case| case.reference.as_bytes()));
        let reports = run_with(&["check", "--json", "--base", &base], &input).json();
        assert_eq!(reports.len(), cases.len());
        for (report, case) in reports.iter().zip(&cases) {
            if recogniser::is_relative(case.reference.as_bytes()) {
                assert_eq!(report["base"], base, "{}", case.name);
                assert_eq!(report["resolved"], case.resolved, "{}", case.name);
            } else {
                assert_eq!(report.get("base"), None, "{}", case.name);
                assert_eq!(report.get("resolved"), None, "{}", case.name);
            }
        }
    }
}

/// Checks texts with one run of `check` and compares each report with the recogniser.
fn check_samples(texts: &[Vec<u8>]) -> Vec<Value> {
    let output = run_with(
        &["check", "--json"],
        &lines(texts.iter().map(|text| &text[..])),
    );
    assert_eq!((output.status, output.err()), (1, ""));
    let reports = output.json();
    assert_eq!(reports.len(), texts.len());
    for (report, text) in reports.iter().zip(texts) {
        let about = || format!("{:?}: {report}", Escaped(text));
        assert_eq!(bytes(report, "url"), *text, "{}", about());
        check_report(text, report);
        let is_relative = recogniser::is_relative(text);
        assert_eq!(report["conforms"] == "relative", is_relative, "{}", about());
        let warnings = report["warnings"].as_array().expect("a list");
        if warnings.iter().any(|warning| warning == "host-differs") {
            // A client trims the text before the scheme.
            continue;
        }
        let scheme = report["parts"].get("scheme").and_then(Value::as_str);
        let expected = recogniser::scheme(text).map(<[u8]>::to_ascii_lowercase);
        assert_eq!(
            scheme.map(str::as_bytes),
            expected.as_deref(),
            "{}",
            about()
        );
    }
    reports
}

#[test]
fn grammar_samples_agree_with_the_recogniser() {
    for (seed, count) in [(1738, 30_000), (3986, 5_000)] {
        let texts = generator::sample(seed, count);
        assert!(texts.iter().all(|text| is_line(text)));
        let reports = check_samples(&texts);
        let conform = reports
            .iter()
            .filter(|report| report["conforms"] == "rfc1738");
        // About half of the samples conform.
        let conform = conform.count();
        assert!(count / 3 < conform && conform < count, "{conform}");
        for level in ["rfc3986", "whatwg", "relative", "none"] {
            let has_some = reports.iter().any(|report| report["conforms"] == level);
            assert!(has_some, "{level}");
        }
        assert_list_agrees_with_check(&texts, &reports);
    }
}

/// Asserts that `list` finds each text in brackets unchanged and reports the same as `check`.
fn assert_list_agrees_with_check(texts: &[Vec<u8>], reports: &[Value]) {
    let is_special = |byte: &u8| b"<>\"\0 \t\x0b\x0c\r".contains(byte);
    let pairs = texts.iter().zip(reports);
    let pairs: Vec<_> = pairs
        .filter(|(text, _)| !text.is_empty() && !text.iter().any(is_special))
        .collect();
    assert!(pairs.len() > texts.len() / 2, "{}", pairs.len());
    let text: Vec<u8> = pairs
        .iter()
        .flat_map(|(text, _)| [b"<URL:", &text[..], b">\n"].concat())
        .collect();
    let flags = ["list", "--as=text", "--json", "--conforms", "none"];
    let links = run_with(&flags, &text).json();
    assert_eq!(links.len(), pairs.len());
    for (link, (url, report)) in links.iter().zip(pairs) {
        assert_eq!(bytes(link, "url"), *url, "{link}");
        for field in ["conforms", "problems", "warnings"] {
            assert_eq!(link[field], report[field], "{link}\n{report}");
        }
        let parts = &report["parts"];
        for part in ["scheme", "host", "host_base64"] {
            assert_eq!(link.get(part), parts.get(part), "{link}\n{report}");
        }
        let port = parts.get("port").and_then(Value::as_str);
        let port = port.and_then(|port| port.parse::<u64>().ok());
        assert_eq!(link.get("port").and_then(Value::as_u64), port, "{link}");
        assert_eq!(link.get("best"), None, "{link}");
    }
    // Check all fields of a sample of the links.
    links
        .iter()
        .step_by(101)
        .for_each(|link| check_link(&text, link));
}

#[test]
fn levels_only_filter_links() {
    let texts = generator::sample(1808, 4_000);
    let text: Vec<u8> = texts
        .iter()
        .flat_map(|text| [b"see <URL:", &text[..], b"> there\n\n"].concat())
        .collect();
    let all = run_with(&["list", "--json", "--conforms=none"], &text);
    let all: Vec<_> = all.out().lines().collect();
    for (rank, level) in LEVELS.into_iter().enumerate() {
        let some = run_with(&["list", "--json", "--conforms", level], &text);
        let stricter = |line: &&&str| {
            let link: Value = serde_json::from_str(line).expect("JSON");
            LEVELS[..=rank]
                .iter()
                .any(|level| link["conforms"] == *level)
        };
        let expected: Vec<_> = all.iter().filter(stricter).copied().collect();
        assert_eq!(some.out().lines().collect::<Vec<_>>(), expected, "{level}");
        let grepped = run_with(&["grep", "--json", "", "--conforms", level], &text);
        assert!(grepped.stdout == some.stdout, "{level}");
        let counted = run_with(&["list", "-c", "--conforms", level], &text);
        counted.gives(0, &format!("{}\n", expected.len()));
    }
}

/// Levels from strict to lax.
const LEVELS: [&str; 5] = ["rfc1738", "rfc3986", "whatwg", "relative", "none"];
