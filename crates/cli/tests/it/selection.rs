//! Tests for what is found: delimiters, hyphens, the maximum length, and added schemes.

use crate::support::run_with;

const KINDS: &[u8] = b"<URL://x> <http://b/> <url:c/d> <URL:http://e/>";

#[test]
fn delimiter_flag_filters_hits() {
    let url = "//x\nc/d\nhttp://e/\n";
    let angle = "http://b/\n";
    let all = "//x\nhttp://b/\nc/d\nhttp://e/\n";
    for (kinds, expected) in [("url", url), ("angle", angle), ("url,angle", all)] {
        run_with(&["list", "--conforms=none", "--delimiter", kinds], KINDS).gives(0, expected);
    }
    run_with(&["list", "--conforms=none"], KINDS).gives(0, all);
    run_with(&["list", "--conforms=none", "--delimiter=angle,url"], KINDS).gives(0, all);
    run_with(
        &[
            "list",
            "--conforms=none",
            "--delimiter=url",
            "--delimiter=angle",
        ],
        KINDS,
    )
    .gives(0, all);
}

#[test]
fn delimiter_flag_does_not_change_scanning() {
    let hits = run_with(
        &["list", "--conforms=none", "--json", "--delimiter=url"],
        b"<URL://x>",
    )
    .json();
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0]["delimiter"], "url");
    run_with(
        &["list", "--conforms=none", "--delimiter=angle"],
        b"<URL://x>",
    )
    .gives(1, "");
    // The first candidate is abandoned at the second, even if the second is filtered out.
    run_with(
        &["list", "--conforms=none", "--delimiter=url"],
        b"<URL:a <http://b/>",
    )
    .gives(1, "");
}

#[test]
fn counts_respect_the_delimiter_filter() {
    run_with(
        &["list", "--conforms=none", "-c", "--delimiter=angle"],
        KINDS,
    )
    .gives(0, "1\n");
    run_with(
        &["list", "--conforms=none", "-m1", "--delimiter=angle"],
        KINDS,
    )
    .gives(0, "http://b/\n");
    run_with(
        &["list", "--conforms=none", "-m2", "--delimiter=url"],
        KINDS,
    )
    .gives(0, "//x\nc/d\n");
}

#[test]
fn hyphen_policy_selects_the_printed_readings() {
    let text = b"<http://a/-\nb-\nc>";
    let all = "http://a/-b-c\nhttp://a/-bc\nhttp://a/b-c\nhttp://a/bc\n";
    run_with(&["list"], text).gives(0, "http://a/-b-c\n");
    run_with(&["list", "--hyphen", "keep"], text).gives(0, "http://a/-b-c\n");
    run_with(&["list", "--hyphen", "drop"], text).gives(0, "http://a/bc\n");
    run_with(&["list", "--hyphen", "both"], text).gives(0, all);
}

#[test]
fn hyphen_policy_affects_only_hyphenated_breaks() {
    let text = b"<http://a/-b> <http://a/b-\n> <http://a/\nb> <http://a/-\r\n  b>";
    let keep = "http://a/-b\nhttp://a/b-\nhttp://a/b\nhttp://a/-b\n";
    let drop = "http://a/-b\nhttp://a/b-\nhttp://a/b\nhttp://a/b\n";
    let both = "http://a/-b\nhttp://a/b-\nhttp://a/b\nhttp://a/-b\nhttp://a/b\n";
    run_with(&["list", "--hyphen=keep"], text).gives(0, keep);
    run_with(&["list", "--hyphen=drop"], text).gives(0, drop);
    run_with(&["list", "--hyphen=both"], text).gives(0, both);
}

#[test]
fn four_hyphens_have_sixteen_readings_and_five_have_two() {
    let four = b"<http://x/-\na-\nb-\nc-\nd>";
    let reading = |dropped: u8| {
        let hyphen = |bit: u8| if dropped & (1 << bit) == 0 { "-" } else { "" };
        format!(
            "http://x/{}a{}b{}c{}d\n",
            hyphen(3),
            hyphen(2),
            hyphen(1),
            hyphen(0)
        )
    };
    let expected = (0..16).map(reading).collect::<Vec<_>>().concat();
    run_with(&["list", "--hyphen=both"], four).gives(0, &expected);
    let five = b"<http://x/-\na-\nb-\nc-\nd-\ne>";
    let expected = "http://x/-a-b-c-d-e\nhttp://x/abcde\n";
    run_with(&["list", "--hyphen=both"], five).gives(0, expected);
    run_with(&["list", "--hyphen=drop"], five).gives(0, "http://x/abcde\n");
}

#[test]
fn hyphen_policy_does_not_affect_json() {
    let text = b"<http://a/-\nb>";
    let expected = run_with(&["list", "--json"], text);
    for policy in ["keep", "drop", "both"] {
        let hits = run_with(&["list", "--json", "--hyphen", policy], text);
        assert_eq!(hits.out(), expected.out());
        assert_eq!(hits.json()[0]["url"], "http://a/-b");
    }
}

#[test]
fn max_len_counts_the_bytes_between_brackets() {
    for (text, len) in [
        ("<URL:abc>", 9),
        ("<http://a>", 10),
        ("<http://a/\r\n  b>", 16),
    ] {
        let found = |len: usize| {
            let len = len.to_string();
            let flags = ["list", "--conforms=none", "--max-len", &len];
            run_with(&flags, text.as_bytes())
        };
        assert_eq!(found(len).status, 0, "{text:?} in {len}");
        found(len - 1).gives(1, "");
    }
}

#[test]
fn max_len_defaults_to_8192() {
    let url = format!("http://a/{}", "x".repeat(8181));
    run_with(&["list"], format!("<{url}>").as_bytes()).gives(0, &format!("{url}\n"));
    run_with(&["list"], format!("<{url}x>").as_bytes()).gives(1, "");
}

#[test]
fn search_continues_after_an_overlong_url() {
    let text = format!("<http://a/{}<http://b/>", "x".repeat(100));
    run_with(&["list", "--max-len=50"], text.as_bytes()).gives(0, "http://b/\n");
}

#[test]
fn huge_max_len_is_accepted() {
    let url = format!("http://a/{}", "x".repeat(1_000_000));
    let text = format!("<{url}>");
    for len in ["1000011", "4294967296", "18446744073709551615"] {
        let found = run_with(&["list", "--max-len", len], text.as_bytes());
        assert_eq!(found.err(), "");
        assert!(found.out().trim_end() == url, "--max-len {len}");
    }
    run_with(&["list", "--max-len=1000010"], text.as_bytes()).gives(1, "");
}

#[test]
fn added_schemes_are_found() {
    let text = b"<foo:a> <BAR:b> <x.y-z+1:c> <baz:d>";
    run_with(&["list"], text).gives(1, "");
    run_with(&["list", "--scheme-add", "foo"], text).gives(0, "foo:a\n");
    run_with(&["list", "--scheme-add", "FOO"], text).gives(0, "foo:a\n");
    let expected = "foo:a\nBAR:b\nx.y-z+1:c\n";
    let args = ["list", "--scheme-add=foo,bar", "--scheme-add", "x.y-z+1"];
    run_with(&args, text).gives(0, expected);
}

#[test]
fn added_scheme_value_does_not_consume_a_path() {
    run_with(&["list", "--scheme-add", "foo", "-"], b"<foo:a>").gives(0, "foo:a\n");
}

#[test]
fn added_scheme_may_be_long() {
    let scheme = "x".repeat(40);
    let text = format!("<{scheme}:a> <{scheme}://b>");
    run_with(&["list"], text.as_bytes()).gives(1, "");
    let expected = format!("{scheme}:a\n{scheme}://b\n");
    run_with(&["list", "--scheme-add", &scheme], text.as_bytes()).gives(0, &expected);
}

#[test]
fn invalid_values_are_rejected() {
    for args in [
        &["--max-len", "0"][..],
        &["--max-len", "x"],
        &["--max-len", ""],
        &["--max-len", "1k"],
        &["--max-len", "18446744073709551616"],
        &["--scheme-add", "9x"],
        &["--scheme-add", ""],
        &["--scheme-add", "foo,9x"],
        &["--scheme-add", "foo:"],
        &["--scheme-add", "a b"],
        &["--scheme-add", "é"],
        &["--delimiter", "foo"],
        &["--delimiter", ""],
        &["--delimiter", "url,foo"],
        &["--delimiter", "URL"],
        &["--hyphen", "foo"],
        &["--hyphen", ""],
        &["--color", "foo"],
        &["-m", "x"],
        &["-m", ""],
    ] {
        let flag = if args[0] == "-m" {
            "--max-count"
        } else {
            args[0]
        };
        run_with(&[&["list"], args].concat(), KINDS).refuses(&[flag]);
        run_with(&[&["grep", ""], args].concat(), KINDS).refuses(&[flag]);
    }
}

#[test]
fn flags_without_a_value_are_rejected() {
    for flag in [
        "--max-len",
        "--scheme-add",
        "--delimiter",
        "--hyphen",
        "--color",
        "--max-count",
    ] {
        run_with(&["list", flag], KINDS).refuses(&[flag]);
    }
}

#[test]
fn unknown_flags_are_rejected() {
    for flag in ["--nonsense", "-Z", "--jsn", "--no-nonsense"] {
        run_with(&["list", flag], KINDS).refuses(&[flag]);
        run_with(&["grep", "x", flag], KINDS).refuses(&[flag]);
    }
    for flag in ["-e", "-f", "-v", "-i", "-s", "-S", "-F", "-w", "-x"] {
        run_with(&["list", flag], KINDS).refuses(&[flag]);
    }
}
