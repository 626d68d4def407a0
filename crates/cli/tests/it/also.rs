//! Tests for guesses at what damaged URLs were.

use serde_json::{Value, json};

use crate::support::run_with;

/// The examples of the contract: a text, and its guesses.
const EXAMPLES: [(&str, &[(&str, &str)]); 6] = [
    ("<http://a/b.>", &[("http://a/b", "trailing-punctuation")]),
    (
        "<http://a/b.html%29.>",
        &[("http://a/b.html", "trailing-punctuation")],
    ),
    ("<http://a/(b)>", &[]),
    (
        "<http://a/b|see b>",
        &[
            ("http://a/b", "label"),
            ("http://a/b|see%20b", "blanks"),
            ("http://a/b|see", "first-blank"),
        ],
    ),
    (
        "<gopher://a/00/About Us>",
        &[
            ("gopher://a/00/About%20Us", "blanks"),
            ("gopher://a/00/About", "first-blank"),
        ],
    ),
    ("<http://a/=\nb?c=3D1>", &[("http://a/b?c=1", "stray-qp")]),
];

#[test]
fn json_contains_the_guesses() {
    for (text, guesses) in EXAMPLES {
        let args = ["list", "--json", "--conforms=none"];
        let links = run_with(&args, text.as_bytes()).json();
        let expected = guesses
            .iter()
            .map(|(url, why)| json!({"url": url, "why": why}));
        let expected: Vec<Value> = expected.collect();
        let also = links[0].get("also").and_then(Value::as_array);
        assert_eq!(also.is_some(), !expected.is_empty(), "{text}");
        assert_eq!(also.cloned().unwrap_or_default(), expected, "{text}");
    }
}

/// What quoted-printable encodes may be a space.
#[test]
fn a_guess_is_one_line() {
    let text = b"<http://a/?x=3D=0A=20c>";
    let list = |flag| run_with(&["list", flag], text).out().to_owned();
    let [url, guess] = ["http://a/?x=3D=0A=20c", "http://a/?x==0A%20c"];
    assert_eq!(list("--also"), format!("{url}\n{guess}\n"));
    assert_eq!(list("--format={also}"), format!("stray-qp:{guess}\n"));
    assert!(list("--json").contains(r#""url":"http://a/?x==0A c","why":"stray-qp""#));
}

#[test]
fn declared_quoted_printable_is_not_stray() {
    let mail = |encoding: &str| {
        let mail = format!(
            "From: a@b.example\nSubject: s\nContent-Transfer-Encoding: {encoding}\n\n<http://a/?b=3DAB>\n"
        );
        run_with(&["list", "--json"], mail.as_bytes()).json()
    };
    // It was decoded, and `=AB` is part of the URL.
    let declared = &mail("quoted-printable")[0];
    assert_eq!(declared["url"], "http://a/?b=AB");
    assert_eq!(declared.get("also"), None);
    let undeclared = &mail("7bit")[0];
    let guess = json!([{"url": "http://a/?b=AB", "why": "stray-qp"}]);
    assert_eq!(undeclared["also"], guess);
}

#[test]
fn also_is_a_field() {
    let args = ["list", "--format={also}", "--conforms=none"];
    let output = run_with(&args, b"<http://a/b|see b>");
    assert_eq!(
        output.out(),
        "label:http://a/b blanks:http://a/b|see%20b first-blank:http://a/b|see\n"
    );
    let args = ["list", "--json", "--fields=also", "--conforms=none"];
    let output = run_with(&args, b"<http://a/b.>");
    assert_eq!(
        output.out(),
        "{\"also\":[{\"url\":\"http://a/b\",\"why\":\"trailing-punctuation\"}]}\n"
    );
}
