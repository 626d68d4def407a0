//! Tests for `--unique`, which selects only the first of equal links.

use std::{collections::HashSet, fs};

use crate::support::{
    Outcome, dir_with,
    mailbox::{assert_thread_independent, field, large_mailbox, plain_text},
    run_command, run_in, urlsift,
};
use serde_json::Value;

/// The forms of `--unique`, each with the key that makes two links equal. For messages, the key includes the
/// file.
type KeyOf = fn(usize, &Value) -> String;
const FORMS: &[(&str, KeyOf)] = &[
    ("--unique", |_, link| field(link, "url")),
    ("--unique=url", |_, link| field(link, "url")),
    ("--unique=host", |_, link| {
        field(link, "host").to_ascii_lowercase()
    }),
    ("--unique=message", |file, link| {
        let offset = field(link, "message.offset");
        format!("{file} {offset} {}", field(link, "url"))
    }),
];

/// Returns which links are the first with their key. A file begins where the offset does not increase.
fn first_flags(links: &[Value], key_of: KeyOf) -> Vec<bool> {
    let mut seen = HashSet::new();
    let mut last = 0;
    let mut file = 0;
    let is_first = links.iter().map(|link| {
        let offset = link["offset"].as_u64().expect("a number");
        if offset <= last {
            file += 1;
        }
        last = offset;
        seen.insert(key_of(file, link))
    });
    is_first.collect()
}

fn select_lines(lines: &str, is_first: &[bool]) -> String {
    assert_eq!(lines.lines().count(), is_first.len());
    let lines = lines.split_inclusive('\n').zip(is_first);
    lines
        .filter(|(_, first)| **first)
        .map(|(line, _)| line)
        .collect()
}

/// The rest of the file is not read.
#[test]
fn max_count_counts_first_links() {
    let endless = ["list", "--unique", "-m2"];
    let mut session = crate::support::session::Session::spawn(&endless);
    session.write(b"<news:x>\n<news:x>\n<news:y>\n<news:z>\n");
    assert_eq!(session.read_line(), "news:x\n");
    assert_eq!(session.read_line(), "news:y\n");
    session.close_stdin();
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn prints_links_of_a_stream_as_they_arrive() {
    for threads in crate::support::mailbox::THREAD_FLAGS {
        let mut session = crate::support::session::Session::spawn(&["list", "--unique", threads]);
        for number in 0..5 {
            let text = format!("<http://a.example/{number}> <http://a.example/0>\n");
            session.write(text.as_bytes());
            assert_eq!(session.read_line(), format!("http://a.example/{number}\n"));
        }
        session.close_stdin();
        assert_eq!(session.finish(), (0, vec![], String::new()));
    }
}

/// Compares every output with the output for all links.
#[test]
fn first_links_do_not_depend_on_the_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["b", "a", "b"];
    let links = run_in(&dir, &[&["list", "--json", "-j1"], &paths[..]].concat()).json();
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
        for (form, key_of) in FORMS.iter().skip(if is_json { 0 } else { 2 }) {
            let is_first = first_flags(&links, *key_of);
            assert!(is_first.contains(&true) && is_first.contains(&false));
            let output = assert_thread_independent(dir.path(), &[flags, &[form]].concat(), &paths);
            assert!(
                output.out() == select_lines(all.out(), &is_first),
                "{form} {flags:?}"
            );
            assert_eq!(output.err(), all.err(), "{form} {flags:?}");
        }
    }
    let is_first = first_flags(&links, FORMS[0].1);
    let output = assert_thread_independent(dir.path(), &["list", "--csv", "--unique"], &paths);
    let count = is_first.iter().filter(|first| **first).count();
    assert_eq!(crate::support::line_breaks(&output.stdout), count + 1);
}

/// A message has a heading if one of its links is the first with its key, and an empty line before the heading unless
/// it is the first heading.
#[test]
fn headings_cover_first_links() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["a", "a", "b"];
    let links = run_in(&dir, &[&["list", "--json", "-j1"], &paths[..]].concat()).json();
    for (form, key_of) in FORMS {
        let is_first = first_flags(&links, *key_of);
        let mut expected = String::new();
        let mut last = None;
        let mut file = 0;
        for (index, link) in links.iter().enumerate() {
            let offset = |link: &Value| link["offset"].as_u64();
            if index > 0 && offset(link) <= offset(&links[index - 1]) {
                file += 1;
            }
            if !is_first[index] {
                continue;
            }
            let group = Some((file, field(link, "message.offset")));
            if last != group {
                if last.is_some() {
                    expected.push('\n');
                }
                if link.get("message").is_some() {
                    let title = format!(
                        "{}:1995-01-30 {}: {}",
                        field(link, "path"),
                        field(link, "message.from"),
                        field(link, "message.subject").replace('\t', " "),
                    );
                    expected += &(title + "\n");
                }
                last = group;
            }
            let [path, line, url] = ["path", "line", "url"].map(|name| field(link, name));
            expected.extend([&path, ":", &line, ":", &url, "\n"]);
        }
        let output =
            assert_thread_independent(dir.path(), &["list", "--messages", "-nH", form], &paths);
        assert!(output.out() == expected, "{form}");
    }
}

fn run_with_little_memory(dir: &std::path::Path, temporary: &str, flags: &[&str]) -> Outcome {
    let mut command = urlsift();
    command
        .args(flags)
        .current_dir(dir)
        .env("TMPDIR", temporary);
    run_command(&mut command, b"")
}

/// Excess data is stored in temporary files, which are gone when the run ends.
#[cfg(unix)]
#[test]
fn low_memory_gives_the_same_output() {
    let dir = dir_with(&[("a", &large_mailbox()), ("b", &plain_text())]);
    fs::create_dir(dir.path().join("tmp")).expect("a directory");
    for (form, _) in FORMS {
        let flags = ["list", "-nH", "-j2", form, "a", "b", "a"];
        let expected = run_in(&dir, &flags);
        for most in ["--max-count=4000000000", "-j7"] {
            let flags = [&flags[..], &["--buffer-size=30K", most]].concat();
            let output = run_with_little_memory(dir.path(), "tmp", &flags);
            assert!(output.stdout == expected.stdout, "{form} {most}");
            assert_eq!((output.status, output.err()), (0, ""), "{form} {most}");
        }
    }
    let left = fs::read_dir(dir.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
}

#[cfg(unix)]
#[test]
fn failing_temporary_file_is_an_error() {
    let dir = dir_with(&[("a", &large_mailbox())]);
    let unlimited = run_with_little_memory(dir.path(), "missing", &["list", "-c", "--unique", "a"]);
    assert_eq!((unlimited.status, unlimited.err()), (0, ""));
    for flags in [
        &["list", "--unique", "-j2"][..],
        &["list", "--unique", "-j1"],
        &["list", "--unique", "-m2500"],
    ] {
        let flags = [flags, &["--buffer-size=30K", "a"]].concat();
        let output = run_with_little_memory(dir.path(), "missing", &flags);
        assert_eq!(output.status, 2, "{flags:?}");
        assert_eq!(
            output.err(),
            "urlsift: temporary file in missing: No such file or directory\n"
        );
    }
}

/// The texts of a message are larger than a chunk, so that its HTML is compared with the plain text of earlier chunks.
#[test]
fn html_once_compares_chunks() {
    let urls = |from: u32, to: u32, tag: fn(u32) -> String| (from..to).map(tag).collect::<String>();
    let plain = urls(0, 20_000, |n| format!("http://h.example/{n}\n"));
    let html = urls(10_000, 25_000, |n| {
        format!("<a href=http://h.example/{n}>l</a>\n")
    });
    let part = |kind: &str, text: &str| format!("--x\nContent-Type: text/{kind}\n\n{text}");
    let message = format!(
        "From a@b.example Mon Jan 30 09:12:04 1995\nContent-Type: multipart/alternative; boundary=x\n\n{}{}--x--\n\n",
        part("plain", &plain),
        part("html", &html),
    );
    let only_html =
        format!("From a@b.example Mon Jan 30 09:12:04 1995\nContent-Type: text/html\n\n{html}\n");
    let links = [0..25_000, 10_000..25_000].into_iter().flatten();
    let links = links.map(|n| format!("http://h.example/{n}\n"));
    let expected = links.collect::<Vec<_>>().concat();
    let dir = dir_with(&[("mbox", &format!("{message}{only_html}"))]);
    assert_thread_independent(dir.path(), &["list", "--all", "--html-once"], &["mbox"])
        .gives(0, &expected);
}

/// Two files with a message at the same offset, with more links than a chunk has room for.
#[test]
fn messages_of_different_files_differ() {
    let links = (0..20_000).map(|number| format!("<http://h.example/{number}>\n"));
    let message = format!(
        "From: a@b.example\nSubject: x\n\n{}",
        links.collect::<String>()
    );
    let dir = dir_with(&[("a", &message), ("b", &message)]);
    let flags = ["list", "-I", "--unique=message"];
    let urls = (0..20_000).map(|number| format!("http://h.example/{number}\n"));
    let expected = urls.collect::<String>().repeat(2);
    assert_thread_independent(dir.path(), &flags, &["a", "b"]).gives(0, &expected);
}
