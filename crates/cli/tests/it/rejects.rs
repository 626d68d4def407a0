//! Tests for `--rejected`, which reports candidates that gave no URL.

use crate::support::links::check_position;
use crate::support::run_with;
use serde_json::json;

/// A text for each reason, with the line and column at which its last candidate is abandoned.
const REASONS: [(&str, &str, usize, usize); 7] = [
    ("opener", " <URL:abc <p>", 1, 10),
    ("blank-line", "<URL:abc\nd\n \r\n>", 0, 11),
    ("marks-only", "| <URL:abc\n| \n| d>", 2, 11),
    ("nul", "<URL:abc\0>", 0, 8),
    ("end-of-text", "\n<URL:abc", 1, 9),
    ("too-long", "<URL:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>", 0, 30),
    ("empty", "<URL: >", 0, 6),
];

fn rejected(extra: &[&str], text: &str) -> crate::support::Outcome {
    let flags = ["list", "--conforms=none", "--rejected", "--max-len=30"];
    run_with(&[&flags, extra].concat(), text.as_bytes())
}

#[test]
fn each_reason_has_its_code_and_position_in_json() {
    for (code, text, offset, end) in REASONS {
        let output = rejected(&["--json"], text);
        assert_eq!((output.status, output.err()), (1, ""), "{code}");
        let lines = output.json();
        assert_eq!(lines.len(), 1, "{code}: {lines:#?}");
        check_position(text.as_bytes(), &lines[0]);
        let expected = json!({
            "rejected": code,
            "delimiter": "url",
            "path": "-",
            "offset": offset,
            "end": end,
            "line": lines[0]["line"],
            "column": lines[0]["column"],
        });
        assert_eq!(lines[0], expected);
    }
}
