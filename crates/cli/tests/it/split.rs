//! Tests for `split`, and for `--range` of `list` and `grep`.

use std::{fs::File, path::Path, process::Stdio};

use crate::support::{dir_with, run_command, run_in, urlsift};
use serde_json::{Value, json};
use urlsift_tests::{mail, packing::stream::Stream};

/// Returns a mailbox with the given number of messages.
fn mailbox(messages: usize) -> String {
    let messages = (0..messages).map(|index| {
        let lines = "some lines of text\n".repeat(index % 7);
        format!(
            "Subject: {index}\n\n{lines}<http://a.example/{index}>, <URL:http://b.example/\n{index}>\n"
        )
    });
    mail::mbox(messages)
}

/// Formats the range of a line of `split` as a value of `--range`.
fn range(line: &Value) -> String {
    let end = line.get("end").map_or(String::new(), Value::to_string);
    format!("{}:{end}", line["start"])
}

/// Removes the fields that are unknown within a range.
fn without_numbers(links: Vec<Value>) -> Vec<Value> {
    let links = links.into_iter().map(|mut link| {
        let fields = link.as_object_mut().expect("an object");
        fields.remove("line");
        fields.remove("column");
        if let Some(message) = fields.get_mut("message") {
            message.as_object_mut().expect("an object").remove("index");
        }
        link
    });
    links.collect()
}

#[test]
fn standard_input_is_split_if_it_is_a_file() {
    let text = mailbox(3);
    let dir = dir_with(&[("a", &text)]);
    let with_file = |args: &[&str]| {
        let file = File::open(dir.path().join("a")).expect("a file");
        let output = urlsift().args(args).stdin(Stdio::from(file)).output();
        String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8")
    };
    let split = with_file(&["split", "--size=1", "-"]);
    if cfg!(unix) {
        assert_eq!(split.lines().count(), 3, "{split}");
    }
    let found = with_file(&["list", "--range=1:"]);
    assert!(found.starts_with("http://a.example/1\n"), "{found}");
}

#[test]
fn stream_is_not_read_after_the_range() {
    // A mailbox without end.
    let mut session = crate::support::session::Session::spawn(&["list", "--range=:1"]);
    session.write(mailbox(2).as_bytes());
    assert_eq!(session.read_line(), "http://a.example/0\n");
    assert_eq!(session.read_line(), "http://b.example/0\n");
    let (status, rest, err) = session.finish();
    assert_eq!((status, &rest[..], &err[..]), (0, &b""[..], ""));
}

/// Returns the links of a job, read as the documentation says.
fn links_of_job(dir: &Path, job: &Value) -> Vec<Value> {
    let ranges = job["ranges"].as_array().expect("ranges");
    let mut paths = Vec::new();
    for range in ranges {
        paths.extend(range["path"].as_str().expect("a path").as_bytes());
        paths.push(0);
    }
    let range = match &ranges[..] {
        [one] => range(one),
        _ => ":".to_owned(),
    };
    let list = ["list", "--json", "-0", "--files-from=-", "--range", &range];
    run_command(urlsift().args(list).current_dir(dir), &paths).json()
}

#[test]
fn jobs_together_are_one_pass() {
    let dir = tempfile::tempdir().expect("a directory");
    for folder in ["Maildir/cur", "Maildir/new", "small", "compressed"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a directory");
    }
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(dir.path().join(name), bytes).expect("a file");
    };
    for number in 0..60 {
        let message = format!(
            "From: a@b.example\nSubject: {number}\n\n<http://a.example/{number}>\n{}",
            "text\n".repeat(number)
        );
        let folder = if number % 2 == 0 { "cur" } else { "new" };
        write(
            &format!("Maildir/{folder}/{number}:2,S"),
            message.as_bytes(),
        );
        write(&format!("small/{number}"), mailbox(number % 3).as_bytes());
        if number % 10 == 0 {
            let gzip = Stream::Gzip.pack(mailbox(number * 2).as_bytes());
            write(&format!("compressed/{number}.gz"), &gzip);
        }
    }
    write("large.mbox", mailbox(200).as_bytes());
    write("small/a.mbox", mailbox(100).as_bytes());
    let inputs = ["large.mbox", "Maildir", "small", "compressed"];
    let all = run_in(&dir, &[&["list", "--json"], &inputs[..]].concat()).json();
    assert!(all.len() > 700, "{}", all.len());
    let all = without_numbers(all);
    let files = run_in(&dir, &[&["split", "--size=1G"], &inputs[..]].concat());
    assert_eq!(files.json().len(), 128);
    for (size, jobs) in [("1", 80..900), ("2K", 30..60), ("20K", 4..12), ("1G", 1..2)] {
        let split = run_in(&dir, &[&["split", "--pack", size], &inputs[..]].concat());
        assert_eq!((split.err(), split.status), ("", 0));
        let lines = split.json();
        assert!(jobs.contains(&lines.len()), "{size}: {}", lines.len());
        let found = lines.iter().flat_map(|job| links_of_job(dir.path(), job));
        assert_eq!(without_numbers(found.collect()), all, "{size}");
    }
}

#[cfg(unix)]
#[test]
fn invalid_utf8_paths_are_printed_exactly() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let dir = tempfile::tempdir().expect("a directory");
    let name = Path::new(OsStr::from_bytes(b"\xe9"));
    std::fs::write(dir.path().join(name), "a").expect("a file");
    let split = run_in(&dir, &[OsStr::new("split"), name.as_os_str()]).json();
    let expected = json!({"path": "\u{fffd}", "path_base64": "6Q==", "start": 0, "end": 1});
    assert_eq!(split, [expected]);
}
