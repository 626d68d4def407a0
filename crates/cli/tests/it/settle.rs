//! Links that are settled by evidence: `list --settle`.

use serde_json::Value;
use urlsift_tests::{packing::stream::Stream, settling};

use crate::support::{dir_with, mailbox::assert_thread_independent, run_in};

fn text(link: &Value, name: &str) -> String {
    let value = link.get(name).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

#[test]
fn cases_are_settled() {
    let cases = settling::cases();
    let files = settling::files(&cases);
    let named: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text))
        .collect();
    let dir = dir_with(&named);
    let flags = ["list", "--settle", "--all", "--conforms=none"];
    let json = run_in(&dir, &[&flags[..], &["--json", "."]].concat());
    assert_eq!((json.err(), json.status), ("", 0));
    let links = json.json();
    let mut checked = 0;
    for case in &cases {
        let links = links.iter().filter(|link| {
            let path = text(link, "path");
            let path = path.trim_start_matches("./");
            path.split_once('.')
                .is_some_and(|(name, _)| name == case.name)
        });
        let found = links.map(|link| {
            checked += 1;
            ["url", "settled", "resolved_by"]
                .map(|name| text(link, name))
                .into()
        });
        let found: Vec<(String, String, String)> = found.collect();
        assert_eq!(found, case.links, "{}", case.name);
    }
    assert_eq!(checked, links.len());
    // Lines have the same URLs, and a compressed file is evidence, too.
    let settled: Vec<_> = links
        .iter()
        .map(|link| text(link, "settled") + "\n")
        .collect();
    let printed = run_in(&dir, &[&flags[..], &["-I", "."]].concat());
    printed.gives(0, &settled.concat());
    let compressed: Vec<_> = files
        .iter()
        .map(|(name, text)| (format!("{name}.gz"), Stream::Gzip.pack(text.as_bytes())))
        .collect();
    let compressed: Vec<_> = compressed
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes))
        .collect();
    let dir = dir_with(&compressed);
    run_in(&dir, &[&flags[..], &["-I", "."]].concat()).gives(0, &settled.concat());
}

#[test]
fn the_number_of_threads_and_the_memory_change_nothing() {
    let message = |name: &str| {
        format!("From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\n\n<http://a.example/{name}>\n\n")
    };
    let mut files: Vec<(String, String)> = Vec::new();
    for number in 0..40 {
        let mut text = String::new();
        for link in 0..60 {
            let name = format!("{}-{}", (number * 7 + link) % 90, link % 11);
            let name = match (number / 2 + link / 11) % 3 {
                0 => name.replace('-', "-\n"),
                _ if link % 11 % 2 == 0 => name,
                _ => name.replace('-', ""),
            };
            text.push_str(&message(&name));
        }
        files.push((format!("{number:02}.mbox"), text));
    }
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text))
        .collect();
    let dir = dir_with(&files);
    let flags = [
        "list",
        "--settle",
        "--json",
        "--fields=url,settled,resolved_by,path,line",
    ];
    let output = assert_thread_independent(dir.path(), &flags, &["."]);
    for by in ["twin:dropped", "twin:kept"] {
        assert!(output.out().contains(by), "{by}");
    }
    let little = run_in(&dir, &[&flags[..], &["--buffer-size=1", "."]].concat());
    assert!(little.out() == output.out(), "{}", little.err());
}

#[cfg(unix)]
#[test]
fn a_pipe_among_files_is_refused() {
    let dir = dir_with(&[("a", "<http://a.example/>"), ("list", "a\nfifo\n")]);
    crate::support::mkfifo(&dir.path().join("fifo"));
    let refused = run_in(&dir, &["list", "--settle", "a", "fifo"]);
    refused.refuses(&["--settle", "read twice"]);
    let listed = run_in(&dir, &["list", "--settle", "--files-from", "list"]);
    assert_eq!((listed.out(), listed.status), ("", 2));
    listed.says("fifo: --settle reads its inputs twice");
}

/// An error is reported once, by the second pass.
#[test]
fn errors_are_reported_once() {
    let gzip = Stream::Gzip.pack(b"<http://a.example/posting>\n\n<http://a.example/x>\n");
    let dir = dir_with(&[
        ("a", &b"<http://a.example/post-\ning>\n"[..]),
        ("b.gz", &gzip[..gzip.len() - 4]),
    ]);
    let output = run_in(&dir, &["list", "--settle", "-I", "a", "b.gz", "missing"]);
    output.gives_errors(
        "http://a.example/posting\nhttp://a.example/posting\nhttp://a.example/x\n",
        &["b.gz", "missing"],
    );
}
