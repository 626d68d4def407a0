//! Tests for flags that grep has.

use crate::support::{dir_with, run, run_in, run_with};

const TEXT: &str = "see <http://a.example/x> and <ftp://b.example/>\n";

#[test]
fn flags_of_grep_mean_what_happens_anyway() {
    let dir = dir_with(&[("d/a", TEXT), ("d/e/b", TEXT)]);
    let plain = run_in(&dir, &["grep", "a|b", "d"]);
    assert_eq!((plain.status, plain.out().lines().count()), (0, 4));
    for flags in [
        &["-r"][..],
        &["--recursive"],
        &["-R"],
        &["--dereference-recursive"],
        &["-E"],
        &["--extended-regexp"],
        &["-o"],
        &["--only-matching"],
        &["-a"],
        &["-z"],
        &["-roEz"],
        &["-F", "-E"],
    ] {
        let output = run_in(&dir, &[&["grep"], flags, &["a|b", "d"]].concat());
        output.gives(0, plain.out());
    }
    run_in(&dir, &["grep", "-E", "-F", "a|b", "d"]).gives(1, "");
    let listed = run_in(&dir, &["list", "d"]);
    for flags in [&["-ro"][..], &["-Rz"], &["--null-data"]] {
        run_in(&dir, &[&["list"], flags, &["d"]].concat()).gives(0, listed.out());
    }
    run_in(&dir, &["-r", "d"]).gives(0, listed.out());
}

#[test]
fn other_flags_of_grep_are_refused_with_advice() {
    for (flag, advice) in [
        ("-P", "look-around"),
        ("--perl-regexp", "grep -P"),
        ("-G", "use -F"),
        ("-b", "{offset}"),
        ("--hidden", "always searched"),
        ("--exclude-dir=old", "--exclude 'old/'"),
        ("--glob=*.mbox", "--include"),
        ("--vimgrep", "--column"),
    ] {
        run(&["grep", flag, "x"]).refuses(&[
            flag.split('=').next().unwrap_or(flag),
            "tip: ",
            advice,
        ]);
    }
    run(&["list", "-P"]).refuses(&["urlsift grep PATTERN"]);
    // Without advice, clap's own.
    run(&["grep", "--includ=x", "x"]).refuses(&["--include"]);
    run_with(&["-P"], b"").refuses(&["-P"]);
}

#[test]
fn invalid_globs_are_named_with_their_position() {
    run(&["list", "--include", "*.mbox", "--include", "a[b", "."])
        .refuses(&["'a[b' for '--include <GLOB>': at character 2: "]);
    run(&["list", "--exclude", "{a,b", "."])
        .refuses(&["'{a,b' for '--exclude <GLOB>': at character 1: "]);
}
