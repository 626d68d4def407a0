//! Tests for how `grep` matches: case, words, whole URLs, and pattern files.

use crate::support::{dir_with, run_command, run_in, run_with, urlsift};

const TEXT: &[u8] = b"<http://a/> <ftp://A.b/> <news:c>";

fn grep(args: &[&str]) -> crate::support::Outcome {
    run_with(&[&["grep"], args].concat(), TEXT)
}

const LOWER: &str = "http://a/\n";
const UPPER: &str = "ftp://A.b/\n";
const BOTH: &str = "http://a/\nftp://A.b/\n";

#[test]
fn smart_case_depends_on_upper_case_letters() {
    grep(&["-S", "//a"]).gives(0, BOTH);
    grep(&["--smart-case", "//A"]).gives(0, UPPER);
    // The only upper-case letters in these are class names.
    grep(&["-S", r"\W\Wa"]).gives(0, BOTH);
    grep(&["-S", r"//\p{Latin}"]).gives(0, BOTH);
    grep(&["-S", "[a-b]/"]).gives(0, BOTH);
    grep(&["-S", "[A-B]"]).gives(0, UPPER);
    grep(&["-S", r"\x41"]).gives(0, UPPER);
    grep(&["-S", "(?i)A"]).gives(0, BOTH);
    // One upper-case letter makes all patterns case-sensitive.
    grep(&["-S", "-e", "//a", "-e", "X"]).gives(0, LOWER);
    grep(&["-SF", "//a"]).gives(0, BOTH);
    grep(&["-SF", "//A"]).gives(0, UPPER);
    grep(&["-SF", r"\W"]).gives(1, "");
    grep(&["-Sv", "//a"]).gives(0, "news:c\n");
    let text = "<http://É/>".as_bytes();
    run_with(&["grep", "-S", "é"], text).gives(0, "http://É/\n");
    run_with(&["grep", "-S", "[é]"], text).gives(0, "http://É/\n");
}

#[test]
fn last_case_flag_wins() {
    for (flags, expected) in [
        (&["-s"][..], LOWER),
        (&["--case-sensitive"], LOWER),
        (&["-i", "-s"], LOWER),
        (&["-S", "-s"], LOWER),
        (&["-s", "-i"], BOTH),
        (&["-s", "-S"], BOTH),
        (&["-is"], LOWER),
        (&["-isS"], BOTH),
    ] {
        grep(&[flags, &["//a"]].concat()).gives(0, expected);
    }
    grep(&["-i", "-S", "//A"]).gives(0, UPPER);
    grep(&["-S", "-i", "//A"]).gives(0, BOTH);
}

#[test]
fn words_end_at_word_boundaries() {
    let text = b"<http://ab.c/> <http://abc/> <http://x.ab/d_e> <http://xab/>";
    let found = "http://ab.c/\nhttp://x.ab/d_e\n";
    run_with(&["grep", "-w", "ab"], text).gives(0, found);
    run_with(&["grep", "--word-regexp", "a|ab"], text).gives(0, found);
    run_with(&["grep", "-wF", "ab"], text).gives(0, found);
    run_with(&["grep", "-w", "d"], text).gives(1, "");
    run_with(&["grep", "-w", "D_e", "-i"], text).gives(0, "http://x.ab/d_e\n");
    // A pattern without word characters needs no word boundary, but no word character may be adjacent.
    run_with(&["grep", "-w", "//"], text).gives(1, "");
    run_with(&["grep", "-w", "://"], text).gives(1, "");
    run_with(&["grep", "-w", "b/"], text).gives(1, "");
    run_with(&["grep", "-w", "c/"], text).gives(0, "http://ab.c/\n");
    run_with(&["grep", "-wv", "ab"], text).gives(0, "http://abc/\nhttp://xab/\n");
    run_with(&["grep", "-w", "-e", "xab", "-e", "d_e"], text)
        .gives(0, "http://x.ab/d_e\nhttp://xab/\n");
    run_with(&["grep", "-w", "(?x) a b # in words"], text).gives(0, found);
}

#[test]
fn whole_url_flag_matches_the_entire_url() {
    grep(&["-x", "http://a/"]).gives(0, LOWER);
    grep(&["--line-regexp", "http://a|http://a/|news"]).gives(0, LOWER);
    grep(&["-x", "http://a"]).gives(1, "");
    grep(&["-x", "ttp://a/"]).gives(1, "");
    grep(&["-xF", "-e", "news:c", "-e", "news"]).gives(0, "news:c\n");
    grep(&["-xi", "FTP.*"]).gives(0, UPPER);
    grep(&["-xv", "[a-z]*:.?"]).gives(0, BOTH);
}

#[test]
fn last_of_word_and_whole_url_wins() {
    grep(&["-w", "-x", "news"]).gives(1, "");
    grep(&["-x", "-w", "news"]).gives(0, "news:c\n");
    grep(&["-w", "ew"]).gives(1, "");
    grep(&["-w", "--no-word-regexp", "ew"]).gives(0, "news:c\n");
    grep(&["-x", "--no-line-regexp", "ew"]).gives(0, "news:c\n");
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
fn pattern_file_has_one_pattern_per_line() {
    let dir = dir_with(&[
        ("lf", "^news\n^ftp\n"),
        ("crlf", "^news\r\n^ftp"),
        ("mark", "\u{feff}^news\n^ftp\n"),
        ("fixed", "A.\n(\n"),
        ("a", str::from_utf8(TEXT).expect("ASCII")),
    ]);
    let found = "ftp://A.b/\nnews:c\n";
    for name in ["lf", "crlf", "mark"] {
        run_in(&dir, &["grep", "-f", name, "a"]).gives(0, found);
        run_in(&dir, &["grep", "--file", name, "-v", "a"]).gives(0, LOWER);
    }
    run_in(&dir, &["grep", "-F", "-f", "fixed", "a"]).gives(0, UPPER);
    run_in(&dir, &["grep", "-f", "lf", "-f", "fixed", "-F", "a"]).gives(0, UPPER);
    run_in(&dir, &["grep", "-f", "lf", "-e", "//a", "a"]).gives(0, &(LOWER.to_owned() + found));
    run_in(&dir, &["grep", "-v", "-f", "lf", "-e", "//a", "a"]).gives(1, "");
    run_in(&dir, &["grep", "-wif", "lf", "a"]).gives(0, found);
}

#[test]
fn empty_file_matches_nothing_and_empty_line_everything() {
    let dir = dir_with(&[
        ("none", ""),
        ("empty", "\n"),
        ("and_empty", "none\n\n"),
        ("a", "<news:x>"),
    ]);
    run_in(&dir, &["grep", "-f", "none", "a"]).gives(1, "");
    run_in(&dir, &["grep", "-F", "-f", "none", "a"]).gives(1, "");
    run_in(&dir, &["grep", "-v", "-f", "none", "a"]).gives(0, "news:x\n");
    run_in(&dir, &["grep", "-f", "none", "-e", "x", "a"]).gives(0, "news:x\n");
    for name in ["empty", "and_empty"] {
        run_in(&dir, &["grep", "-f", name, "a"]).gives(0, "news:x\n");
        run_in(&dir, &["grep", "-F", "-f", name, "a"]).gives(0, "news:x\n");
        run_in(&dir, &["grep", "-v", "-f", name, "a"]).gives(1, "");
    }
}

#[test]
fn with_f_the_first_argument_is_a_path() {
    let dir = dir_with(&[("p", "x"), ("a", "<news:x>"), ("x", "<news:a>")]);
    run_in(&dir, &["grep", "-f", "p", "x", "a"]).gives(0, "a:1:news:x\n");
    run_in(&dir, &["grep", "a", "-f", "p"]).gives(0, "news:x\n");
    run_in(&dir, &["grep", "a", "x", "-f", "p"]).gives(0, "a:1:news:x\n");
}

#[test]
fn patterns_may_come_from_standard_input() {
    let dir = dir_with(&[("a", "<news:x> <news:y>")]);
    let grep = |args: &[&str]| {
        let mut command = urlsift();
        command.arg("grep").args(args).current_dir(&dir);
        run_command(&mut command, b"y\n")
    };
    grep(&["-f", "-", "a"]).gives(0, "news:y\n");
    grep(&["-f-", "-v", "a"]).gives(0, "news:x\n");
    // Standard input cannot be searched as well.
    for args in [
        &["-f", "-"][..],
        &["-f", "-", "-"],
        &["-f", "-", "a", "-"],
        &["-f", "-", "--files-from", "-"],
    ] {
        grep(args).refuses(&["'-' for '--file <FILE>'"]);
    }
}

#[test]
fn pattern_file_error_names_file_and_line() {
    let dir = dir_with(&[
        ("p", b"good\nx[a\n".as_slice()),
        ("q", b"good\n\xff\n"),
        ("none", b""),
        ("a", b"<news:x>"),
    ]);
    run_in(&dir, &["grep", "-e", "x", "-f", "none", "-f", "p", "a"])
        .refuses(&["'x[a' for '--file p', line 2: "]);
    run_in(&dir, &["grep", "-f", "q", "a"]).refuses(&["'q' for '--file <FILE>': line 2: '\\xff'"]);
    run_in(&dir, &["grep", "-f", "no such", "a"]).refuses(&["'no such' for '--file <FILE>': "]);
    run_in(&dir, &["grep", "-f", ".", "a"]).refuses(&["'.' for '--file <FILE>': "]);
    run_in(&dir, &["grep", "-e", "x[a", "-f", "p", "a"]).refuses(&["'--regexp <PATTERN>'"]);
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
