//! Tests for `--tally`, which counts occurrences.

use std::{cmp::Reverse, collections::BTreeMap, fs};

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run_command, run_in, urlsift,
};

/// Returns what `sort | uniq -c | sort -k1,1nr -k2` prints in the C locale.
fn uniq(lines: impl Iterator<Item = String>) -> String {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_insert(0_u64) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // The sort is stable. What is missing is last.
    counts.sort_by_key(|(line, count)| (line.starts_with("(no "), Reverse(*count)));
    let lines = counts
        .iter()
        .map(|(line, count)| format!("{count:7} {line}\n"));
    lines.collect()
}

#[test]
fn counts_do_not_depend_on_the_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["b", "a", "b", "missing"];
    let all = run_in(&dir, &[&["list", "-I"], &paths[..]].concat());
    let expected = uniq(all.out().lines().map(str::to_owned));
    let output = assert_thread_independent(dir.path(), &["list", "--tally"], &paths);
    output.gives_errors(&expected, &["missing"]);
    let output = assert_thread_independent_piped(&["list", "--tally"], &mbox);
    let all = run_command(urlsift().arg("list"), mbox.as_bytes());
    output.gives(0, &uniq(all.out().lines().map(str::to_owned)));
    let links = run_command(urlsift().args(["list", "--json"]), mbox.as_bytes()).json();
    let hosts = links
        .iter()
        .map(|link| match field(link, "host").to_ascii_lowercase() {
            host if host.is_empty() => "(no host)".to_owned(),
            host => host,
        });
    assert_thread_independent_piped(&["list", "--tally=host"], &mbox).gives(0, &uniq(hosts));
}

/// Excess data is stored in temporary files, which are gone when the run ends.
#[cfg(unix)]
#[test]
fn low_memory_gives_the_same_output() {
    let dir = dir_with(&[("a", &large_mailbox()), ("b", &plain_text())]);
    fs::create_dir(dir.path().join("tmp")).expect("a directory");
    let tally = |temporary: &str, size: &str| {
        let mut command = urlsift();
        command
            .args(["list", "--tally", size, "a", "b", "a"])
            .current_dir(&dir)
            .env("TMPDIR", temporary);
        run_command(&mut command, b"")
    };
    let expected = tally("missing", "--buffer-size=64M");
    assert_eq!((expected.status, expected.err()), (0, ""));
    let output = tally("tmp", "--buffer-size=30K");
    assert!(output.stdout == expected.stdout);
    assert_eq!((output.status, output.err()), (0, ""));
    let left = fs::read_dir(dir.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
    let failed = tally("missing", "--buffer-size=30K");
    assert_eq!((failed.status, failed.out()), (2, ""));
    assert_eq!(
        failed.err(),
        "urlsift: temporary file in missing: No such file or directory\n"
    );
}
