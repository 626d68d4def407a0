//! Tests for `grep` patterns: how they are given and what they match.

use crate::support::{RFC_EXAMPLE, dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a/> <ftp://A.b/> <news:c>";

fn grep(args: &[&str]) -> crate::support::Outcome {
    run_with(&[&["grep"], args].concat(), TEXT)
}

#[test]
fn pattern_matches_over_a_line_break() {
    let found = run_with(&["grep", "ds[.]internic"], RFC_EXAMPLE.as_bytes());
    let expected = "ftp://ds.internic.net/rfc\n\
        http://ds.internic.net/instructions/overview.html#WARNING\n";
    found.gives(0, expected);
    run_with(&["grep", r"\s"], RFC_EXAMPLE.as_bytes()).gives(1, "");
}

#[test]
fn pattern_does_not_see_brackets_and_prefix() {
    run_with(&["grep", "[<>]|URL:"], RFC_EXAMPLE.as_bytes()).gives(1, "");
}

#[test]
fn anchors_hold_at_the_ends_of_the_url() {
    grep(&["^ftp"]).gives(0, "ftp://A.b/\n");
    grep(&["^http://a/$"]).gives(0, "http://a/\n");
    grep(&["^a"]).gives(1, "");
    grep(&["//$"]).gives(1, "");
}

#[test]
fn pattern_matches_the_first_reading() {
    let text = b"<http://a/-\nb>";
    run_with(&["grep", "/-b"], text).gives(0, "http://a/-b\n");
    run_with(&["grep", "/b"], text).gives(1, "");
    run_with(&["grep", "--hyphen=drop", "/b"], text).gives(1, "");
    run_with(&["grep", "--hyphen=drop", "/-b"], text).gives(0, "http://a/b\n");
    run_with(&["grep", "--hyphen=both", "/-b"], text).gives(0, "http://a/-b\nhttp://a/b\n");
    run_with(&["grep", "--hyphen=both", "/b"], text).gives(1, "");
}

#[test]
fn pattern_matches_replaced_at_signs() {
    run_with(&["grep", "a@b"], b"<mailto:a at b.c>").gives(0, "mailto:a@b.c\n");
    run_with(&["grep", "a at b"], b"<mailto:a at b.c>").gives(1, "");
}

#[test]
fn matching_is_case_sensitive_by_default() {
    grep(&["//a"]).gives(0, "http://a/\n");
    grep(&["-i", "//a"]).gives(0, "http://a/\nftp://A.b/\n");
    grep(&["--ignore-case", "NEWS"]).gives(0, "news:c\n");
    grep(&["(?i)NEWS"]).gives(0, "news:c\n");
    let text = "<http://É/>".as_bytes();
    run_with(&["grep", "-i", "é"], text).gives(0, "http://É/\n");
    run_with(&["grep", "-iF", "é"], text).gives(0, "http://É/\n");
}

#[test]
fn fixed_strings_are_not_regular_expressions() {
    grep(&["-F", "A.b"]).gives(0, "ftp://A.b/\n");
    grep(&["-F", "A.*b"]).gives(1, "");
    grep(&["--fixed-strings", "("]).gives(1, "");
    grep(&["-F", "^http"]).gives(1, "");
    grep(&["-Fi", "a.B"]).gives(0, "ftp://A.b/\n");
    grep(&["-F", "-e", "a/", "-e", "c"]).gives(0, "http://a/\nnews:c\n");
    grep(&["-F", "-e", "a|c"]).gives(1, "");
}

#[test]
fn any_of_several_patterns_matches() {
    grep(&["-e", "^news", "-e", "^ftp"]).gives(0, "ftp://A.b/\nnews:c\n");
    grep(&["--regexp=^news", "--regexp", "none"]).gives(0, "news:c\n");
    grep(&["-e", "[a", "-e", "b]", "-F"]).gives(1, "");
    grep(&["-e", "(?i)FTP", "-e", "NEWS"]).gives(0, "ftp://A.b/\n");
}

#[test]
fn each_line_is_a_pattern() {
    grep(&["^news\n^ftp"]).gives(0, "ftp://A.b/\nnews:c\n");
    grep(&["-e", "none\n^ftp", "-e", "^news"]).gives(0, "ftp://A.b/\nnews:c\n");
    grep(&["-F", "none\nA.b"]).gives(0, "ftp://A.b/\n");
    grep(&["-F", "-x", "none\nnews:c"]).gives(0, "news:c\n");
    grep(&["-c", "^news\n"]).gives(0, "3\n");
    grep(&["a\n("]).refuses(&["'('", "PATTERN', line 2"]);
}

#[test]
fn combined_patterns_are_independent() {
    grep(&["-e", "x|^", "-e", "y"]).gives(0, "http://a/\nftp://A.b/\nnews:c\n");
    grep(&["-e", "(http)", "-e", r"(?x) news # and a comment"]).gives(0, "http://a/\nnews:c\n");
    grep(&["-e", "a)(b"]).refuses(&["a)(b"]);
    grep(&["-e", "a(", "-e", "b)"]).refuses(&["a("]);
}

#[test]
fn with_e_the_first_argument_is_a_path() {
    let dir = dir_with(&[("a", "<news:x>"), ("x", "<news:a>")]);
    run_in(&dir, &["grep", "-e", "x", "a"]).gives(0, "news:x\n");
    run_in(&dir, &["grep", "a", "-e", "x"]).gives(0, "news:x\n");
    run_in(&dir, &["grep", "a", "x", "-e", "x"]).gives(0, "a:1:news:x\n");
    run_in(&dir, &["grep", "-e", "x", "-"]).gives(1, "");
    run_in(&dir, &["grep", "-e", "x", "none", "a"]).gives_errors("a:1:news:x\n", &["none"]);
}

#[test]
fn with_e_and_no_path_standard_input_is_read() {
    grep(&["-e", "news"]).gives(0, "news:c\n");
}

#[test]
fn inverted_match_selects_urls_without_match() {
    grep(&["-v", "^ftp"]).gives(0, "http://a/\nnews:c\n");
    grep(&["--invert-match", "-e", "^ftp", "-e", "^http"]).gives(0, "news:c\n");
    grep(&["-v", "-e", "^ftp", "-e", ""]).gives(1, "");
    grep(&["-vi", "A"]).gives(0, "news:c\n");
    grep(&["-vF", "."]).gives(0, "http://a/\nnews:c\n");
    grep(&["-vc", "news"]).gives(0, "2\n");
}

#[test]
fn inverted_match_selects_no_rejects() {
    run_with(&["grep", "-v", "x"], b"<URL:abc <news:y>").gives(0, "news:y\n");
}

#[test]
fn pattern_may_start_with_a_dash() {
    let text = b"<http://a/-n> <http://a/n>";
    run_with(&["grep", "-e", "-n"], text).gives(0, "http://a/-n\n");
    run_with(&["grep", "-e-n"], text).gives(0, "http://a/-n\n");
    run_with(&["grep", "--regexp=-n"], text).gives(0, "http://a/-n\n");
    run_with(&["grep", "--", "-n"], text).gives(0, "http://a/-n\n");
    run_with(&["grep", "-n", "--", "-n", "-"], text).gives(0, "1:http://a/-n\n");
}

#[test]
fn empty_pattern_matches_everything() {
    grep(&[""]).gives(0, "http://a/\nftp://A.b/\nnews:c\n");
    grep(&["-F", ""]).gives(0, "http://a/\nftp://A.b/\nnews:c\n");
    grep(&["-v", ""]).gives(1, "");
}

#[test]
fn pattern_matches_bytes_that_are_not_utf8() {
    let text = b"<http://a/\xff> <http://b/>";
    let found = run_with(&["grep", r"(?-u)\xff$"], text);
    assert_eq!(
        (found.status, &found.stdout[..]),
        (0, &b"http://a/\xff\n"[..])
    );
    let found = run_with(&["grep", "a"], text);
    assert_eq!(
        (found.status, &found.stdout[..]),
        (0, &b"http://a/\xff\n"[..])
    );
}

#[test]
fn invalid_pattern_is_shown_with_its_position() {
    let dir = dir_with(&[("a", "<news:x>")]);
    for args in [
        &["grep", "x[a", "a", "none"][..],
        &["grep", "-e", "x", "-e", "x[a", "a", "none"],
        &["grep", "-i", "-v", "x[a", "a", "none"],
    ] {
        let refused = run_in(&dir, args);
        refused.refuses(&["x[a"]);
        assert!(!refused.err().contains("none"), "{}", refused.err());
        let lines: Vec<_> = refused.err().lines().collect();
        let caret = lines
            .iter()
            .position(|line| line.trim_start().starts_with('^'));
        let caret = caret.expect("a line of carets");
        assert_eq!(
            lines[caret].find('^'),
            lines[caret - 1].find('['),
            "{}",
            refused.err()
        );
    }
}

#[test]
fn invalid_patterns_of_other_kinds_are_rejected() {
    for pattern in [
        "*",
        "a{9999999}",
        r"\p{Nonsense}",
        "(?<n>a)(?<n>b)",
        "(?=a)",
        r"(a)\1",
    ] {
        grep(&[pattern]).refuses(&["PATTERN"]);
    }
}

#[test]
fn thousands_of_patterns_are_accepted() {
    let patterns: Vec<_> = (0..3000)
        .map(|number| format!("-ehttp://host-{number}.example"))
        .collect();
    let mut args = vec!["grep", "-F"];
    args.extend(patterns.iter().map(String::as_str));
    let text = b"<http://host-3000.example/> <http://host-2999.example/> <http://host/>";
    run_with(&args, text).gives(0, "http://host-2999.example/\n");
}

#[test]
fn missing_pattern_is_rejected() {
    grep(&[]).refuses(&["PATTERN"]);
    grep(&["-e"]).refuses(&["--regexp"]);
    grep(&["-i"]).refuses(&["PATTERN"]);
}

#[cfg(unix)]
#[test]
fn invalid_utf8_pattern_is_rejected() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for flags in [&["grep"][..], &["grep", "-e"]] {
        let mut command = crate::support::urlsift();
        command.args(flags).arg(OsStr::from_bytes(b"\xff"));
        crate::support::run_command(&mut command, TEXT).refuses(&[
            "PATTERN",
            "UTF-8",
            r"(?-u:\xNN)",
        ]);
    }
    let mut command = crate::support::urlsift();
    command.args(["grep", "-F"]).arg(OsStr::from_bytes(b"\xff"));
    crate::support::run_command(&mut command, TEXT).refuses(&["without -F"]);
}

#[test]
fn byte_pattern_matches_a_byte() {
    let text = b"<http://a/\xff> <http://b/\xc3\xbf>";
    let found = run_with(&["grep", r"(?-u:\xff)"], text);
    assert_eq!(found.stdout, b"http://a/\xff\n");
    let found = run_with(&["grep", r"\xff"], text);
    assert_eq!(found.stdout, b"http://b/\xc3\xbf\n");
}
