//! Tests for `--conforms`, `--base`, and the choice of the best reading.

use crate::support::links::{check_link, number};
use crate::support::{run, run_with};
use serde_json::{Value, json};
use urlsift_tests::verdicts;

/// The levels from strict to lax, each with a text that satisfies no stricter level.
const LEVELS: [(&str, &str); 5] = [
    ("rfc1738", "http://a/"),
    ("rfc3986", "http://a/~b"),
    ("whatwg", "http://é/"),
    ("relative", "../c"),
    ("none", "{d}"),
];

/// Returns all texts, one per line.
fn all() -> Vec<u8> {
    let line = |(_, url)| format!("<URL:{url}>\n");
    LEVELS.map(line).concat().into_bytes()
}

/// Returns the first `count` texts as they are printed.
fn first(count: usize) -> String {
    LEVELS[..count]
        .iter()
        .flat_map(|(_, url)| [url, "\n"])
        .collect()
}

#[test]
fn each_level_includes_stricter_levels() {
    for (rank, (level, _)) in LEVELS.into_iter().enumerate() {
        let shown = first(rank + 1);
        run_with(&["list", "--conforms", level], &all()).gives(0, &shown);
        run_with(&["grep", "--conforms", level, ""], &all()).gives(0, &shown);
        let last = LEVELS[rank].1;
        let args = ["grep", "--conforms", level, "-F", last, "-"];
        run_with(&args, &all()).gives(
            0,
            if rank == 0 {
                &shown
            } else {
                &shown[first(rank).len()..]
            },
        );
        let links = run_with(&["list", "--json", "--conforms", level], &all()).json();
        let levels: Vec<_> = links.iter().map(|link| &link["conforms"]).collect();
        assert_eq!(levels, LEVELS.map(|(name, _)| name)[..=rank]);
    }
}

#[test]
fn default_level_is_whatwg() {
    run_with(&["list"], &all()).gives(0, &first(3));
    run_with(&["grep", ""], &all()).gives(0, &first(3));
    run_with(&["grep", "-v", "~"], &all()).gives(0, "http://a/\nhttp://é/\n");
    assert_eq!(run_with(&["list", "--json"], &all()).json().len(), 3);
}

#[test]
fn check_exits_with_1_if_a_url_does_not_conform() {
    for (wanted, (level, _)) in LEVELS.into_iter().enumerate() {
        for (rank, (_, url)) in LEVELS.into_iter().enumerate() {
            let status = i32::from(rank > wanted);
            for flags in [&["--json"][..], &[], &["-q"], &["--quiet", "--json"]] {
                let args = [&["check", "--conforms", level], flags, &["--", url]].concat();
                let output = run(&args);
                assert_eq!((output.status, output.err()), (status, ""), "{args:?}");
                let is_quiet = flags.iter().any(|flag| flag.contains('q'));
                assert_eq!(output.out().is_empty(), is_quiet, "{args:?}");
            }
        }
        let urls = LEVELS.map(|(_, url)| url);
        for count in 1..=5 {
            let args = [&["check", "-q", "--conforms", level], &urls[..count]].concat();
            run(&args).gives(i32::from(count > wanted + 1), "");
        }
    }
}

#[test]
fn check_requires_rfc1738_by_default() {
    assert_eq!(run(&["check", "http://a/"]).status, 0);
    assert_eq!(run(&["check", "http://a/~b"]).status, 1);
    assert_eq!(run(&["check", "http://a/~b", "http://a/"]).status, 1);
    assert_eq!(run(&["check", "http://a/", "http://a/~b"]).status, 1);
    assert_eq!(
        run_with(&["check"], b"http://a/\nhttp://a/~b\nhttp://a/\n").status,
        1
    );
}

#[test]
fn check_keeps_input_order_and_reports_do_not_depend_on_the_level() {
    let urls = LEVELS.map(|(_, url)| url);
    let expected = run(&[&["check", "--json"], &urls[..]].concat());
    let reports = expected.json();
    let seen: Vec<_> = reports.iter().map(|report| &report["url"]).collect();
    assert_eq!(seen, urls);
    for (level, _) in LEVELS {
        let args = [&["check", "--json", "--conforms", level], &urls[..]].concat();
        assert_eq!(run(&args).out(), expected.out(), "{level}");
    }
}

#[test]
fn last_level_and_last_base_win() {
    let twice = ["--conforms=none", "--conforms", "rfc1738"];
    run_with(&[&["list"], &twice[..]].concat(), &all()).gives(0, &first(1));
    run_with(&[&["grep", ""], &twice[..]].concat(), &all()).gives(0, &first(1));
    assert_eq!(run(&[&["check", "x"], &twice[..]].concat()).status, 1);
    let args = ["--conforms=rfc1738", "--conforms=none"];
    assert_eq!(run(&[&["check", "x"], &args[..]].concat()).status, 0);
    let args = [
        "--base=http://a/",
        "--base=http://b/",
        "--json",
        "--conforms=relative",
    ];
    let links = run_with(&[&["list"], &args[..]].concat(), b"<URL:x>").json();
    assert_eq!(links[0]["resolved"], "http://b/x");
    let reports = run(&[&["check", "x"], &args[..]].concat()).json();
    assert_eq!(reports[0]["resolved"], "http://b/x");
}

/// Returns the examples of RFC 1808, sections 5.1 and 5.2.
fn examples() -> Vec<verdicts::ResolveCase> {
    let mut examples = verdicts::resolve_cases();
    examples.retain(|case| case.section == "RFC 1808 5.1" || case.section == "RFC 1808 5.2");
    assert!(examples.len() >= 38, "{}", examples.len());
    examples
}

const BASE: &str = "http://a/b/c/d;p?q#f";

/// Returns whether a case's reference has no scheme.
fn is_relative(case: &verdicts::ResolveCase) -> bool {
    !case.reference.contains(':')
}

#[test]
fn check_resolves_the_examples_of_rfc1808() {
    for case in examples() {
        assert_eq!(case.base, BASE, "{}", case.name);
        let reports = run(&["check", "--json", "--base", BASE, "--", &case.reference]).json();
        let actual = ["base", "resolved"].map(|name| reports[0].get(name).and_then(Value::as_str));
        let expected =
            [BASE, case.resolved.as_str()].map(|text| is_relative(&case).then_some(text));
        assert_eq!(actual, expected, "{}: {}", case.name, case.why);
        let report = run(&["check", "--base", BASE, "--", &case.reference]);
        let resolved = format!("\nresolved\n  {}\n", case.resolved);
        let is_shown = report.out().contains(&resolved);
        assert_eq!(is_shown, is_relative(&case), "{}", report.out());
        let without = run(&["check", "--json", "--", &case.reference]).json();
        assert_eq!(without[0].get("base").or(without[0].get("resolved")), None);
    }
}

#[test]
fn list_resolves_the_examples_of_rfc1808() {
    let mut examples = examples();
    // Empty brackets are not a candidate.
    examples.retain(|case| !case.reference.is_empty());
    let joined = |line: &dyn Fn(&verdicts::ResolveCase) -> String| {
        let lines: Vec<_> = examples.iter().map(line).collect();
        lines.join("\n") + "\n"
    };
    let text = joined(&|case| format!("<URL:{}>", case.reference));
    let flags = ["list", "--conforms", "relative", "--base", BASE];
    let links = run_with(&[&flags[..], &["--json"]].concat(), text.as_bytes()).json();
    assert_eq!(links.len(), examples.len());
    for (link, case) in links.iter().zip(&examples) {
        check_link(text.as_bytes(), link);
        let actual = ["base", "resolved"].map(|name| link.get(name).and_then(Value::as_str));
        let expected = [BASE, case.resolved.as_str()].map(|text| is_relative(case).then_some(text));
        assert_eq!(actual, expected, "{}: {}", case.name, case.why);
        assert_eq!(link["url"], case.reference);
    }
    let printed = joined(&|case| case.resolved.clone());
    run_with(&flags, text.as_bytes()).gives(0, &printed);
    let written = joined(&|case| case.reference.clone());
    run_with(&flags[..3], text.as_bytes()).gives(0, &written);
}

#[test]
fn only_relative_references_are_resolved_against_the_base() {
    let flags = ["--base", "http://h/i/j", "--conforms=none"];
    let shown = "http://a/\nhttp://a/~b\nhttp://é/\nhttp://h/c\n{d}\n";
    run_with(&[&["list"], &flags[..]].concat(), &all()).gives(0, shown);
    run_with(&[&["grep", ""], &flags[..]].concat(), &all()).gives(0, shown);
    let links = run_with(&[&["list", "--json"], &flags[..]].concat(), &all()).json();
    let resolved: Vec<_> = links
        .iter()
        .map(|link| link.get("resolved").is_some())
        .collect();
    assert_eq!(resolved, [false, false, false, true, false]);
    let resolved: Vec<_> = links
        .iter()
        .map(|link| link.get("base").is_some())
        .collect();
    assert_eq!(resolved, [false, false, false, true, false]);
    // A base does not show relative references.
    run_with(&["list", "--base", "http://h/"], &all()).gives(0, &first(3));
}

/// Returns the only link after checking its fields.
#[track_caller]
fn only_link(text: &str) -> Value {
    let mut links = run_with(&["list", "--json", "--conforms=none"], text.as_bytes()).json();
    assert_eq!(links.len(), 1, "{links:#?}");
    check_link(text.as_bytes(), &links[0]);
    links.remove(0)
}

#[test]
fn best_is_the_first_strictest_reading() {
    for (text, conforms, best, reading) in [
        ("<ftp://h.-\nx.org/>", "rfc3986", 1, "ftp://h.x.org/"),
        (
            "<ftp://ds.in-\nternic.-\nnet/rfc>",
            "rfc3986",
            1,
            "ftp://ds.in-ternic.net/rfc",
        ),
        (
            "<ftp://ds.-\ninternic.-\nnet/rfc>",
            "rfc3986",
            3,
            "ftp://ds.internic.net/rfc",
        ),
        (
            "<ftp://ds.-\nin-\nternic.net/rfc>",
            "rfc3986",
            2,
            "ftp://ds.in-ternic.net/rfc",
        ),
        ("<http://a/%-\n41~>", "whatwg", 1, "http://a/%41~"),
        ("<URL:foo:%-\n41~>", "none", 1, "foo:%41~"),
        ("<URL:a/%-\n41>", "none", 1, "a/%41"),
        (
            "<http://a/%-\n4-\n1-\nb-\nc-\nd>",
            "whatwg",
            1,
            "http://a/%41bcd",
        ),
    ] {
        let link = only_link(text);
        assert_eq!(
            (&link["conforms"], &link["best"]),
            (&json!(conforms), &json!(best)),
            "{link}"
        );
        assert_eq!(link["readings"][number(&link["best"])], reading, "{link}");
        assert_eq!(link["url"], link["readings"][0], "{link}");
        let url = link["url"].as_str().expect("a URL");
        let printed = format!("{url}\n");
        run_with(&["list", "--conforms=none"], text.as_bytes()).gives(0, &printed);
        // The other fields describe the first reading, too.
        let report = &run(&["check", "--json", url]).json()[0];
        for name in ["conforms", "problems", "warnings"] {
            assert_eq!(link[name], report[name], "{link}");
        }
        assert_eq!(link.get("host"), report["parts"].get("host"), "{link}");
    }
}

#[test]
fn best_is_omitted_if_the_first_reading_is_as_strict() {
    for text in [
        "<ftp://ds.in-\nternic.net/rfc>",
        "<http://a/b->",
        "<http://a/b-\n>",
        "<http://a/~-\nb>",
        "<ftp://h.-\nx.org/~>",
        "<ftp://h-.org/>",
        "<http://a/%-\n4-\nG>",
        "<URL:{-\n}>",
    ] {
        assert_eq!(only_link(text).get("best"), None, "{text:?}");
    }
}
