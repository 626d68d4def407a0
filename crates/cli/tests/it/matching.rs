//! Tests for how `grep` matches: case, words, whole URLs, and pattern files.

use crate::support::{dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a/> <ftp://A.b/> <news:c>";

fn grep(args: &[&str]) -> crate::support::Outcome {
    run_with(&[&["grep"], args].concat(), TEXT)
}

#[test]
fn invalid_pattern_is_shown_as_given() {
    for flag in ["-w", "-x"] {
        let refused = grep(&[flag, "a)(b"]);
        refused.refuses(&["a)(b"]);
        assert!(!refused.err().contains("(?:"), "{}", refused.err());
    }
}

#[test]
fn pattern_file_may_have_thousands_of_lines() {
    let lines: Vec<_> = (0..2000)
        .map(|number| format!("^http://host-{number}[.]example/$"))
        .collect();
    let text = "<http://host-2000.example/> <http://host-1999.example/> <http://host/>";
    let dir = dir_with(&[("p", lines.join("\n").as_str()), ("a", text)]);
    run_in(&dir, &["grep", "-f", "p", "a"]).gives(0, "http://host-1999.example/\n");
    let others = "http://host-2000.example/\nhttp://host/\n";
    run_in(&dir, &["grep", "-vi", "-f", "p", "a"]).gives(0, others);
}
