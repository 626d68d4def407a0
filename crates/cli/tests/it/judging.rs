//! What is judged, and how: `check` and `list` against the cases, a second recogniser, and each other.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::support::hits::{bytes, check, check_judgement, number};
use crate::support::run_with;
use serde_json::Value;
use urlsift_tests::grammar::{generator, recogniser};
use urlsift_tests::properties::Escaped;
use urlsift_tests::verdicts;

/// Texts, one a line.
fn lines<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Vec<u8> {
    texts
        .into_iter()
        .flat_map(|text| [text, b"\n"].concat())
        .collect()
}

/// A line of standard input cannot hold a line break, nor end with what belongs to one.
fn is_line(text: &[u8]) -> bool {
    !text.contains(&b'\n') && !text.ends_with(b"\r")
}

/// Code, rule and span of each problem.
fn problems(judged: &Value) -> Vec<(String, String, Range<usize>)> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let problems = judged["problems"].as_array().expect("problems");
    problems
        .iter()
        .map(|problem| {
            let span = number(&problem["start"])..number(&problem["end"]);
            (text(&problem["code"]), text(&problem["rule"]), span)
        })
        .collect()
}

#[test]
fn every_case_is_judged_as_it_says() {
    let mut cases = verdicts::judged();
    let all = cases.len();
    cases.retain(|case| is_line(&case.url));
    assert!(cases.len() > 300 && all - cases.len() < 20, "{all}");
    let input = lines(cases.iter().map(|case| &case.url[..]));
    let told = run_with(&["check", "--json"], &input);
    assert_eq!((told.status, told.err()), (1, ""));
    let judged = told.json();
    assert_eq!(judged.len(), cases.len());
    for (judged, case) in judged.iter().zip(&cases) {
        let about = format!("{}: {}\n  {judged}", case.name, case.why);
        assert_eq!(bytes(judged, "url"), case.url, "{about}");
        assert_eq!(judged["conforms"], case.conforms, "{about}");
        assert_eq!(problems(judged), case.problems, "{about}");
        assert_eq!(judged["warnings"], Value::from(case.warnings.clone()));
        if let Some(parts) = &case.parts {
            let parts = serde_json::to_value(parts).expect("no date in it");
            assert_eq!(judged["parts"], parts, "{about}");
        }
    }
}

#[test]
fn every_case_by_itself_has_the_status_that_its_conformance_means() {
    for case in verdicts::judged() {
        let Ok(url) = str::from_utf8(&case.url) else {
            continue;
        };
        if url.contains('\0') {
            continue;
        }
        let told = crate::support::run(&["check", "--json", "--", url]);
        let status = i32::from(case.conforms != "rfc1738");
        assert_eq!((told.status, told.err()), (status, ""), "{}", case.name);
        let judged = told.json();
        assert_eq!(judged.len(), 1, "{}", case.name);
        assert_eq!(judged[0]["conforms"], case.conforms, "{}", case.name);
    }
}

#[test]
fn commands_and_resolved_references_are_those_of_the_cases() {
    for case in verdicts::commands() {
        let judged = &crate::support::run(&["check", "--json", &case.url]).json()[0];
        let sent = judged.get("send").and_then(Value::as_array);
        let sent: Vec<_> = sent.into_iter().flatten().collect();
        assert_eq!(sent, case.send.iter().collect::<Vec<_>>(), "{}", case.name);
        let explain = judged["explain"].as_array().expect("steps");
        assert!(
            sent.iter().all(|line| explain.contains(line)),
            "{}",
            case.name
        );
    }
    let mut by_base: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for case in verdicts::resolving() {
        if !case.base.is_empty() && is_line(case.reference.as_bytes()) {
            by_base.entry(case.base.clone()).or_default().push(case);
        }
    }
    assert!(by_base.values().flatten().count() > 90);
    for (base, cases) in by_base {
        let input = lines(cases.iter().map(|case| case.reference.as_bytes()));
        let judged = run_with(&["check", "--json", "--base", &base], &input).json();
        assert_eq!(judged.len(), cases.len());
        for (judged, case) in judged.iter().zip(&cases) {
            if recogniser::is_relative(case.reference.as_bytes()) {
                assert_eq!(judged["base"], base, "{}", case.name);
                assert_eq!(judged["resolved"], case.resolved, "{}", case.name);
            } else {
                assert_eq!(judged.get("base"), None, "{}", case.name);
                assert_eq!(judged.get("resolved"), None, "{}", case.name);
            }
        }
    }
}

/// Judges texts with `check` in one run, each against the recogniser.
fn judged_samples(texts: &[Vec<u8>]) -> Vec<Value> {
    let told = run_with(
        &["check", "--json"],
        &lines(texts.iter().map(|text| &text[..])),
    );
    assert_eq!((told.status, told.err()), (1, ""));
    let judged = told.json();
    assert_eq!(judged.len(), texts.len());
    for (judged, text) in judged.iter().zip(texts) {
        let about = || format!("{:?}: {judged}", Escaped(text));
        assert_eq!(bytes(judged, "url"), *text, "{}", about());
        check_judgement(text, judged);
        let is_relative = recogniser::is_relative(text);
        assert_eq!(judged["conforms"] == "relative", is_relative, "{}", about());
        let scheme = judged["parts"].get("scheme").and_then(Value::as_str);
        let expected = recogniser::scheme(text).map(<[u8]>::to_ascii_lowercase);
        assert_eq!(
            scheme.map(str::as_bytes),
            expected.as_deref(),
            "{}",
            about()
        );
    }
    judged
}

#[test]
fn samples_of_the_grammar_are_judged_as_the_recogniser_does() {
    for (seed, count) in [(1738, 30_000), (3986, 5_000)] {
        let texts = generator::sample(seed, count);
        assert!(texts.iter().all(|text| is_line(text)));
        let judged = judged_samples(&texts);
        let conform = judged
            .iter()
            .filter(|judged| judged["conforms"] == "rfc1738");
        // About half of them are URLs.
        let conform = conform.count();
        assert!(count / 3 < conform && conform < count, "{conform}");
        for level in ["rfc3986", "whatwg", "relative", "none"] {
            let has_some = judged.iter().any(|judged| judged["conforms"] == level);
            assert!(has_some, "{level}");
        }
        listed_as_judged(&texts, &judged);
    }
}

/// What stands in brackets is found as it is, and `list` says the same of it as `check`.
fn listed_as_judged(texts: &[Vec<u8>], judged: &[Value]) {
    let is_special = |byte: &u8| b"<>\"\0 \t\x0b\x0c\r".contains(byte);
    let pairs = texts.iter().zip(judged);
    let pairs: Vec<_> = pairs
        .filter(|(text, _)| !text.is_empty() && !text.iter().any(is_special))
        .collect();
    assert!(pairs.len() > texts.len() / 2, "{}", pairs.len());
    let text: Vec<u8> = pairs
        .iter()
        .flat_map(|(text, _)| [b"<URL:", &text[..], b">\n"].concat())
        .collect();
    let hits = run_with(&["list", "--json", "--conforms", "none"], &text).json();
    assert_eq!(hits.len(), pairs.len());
    for (hit, (url, judged)) in hits.iter().zip(pairs) {
        assert_eq!(bytes(hit, "url"), *url, "{hit}");
        for field in ["conforms", "problems", "warnings"] {
            assert_eq!(hit[field], judged[field], "{hit}\n{judged}");
        }
        let parts = &judged["parts"];
        for part in ["scheme", "host", "host_base64"] {
            assert_eq!(hit.get(part), parts.get(part), "{hit}\n{judged}");
        }
        let port = parts.get("port").and_then(Value::as_str);
        let port = port.and_then(|port| port.parse::<u64>().ok());
        assert_eq!(hit.get("port").and_then(Value::as_u64), port, "{hit}");
        assert_eq!(hit.get("best"), None, "{hit}");
    }
    // All that they say of the text, of some of them.
    hits.iter().step_by(101).for_each(|hit| check(&text, hit));
}

#[test]
fn levels_are_a_filter_of_what_is_found_and_nothing_else() {
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
            let hit: Value = serde_json::from_str(line).expect("JSON");
            LEVELS[..=rank]
                .iter()
                .any(|level| hit["conforms"] == *level)
        };
        let expected: Vec<_> = all.iter().filter(stricter).copied().collect();
        assert_eq!(some.out().lines().collect::<Vec<_>>(), expected, "{level}");
        let grepped = run_with(&["grep", "--json", "", "--conforms", level], &text);
        assert!(grepped.stdout == some.stdout, "{level}");
        let counted = run_with(&["list", "-c", "--conforms", level], &text);
        counted.gives(0, &format!("{}\n", expected.len()));
    }
}

/// From strict to lax.
const LEVELS: [&str; 5] = ["rfc1738", "rfc3986", "whatwg", "relative", "none"];
