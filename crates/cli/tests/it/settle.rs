//! Links that are settled by evidence: `list --settle`.

use serde_json::Value;
use urlsift_tests::{packing::stream::Stream, settling};

use crate::support::{Outcome, dir_with, mailbox::assert_thread_independent, run_in, run_with};

/// A broken URL and, in another file, the one without the hyphen.
const FILES: [(&str, &str); 2] = [
    ("a", "<http://a.example/post-\ning> <http://a.example/x>\n"),
    ("b", "<http://a.example/posting>\n"),
];

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
fn every_output_has_the_settled_url() {
    let dir = dir_with(&FILES);
    let run = |flags: &[&str]| run_in(&dir, &[&["list", "--settle"], flags, &["a", "b"]].concat());
    run(&[]).gives(
        0,
        "a:http://a.example/posting\na:http://a.example/x\nb:http://a.example/posting\n",
    );
    run(&["-I", "--unique"]).gives(0, "http://a.example/posting\nhttp://a.example/x\n");
    run(&["--tally"]).gives(
        0,
        "      2 http://a.example/posting\n      1 http://a.example/x\n",
    );
    run(&["--format", "{url} {settled} {resolved_by}"]).gives(
        0,
        "http://a.example/post-ing http://a.example/posting twin:dropped\n\
         http://a.example/x http://a.example/x \n\
         http://a.example/posting http://a.example/posting \n",
    );
    run(&["--csv", "--fields=settled,resolved_by"]).gives(
        0,
        "settled,resolved_by\nhttp://a.example/posting,twin:dropped\nhttp://a.example/x,\nhttp://a.example/posting,\n",
    );
    let table = run(&["--csv"]);
    let head = table.out().lines().next().unwrap_or_default();
    assert!(head.ends_with(",resolved,settled,resolved_by"), "{head}");
    // The same records as without the flag, with two more fields.
    let mut settled = run(&["--json"]).json();
    let plain = run_in(&dir, &["list", "--json", "a", "b"]).json();
    for link in &mut settled {
        let fields = link.as_object_mut().expect("an object");
        assert!(fields.remove("settled").is_some());
        fields.remove("resolved_by");
    }
    assert_eq!(settled, plain);
}

#[test]
fn hosts_and_relative_urls_are_those_of_the_settled_url() {
    let dir = dir_with(&[
        (
            "a",
            "<http://sav-\nannah.example/x> <URL:rel-\native> <ftp://b-\nc.example/>",
        ),
        (
            "b",
            "<http://savannah.example/> <URL:relative> <ftp://bc.example/>",
        ),
    ]);
    let run = |flags: &[&str]| {
        run_in(
            &dir,
            &[&["list", "--settle", "-I"], flags, &["a", "b"]].concat(),
        )
    };
    run(&["--tally=host"]).gives(0, "      2 bc.example\n      2 savannah.example\n");
    run(&["--unique=host"]).gives(0, "http://savannah.example/x\nftp://bc.example/\n");
    run(&["--base", "http://d.example/e/", "--conforms=relative", "--scheme=http"]).gives(
        0,
        "http://savannah.example/x\nhttp://d.example/e/relative\nhttp://savannah.example/\nhttp://d.example/e/relative\n",
    );
}

/// A pattern selects by the URL itself, as filters do.
#[test]
fn grep_prints_settled_urls() {
    let dir = dir_with(&FILES);
    let run = |pattern: &str| run_in(&dir, &["grep", "--settle", "-I", pattern, "a", "b"]);
    run("post-ing").gives(0, "http://a.example/posting\n");
    run("posting").gives(0, "http://a.example/posting\n");
}

/// Evidence comes from all links, whether they are selected or not.
#[test]
fn filters_do_not_change_the_evidence() {
    let dir = dir_with(&FILES);
    let run = |flags: &[&str]| run_in(&dir, &[&["list", "--settle", "-I"], flags].concat());
    // A range has the first file only, and its second line begins a text of its own.
    run(&["-m1", "a", "b"]).gives(0, "http://a.example/posting\nhttp://a.example/posting\n");
    run(&["--conforms=rfc1738", "--host=a.example", "a", "b"]).gives(
        0,
        "http://a.example/posting\nhttp://a.example/x\nhttp://a.example/posting\n",
    );
    run(&["a"]).gives(0, "http://a.example/post-ing\nhttp://a.example/x\n");
    // Links of other kinds are evidence if they are searched for.
    let dir = dir_with(&[(
        "a",
        "<http://a.example/post-\ning>\n\nhttp://a.example/posting\n",
    )]);
    run_in(&dir, &["list", "--settle", "a"]).gives(0, "http://a.example/post-ing\n");
    run_in(&dir, &["list", "--settle", "--all", "a"])
        .gives(0, "http://a.example/posting\nhttp://a.example/posting\n");
}

#[test]
fn a_range_is_settled_by_the_whole_file() {
    let first = "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\n\n<http://a.example/post-\ning>\n\n";
    let second = "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\n\n<http://a.example/posting>\n\n";
    let dir = dir_with(&[("m", [first, second].concat())]);
    let range = format!("--range=0:{}", first.len());
    run_in(&dir, &["list", "--settle", &range, "m"]).gives(0, "http://a.example/posting\n");
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

#[test]
fn streams_are_refused() {
    let refused = |outcome: &Outcome| outcome.refuses(&["--settle", "read twice"]);
    refused(&run_with(&["list", "--settle"], b"<http://a.example/>"));
    refused(&run_with(
        &["list", "--settle", "-"],
        b"<http://a.example/>",
    ));
    for other in [&["--hyphen=both"][..], &["--also"]] {
        let dir = dir_with(&FILES);
        let output = run_in(&dir, &[&["list", "--settle", "a"], other].concat());
        output.refuses(&["--settle", other[0].split('=').next().unwrap_or_default()]);
    }
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
    assert!(
        listed
            .err()
            .contains("fifo: --settle reads its inputs twice"),
        "{}",
        listed.err()
    );
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
