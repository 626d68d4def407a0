//! Tests for line output: prefixes, counts, names, and limits.

use crate::support::{dir_with, run_in, run_with};

const TWO: &str = "<news:x>\n\n<news:y>\n";

#[test]
fn last_prefix_flag_wins() {
    let dir = dir_with(&[("a", TWO)]);
    for (flags, expected) in [
        (&[][..], "news:x\nnews:y\n"),
        (&["-n"], "1:news:x\n3:news:y\n"),
        (&["-N"], "news:x\nnews:y\n"),
        (&["-H"], "a:news:x\na:news:y\n"),
        (&["-I"], "news:x\nnews:y\n"),
        (&["-nH"], "a:1:news:x\na:3:news:y\n"),
        (&["-H", "-n"], "a:1:news:x\na:3:news:y\n"),
        (&["-n", "-N"], "news:x\nnews:y\n"),
        (&["-N", "-n"], "1:news:x\n3:news:y\n"),
        (&["-n", "-N", "-n"], "1:news:x\n3:news:y\n"),
        (&["-H", "-I"], "news:x\nnews:y\n"),
        (&["-I", "-H"], "a:news:x\na:news:y\n"),
        (&["-HnIN"], "news:x\nnews:y\n"),
        (
            &["--line-number", "--with-filename"],
            "a:1:news:x\na:3:news:y\n",
        ),
        (&["--line-number", "--no-line-number"], "news:x\nnews:y\n"),
        (&["--with-filename", "--no-filename"], "news:x\nnews:y\n"),
    ] {
        let args = [&["list"], flags, &["a"]].concat();
        run_in(&dir, &args).gives(0, expected);
    }
}

#[test]
fn prefixes_of_several_files_can_be_suppressed() {
    let dir = dir_with(&[("a", TWO), ("b", "<news:z>")]);
    run_in(&dir, &["list", "a", "b"]).gives(0, "a:1:news:x\na:3:news:y\nb:1:news:z\n");
    run_in(&dir, &["list", "-N", "a", "b"]).gives(0, "a:news:x\na:news:y\nb:news:z\n");
    run_in(&dir, &["list", "-I", "a", "b"]).gives(0, "news:x\nnews:y\nnews:z\n");
    run_in(&dir, &["list", "-In", "a", "b"]).gives(0, "1:news:x\n3:news:y\n1:news:z\n");
    run_in(&dir, &["list", "-IN", "a", "b"]).gives(0, "news:x\nnews:y\nnews:z\n");
}

#[test]
fn line_number_is_that_of_the_opening_bracket() {
    let text = "\r\n\n  <\nURL:http://a/\nb>\n\n> <http://c/\n> d> <news:e>";
    let expected = "3:http://a/b\n7:http://c/d\n8:news:e\n";
    run_with(&["list", "-n"], text.as_bytes()).gives(0, expected);
}

#[test]
fn standard_input_can_have_a_prefix() {
    run_with(&["list", "-Hn"], b"<news:x>").gives(0, "-:1:news:x\n");
    run_with(&["list", "-Hc"], b"<news:x>").gives(0, "-:1\n");
    run_with(&["list", "-l"], b"<news:x>").gives(0, "-\n");
}

#[test]
fn flags_may_be_repeated() {
    let dir = dir_with(&[("a", TWO)]);
    for (flags, expected) in [
        (&["-n", "-n"][..], "1:news:x\n3:news:y\n"),
        (&["-HH"], "a:news:x\na:news:y\n"),
        (&["-c", "-c"], "2\n"),
        (&["-q", "-q"], ""),
        (&["-m1", "-m2"], "news:x\nnews:y\n"),
        (&["-m2", "-m1"], "news:x\n"),
        (&["--color=always", "--color=never"], "news:x\nnews:y\n"),
        (&["--max-len=1", "--max-len=100"], "news:x\nnews:y\n"),
        (&["--follow", "--follow"], "news:x\nnews:y\n"),
    ] {
        run_in(&dir, &[&["list"], flags, &["a"]].concat()).gives(0, expected);
    }
}

#[test]
fn count_is_per_file_including_zero() {
    let dir = dir_with(&[("a", TWO), ("b", ""), ("d/c", "<news:x>")]);
    run_in(&dir, &["list", "-c", "a"]).gives(0, "2\n");
    run_in(&dir, &["list", "-c", "b"]).gives(1, "0\n");
    run_in(&dir, &["list", "-c", "a", "b", "d"]).gives(0, "a:2\nb:0\nd/c:1\n");
    run_in(&dir, &["list", "-cI", "a", "b"]).gives(0, "2\n0\n");
    run_in(&dir, &["list", "-cH", "a"]).gives(0, "a:2\n");
    run_in(&dir, &["list", "-cn", "a"]).gives(0, "2\n");
    run_in(&dir, &["grep", "-c", "x", "a", "b"]).gives(0, "a:1\nb:0\n");
    run_in(&dir, &["grep", "-c", "z", "a", "b"]).gives(1, "a:0\nb:0\n");
}

#[test]
fn count_of_a_missing_file_is_not_printed() {
    let dir = dir_with(&[("a", TWO)]);
    run_in(&dir, &["list", "-c", "none", "a"]).gives_errors("a:2\n", &["none"]);
}

#[test]
fn matching_files_are_listed_once() {
    let dir = dir_with(&[("a", TWO), ("b", ""), ("d/c", "<news:z>")]);
    run_in(&dir, &["list", "-l", "b", "a", "d"]).gives(0, "a\nd/c\n");
    run_in(&dir, &["list", "--files-with-matches", "a"]).gives(0, "a\n");
    run_in(&dir, &["list", "-l", "b"]).gives(1, "");
    run_in(&dir, &["list", "-lI", "a"]).gives(0, "a\n");
    run_in(&dir, &["grep", "-l", "x", "a", "b", "d"]).gives(0, "a\n");
    run_in(&dir, &["grep", "-lv", "x", "a", "b", "d"]).gives(0, "a\nd/c\n");
}

#[test]
fn quiet_overrides_all_output() {
    let dir = dir_with(&[("a", TWO)]);
    for flags in [
        &[][..],
        &["-c"],
        &["-l"],
        &["-nH"],
        &["--json"],
        &["-0"],
        &["-m1"],
    ] {
        run_in(&dir, &[&["list", "-q"], flags, &["a"]].concat()).gives(0, "");
    }
}

#[test]
fn max_count_limits_selected_hits_per_file() {
    let dir = dir_with(&[("a", TWO), ("b", TWO)]);
    run_in(&dir, &["list", "-m0", "a"]).gives(1, "");
    run_in(&dir, &["list", "-m", "1", "a"]).gives(0, "news:x\n");
    run_in(&dir, &["list", "-m2", "a"]).gives(0, "news:x\nnews:y\n");
    run_in(&dir, &["list", "--max-count=3", "a"]).gives(0, "news:x\nnews:y\n");
    run_in(&dir, &["list", "-m1", "a", "b"]).gives(0, "a:1:news:x\nb:1:news:x\n");
    run_in(&dir, &["list", "-m1", "-c", "a", "b"]).gives(0, "a:1\nb:1\n");
    run_in(&dir, &["list", "-m1", "-l", "a", "b"]).gives(0, "a\nb\n");
    run_in(&dir, &["grep", "-m1", "y", "a"]).gives(0, "news:y\n");
    run_in(&dir, &["grep", "-m1", "-v", "x", "a", "b"]).gives(0, "a:3:news:y\nb:3:news:y\n");
    assert_eq!(
        run_in(&dir, &["list", "-m1", "--json", "a", "b"])
            .json()
            .len(),
        2
    );
}

#[test]
fn counts_are_of_urls_not_readings() {
    let text = b"<http://a/-\nb> <http://c/-\nd-\ne>";
    let both = ["list", "--hyphen", "both"];
    let one = "http://a/-b\nhttp://a/b\n";
    let two = "http://c/-d-e\nhttp://c/-de\nhttp://c/d-e\nhttp://c/de\n";
    run_with(&both, text).gives(0, &[one, two].concat());
    run_with(&[&both[..], &["-m1"]].concat(), text).gives(0, one);
    run_with(&[&both[..], &["-m2"]].concat(), text).gives(0, &[one, two].concat());
    run_with(&[&both[..], &["-c"]].concat(), text).gives(0, "2\n");
    run_with(&[&both[..], &["-c", "-m1"]].concat(), text).gives(0, "1\n");
}

#[test]
fn each_reading_has_the_prefix() {
    let dir = dir_with(&[("a", "\n<http://a/-\nb>")]);
    let expected = "a:2:http://a/-b\na:2:http://a/b\n";
    run_in(&dir, &["list", "--hyphen=both", "-nH", "a"]).gives(0, expected);
}

#[test]
fn null_follows_file_names_only() {
    let dir = dir_with(&[("a", TWO), ("b", "")]);
    for (flags, expected) in [
        (&["-0", "a"][..], "news:x\nnews:y\n"),
        (&["-0n", "a"], "1:news:x\n3:news:y\n"),
        (&["-0H", "a"], "a\0news:x\na\0news:y\n"),
        (&["-0nH", "a"], "a\x001:news:x\na\x003:news:y\n"),
        (&["--null", "a", "b"], "a\x001:news:x\na\x003:news:y\n"),
        (&["-0I", "a", "b"], "news:x\nnews:y\n"),
        (&["-0l", "a", "b"], "a\0"),
        (&["-0l", "a"], "a\0"),
        (&["-0l", "a", "a"], "a\0a\0"),
        (&["-0c", "a", "b"], "a\x002\nb\x000\n"),
        (&["-0c", "a"], "2\n"),
    ] {
        run_in(&dir, &[&["list"], flags].concat()).gives(0, expected);
    }
}

#[test]
fn flags_may_follow_paths() {
    let dir = dir_with(&[("a", TWO)]);
    run_in(&dir, &["list", "a", "-n", "-m", "1"]).gives(0, "1:news:x\n");
    run_in(&dir, &["grep", "y", "a", "-nH"]).gives(0, "a:3:news:y\n");
}
