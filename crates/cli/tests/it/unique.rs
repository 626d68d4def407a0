//! `--unique`: only the first of what is the same.

use std::{collections::HashSet, fs};

use crate::support::{
    Outcome, dir_with,
    mailbox::{alike, alike_by_pipe, field, large, text},
    outcome, run, run_in, run_with, urlsift,
};
use serde_json::Value;

/// `--unique` in each way, and what makes two hits the same; of a message, the file is part of it.
type Same = fn(usize, &Value) -> String;
const WAYS: &[(&str, Same)] = &[
    ("--unique", |_, hit| field(hit, "url")),
    ("--unique=url", |_, hit| field(hit, "url")),
    ("--unique=host", |_, hit| {
        field(hit, "host").to_ascii_lowercase()
    }),
    ("--unique=message", |file, hit| {
        let offset = field(hit, "message.offset");
        format!("{file} {offset} {}", field(hit, "url"))
    }),
];

/// Which hits are the first of their kind. A file begins where offsets do not grow.
fn firsts(hits: &[Value], same: Same) -> Vec<bool> {
    let mut seen = HashSet::new();
    let mut last = 0;
    let mut file = 0;
    let firsts = hits.iter().map(|hit| {
        let offset = hit["offset"].as_u64().expect("a number");
        if offset <= last {
            file += 1;
        }
        last = offset;
        seen.insert(same(file, hit))
    });
    firsts.collect()
}

fn only(lines: &str, firsts: &[bool]) -> String {
    assert_eq!(lines.lines().count(), firsts.len());
    let lines = lines.split_inclusive('\n').zip(firsts);
    lines
        .filter(|(_, first)| **first)
        .map(|(line, _)| line)
        .collect()
}

#[test]
fn first_one_of_each_is_selected() {
    let mbox = "From a@b.example Mon Jan 30 09:12:04 1995\n\n<http://h/a> <http://h/a> <news:x>\n\
                <http://H/b>\n\nFrom a@b.example Mon Jan 30 09:12:04 1995\n\n\
                <http://h/\n a> <mailto:j@b> <http://h/a>\n";
    for (flag, expected) in [
        ("--unique", "http://h/a\nnews:x\nhttp://H/b\nmailto:j@b\n"),
        (
            "--unique=url",
            "http://h/a\nnews:x\nhttp://H/b\nmailto:j@b\n",
        ),
        ("--unique=host", "http://h/a\nnews:x\n"),
        (
            "--unique=message",
            "http://h/a\nnews:x\nhttp://H/b\nhttp://h/a\nmailto:j@b\n",
        ),
    ] {
        run_with(&["list", flag], mbox.as_bytes()).gives(0, expected);
    }
    let all = "http://h/a\nhttp://h/a\nnews:x\nhttp://H/b\nhttp://h/a\nmailto:j@b\nhttp://h/a\n";
    run_with(&["list"], mbox.as_bytes()).gives(0, all);
}

#[test]
fn only_what_is_selected_is_seen() {
    let text = b"<http://a~/> <http://a/x> <URL:http://a/x> <http://b/> <http://b/>";
    let flags = ["grep", "/$", "--unique=host", "--conforms=rfc1738"];
    run_with(&flags, text).gives(0, "http://b/\n");
    let flags = ["list", "--unique", "--delimiter=url"];
    run_with(&flags, text).gives(0, "http://a/x\n");
}

#[test]
fn url_is_what_is_printed() {
    let text = b"<http://a/b-\nc> <http://a/bc> <http://a/b-c>";
    for (flag, expected) in [
        ("--hyphen=keep", "http://a/b-c\nhttp://a/bc\n"),
        ("--hyphen=drop", "http://a/bc\nhttp://a/b-c\n"),
        ("--hyphen=both", "http://a/b-c\nhttp://a/bc\nhttp://a/bc\n"),
    ] {
        run_with(&["list", "--unique", flag], text).gives(0, expected);
    }
    let flags = ["list", "--conforms=relative", "--base=http://b/x/y"];
    let text = b"<URL:z> <http://b/x/z> <URL:./z> <URL:../z>";
    let unique = [&flags[..], &["--unique"]].concat();
    run_with(&unique, text).gives(0, "http://b/x/z\nhttp://b/z\n");
    let unique = [&flags[..], &["--unique=host"]].concat();
    run_with(&unique, text).gives(0, "http://b/x/z\n");
}

#[test]
fn value_is_one_of_three_behind_an_equals_sign() {
    run(&["list", "--unique=urls"]).refuses(&["--unique", "urls"]);
    run(&["list", "--unique="]).refuses(&["--unique"]);
    // A word behind it is a path.
    run(&["list", "--unique", "host"]).complains("", &["host"]);
    run_with(
        &["list", "--unique=host", "--unique"],
        b"<http://a/b> <http://a/c>",
    )
    .gives(0, "http://a/b\nhttp://a/c\n");
    run(&["list", "--unique", "--buffer-size=0"]).refuses(&["--buffer-size"]);
    run(&["list", "--unique", "--buffer-size=x"]).refuses(&["--buffer-size"]);
}

#[test]
fn counts_and_names_are_of_first_ones() {
    let dir = dir_with(&[
        ("a", "<news:x> <news:x> <news:y>"),
        ("b", "<news:y>\n<news:x>"),
        ("c", "<news:y> <news:z>"),
        ("d", "none"),
    ]);
    let files = ["a", "b", "c", "d"];
    let told = |flags: &[&str]| alike(dir.path(), &[&["list"], flags, &files[..]].concat(), &[]);
    told(&["-c", "--unique"]).gives(0, "a:2\nb:0\nc:1\nd:0\n");
    told(&["-l", "--unique"]).gives(0, "a\nc\n");
    told(&["-c", "--unique=message"]).gives(0, "a:2\nb:2\nc:2\nd:0\n");
    told(&["-I", "--unique"]).gives(0, "news:x\nnews:y\nnews:z\n");
    told(&["-q", "--unique"]).gives(0, "");
    let told = run_in(&dir, &["list", "--unique", "--stats", "-q", "d"]);
    assert_eq!((told.status, told.out()), (1, ""));
}

/// So many first ones of each file; what stands behind them is not read.
#[test]
fn max_count_counts_first_ones() {
    let dir = dir_with(&[
        ("a", "<news:x> <news:x> <news:y> <news:z>"),
        ("b", "<news:y> <news:x> <news:z> <news:z> <news:w>"),
    ]);
    let told = |flags: &[&str]| alike(dir.path(), &[&["list", "-I"], flags].concat(), &["a", "b"]);
    told(&["--unique", "-m2"]).gives(0, "news:x\nnews:y\nnews:z\nnews:w\n");
    told(&["--unique", "-m1"]).gives(0, "news:x\nnews:y\n");
    told(&["--unique=message", "-m3"]).gives(0, "news:x\nnews:y\nnews:z\nnews:y\nnews:x\nnews:z\n");
    told(&["--unique", "-m0"]).gives(1, "");
    let endless = ["list", "--unique", "-m2"];
    let mut session = crate::support::session::Session::of(&endless);
    session.write(b"<news:x>\n<news:x>\n<news:y>\n<news:z>\n");
    assert_eq!(session.line(), "news:x\n");
    assert_eq!(session.line(), "news:y\n");
    session.close();
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn summary_tells_how_many_were_repeated() {
    let text = b"<news:x> <http://a~/> <news:x> <news:y> <http://a~/>";
    let told = run_with(&["list", "--json", "--stats", "--unique"], text).json();
    let summary = &told[3]["summary"];
    assert_eq!(summary["candidates"], 5);
    assert_eq!(summary["urls"], 3);
    assert_eq!(summary["repeated"], 2);
    let levels = serde_json::json!({"rfc1738": 2, "rfc3986": 1});
    assert_eq!(summary["urls_by_conformance"], levels);
    let told = run_with(&["list", "--json", "--stats"], text).json();
    assert_eq!(told[5]["summary"].get("repeated"), None);
    let told = run_with(&["list", "--stats", "--unique", "-m9"], text);
    assert!(
        told.err()
            .contains("URLs: 3 (rfc1738 2, rfc3986 1), repeated: 2, hidden"),
        "{}",
        told.err()
    );
}

#[test]
fn hits_of_a_stream_are_printed_as_they_come() {
    for threads in crate::support::mailbox::THREADS {
        let mut session = crate::support::session::Session::of(&["list", "--unique", threads]);
        for number in 0..5 {
            let text = format!("<http://a.example/{number}> <http://a.example/0>\n");
            session.write(text.as_bytes());
            assert_eq!(session.line(), format!("http://a.example/{number}\n"));
        }
        session.close();
        assert_eq!(session.end(), (0, vec![], String::new()));
    }
}

/// All that can be printed of hits, against what is printed of all of them.
#[test]
fn first_ones_are_the_same_on_any_number_of_threads() {
    let (mbox, text) = (large(), text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["b", "a", "b"];
    let hits = run_in(&dir, &[&["list", "--json", "-j1"], &paths[..]].concat()).json();
    for flags in [
        &["list", "--json"][..],
        &["list", "--rejected", "-nH"],
        &[
            "list",
            "--format={path}:{line}:{column}:{message.index}:{url}",
        ],
    ] {
        let all = run_in(&dir, &[flags, &["-j2"], &paths[..]].concat());
        let is_json = flags.contains(&"--json");
        for (way, same) in WAYS.iter().skip(if is_json { 0 } else { 2 }) {
            let firsts = firsts(&hits, *same);
            assert!(firsts.contains(&true) && firsts.contains(&false));
            let told = alike(dir.path(), &[flags, &[way]].concat(), &paths);
            assert!(told.out() == only(all.out(), &firsts), "{way} {flags:?}");
            assert_eq!(told.err(), all.err(), "{way} {flags:?}");
        }
    }
    let firsts = firsts(&hits, WAYS[0].1);
    let told = alike(dir.path(), &["list", "--csv", "--unique"], &paths);
    let count = firsts.iter().filter(|first| **first).count();
    assert_eq!(crate::support::line_breaks(&told.stdout), count + 1);
}

#[test]
fn first_ones_of_a_pipe_are_the_same_on_any_number_of_threads() {
    let mbox = large();
    let run = |flags: &[&str]| outcome(urlsift().args(flags), mbox.as_bytes());
    let all = run(&["list", "--json", "-j1"]);
    let hits = all.json();
    for (way, same) in WAYS {
        let told = alike_by_pipe(&["list", "--json", way], &mbox);
        let firsts = firsts(&hits, *same);
        assert!(told.out() == only(all.out(), &firsts), "{way}");
    }
}

/// A message has a heading if one of its hits is a first one, and an empty line before, if another
/// had one.
#[test]
fn headings_are_those_of_first_ones() {
    let (mbox, text) = (large(), text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["a", "a", "b"];
    let hits = run_in(&dir, &[&["list", "--json", "-j1"], &paths[..]].concat()).json();
    for (way, same) in WAYS {
        let firsts = firsts(&hits, *same);
        let mut expected = String::new();
        let mut last = None;
        let mut file = 0;
        for (index, hit) in hits.iter().enumerate() {
            let offset = |hit: &Value| hit["offset"].as_u64();
            if index > 0 && offset(hit) <= offset(&hits[index - 1]) {
                file += 1;
            }
            if !firsts[index] {
                continue;
            }
            let group = Some((file, field(hit, "message.offset")));
            if last != group {
                if last.is_some() {
                    expected.push('\n');
                }
                if hit.get("message").is_some() {
                    let title = format!(
                        "{}:1995-01-30 {}: {}",
                        field(hit, "path"),
                        field(hit, "message.from"),
                        field(hit, "message.subject").replace('\t', " "),
                    );
                    expected += &(title + "\n");
                }
                last = group;
            }
            let [path, line, url] = ["path", "line", "url"].map(|name| field(hit, name));
            expected.extend([&path, ":", &line, ":", &url, "\n"]);
        }
        let told = alike(dir.path(), &["list", "--messages", "-nH", way], &paths);
        assert!(told.out() == expected, "{way}");
    }
}

#[test]
fn counts_of_large_files_are_of_first_ones() {
    let (mbox, text) = (large(), text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["a", "b", "a"];
    let hits = run_in(&dir, &[&["list", "--json", "-j1"], &paths[..]].concat()).json();
    let firsts = firsts(&hits, WAYS[0].1);
    let count = |path: &str| {
        let of_path = |hit: &Value| field(hit, "path") == path;
        let firsts = hits.iter().zip(&firsts);
        firsts
            .filter(|(hit, first)| **first && of_path(hit))
            .count()
    };
    let expected = format!("a:{}\nb:{}\na:0\n", count("a"), count("b"));
    alike(dir.path(), &["list", "-c", "--unique"], &paths).gives(0, &expected);
    alike(dir.path(), &["list", "-l", "--unique"], &paths).gives(0, "a\nb\n");
}

fn spilling(dir: &std::path::Path, temporary: &str, flags: &[&str]) -> Outcome {
    let mut command = urlsift();
    command
        .args(flags)
        .current_dir(dir)
        .env("TMPDIR", temporary);
    outcome(&mut command, b"")
}

/// What does not fit in memory is in temporary files, which are gone when the run ends.
#[cfg(unix)]
#[test]
fn little_memory_gives_the_same() {
    let dir = dir_with(&[("a", &large()), ("b", &text())]);
    fs::create_dir(dir.path().join("tmp")).expect("a directory");
    for (way, _) in WAYS {
        let flags = ["list", "-nH", "-j2", way, "a", "b", "a"];
        let expected = run_in(&dir, &flags);
        for most in ["--max-count=4000000000", "-j7"] {
            let flags = [&flags[..], &["--buffer-size=30K", most]].concat();
            let told = spilling(dir.path(), "tmp", &flags);
            assert!(told.stdout == expected.stdout, "{way} {most}");
            assert_eq!((told.status, told.err()), (0, ""), "{way} {most}");
        }
    }
    let left = fs::read_dir(dir.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
}

#[cfg(unix)]
#[test]
fn failing_temporary_file_is_an_error() {
    let dir = dir_with(&[("a", &large())]);
    let roomy = spilling(dir.path(), "missing", &["list", "-c", "--unique", "a"]);
    assert_eq!((roomy.status, roomy.err()), (0, ""));
    for flags in [
        &["list", "--unique", "-j2"][..],
        &["list", "--unique", "-j1"],
        &["list", "--unique", "-m2500"],
    ] {
        let flags = [flags, &["--buffer-size=30K", "a"]].concat();
        let told = spilling(dir.path(), "missing", &flags);
        assert_eq!(told.status, 2, "{flags:?}");
        assert!(
            told.err().starts_with("urlsift: temporary file: "),
            "{}",
            told.err()
        );
        assert_eq!(told.err().lines().count(), 1, "{}", told.err());
    }
}

#[test]
fn what_is_printed_is_what_is_known_again() {
    let text = b"<http://a.example/b-\nc> and <http://a.example/bc> and <http://a.example/b-c>";
    let list = |flags: &[&str]| run_with(&[&["list", "--unique"], flags].concat(), text);
    list(&[]).gives(0, "http://a.example/b-c\nhttp://a.example/bc\n");
    list(&["--hyphen=drop"]).gives(0, "http://a.example/bc\nhttp://a.example/b-c\n");
    // These have the first reading, whatever --hyphen says.
    let format = ["--hyphen=drop", "--format={url}"];
    list(&format).gives(0, "http://a.example/b-c\nhttp://a.example/bc\n");
    let urls = list(&["--hyphen=drop", "--json"]).json();
    let urls: Vec<_> = urls.iter().map(|hit| &hit["url"]).collect();
    assert_eq!(urls, ["http://a.example/b-c", "http://a.example/bc"]);
}

#[test]
fn host_with_a_last_dot_is_the_same() {
    let text = b"<http://a.example/> <http://A.example./> <http://b.example./>";
    run_with(&["list", "--unique=host"], text).gives(0, "http://a.example/\nhttp://b.example./\n");
    run_with(&["list", "--tally=host"], text).gives(0, "      2 a.example\n      1 b.example\n");
}
