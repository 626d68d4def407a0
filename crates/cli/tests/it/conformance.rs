//! Compares `check` and `list` with the corpus cases, an independent recogniser, and each other.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::support::links::{bytes, number};
use crate::support::run_with;
use serde_json::Value;
use urlsift_tests::grammar::recogniser;
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
