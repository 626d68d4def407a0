//! Tests for `--sandbox`. What the kernel denies is tested where the sandbox is defined; these run the command. All
//! other tests run it in the sandbox, too, if the kernel has one.

use std::{
    fs,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use tempfile::TempDir;
use urlsift_tests::{
    cases,
    directories::files,
    packing::zip::{Entry, zip},
};

use crate::support::{dir_with, mkfifo, run, run_command, run_in, skip, urlsift, write_script};

/// Returns whether the kernel has a sandbox.
fn has_sandbox() -> bool {
    let outcome = run(&["check", "-q", "--sandbox=require", "http://a.example/"]);
    let has_one = outcome.status == 0;
    if !has_one {
        assert!(
            outcome.err().starts_with("urlsift: --sandbox=require: "),
            "{}",
            outcome.err()
        );
        assert_eq!(outcome.status, 2);
        skip("the kernel has no sandbox");
    }
    has_one
}

fn field_of<'s>(status: &'s str, field: &str) -> Option<&'s str> {
    let value = status.lines().find_map(|line| line.strip_prefix(field));
    value.map(str::trim)
}

/// Returns a field of the status of each thread.
fn status_of_threads(child: &Child, field: &str) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).expect("a process");
    tasks
        .filter_map(|task| {
            let status = fs::read_to_string(task.ok()?.path().join("status")).ok()?;
            field_of(&status, field).map(ToOwned::to_owned)
        })
        .collect()
}

#[test]
fn every_thread_is_restricted() {
    if !has_sandbox() {
        return;
    }
    let dir = dir_with::<&str>(&[]);
    let fifo = dir.path().join("fifo");
    mkfifo(&fifo);
    // A container has filters already.
    let filters = |text: &str| -> u32 { text.parse().expect("a number") };
    let status = fs::read_to_string("/proc/self/status").expect("a process");
    let own = field_of(&status, "Seccomp_filters:").map_or(0, filters);
    for (flag, more) in [("--sandbox=auto", true), ("--sandbox=off", false)] {
        let mut command = urlsift();
        command.args(["list", "-j3", flag]).arg(&fifo);
        let mut child = command.stdout(Stdio::null()).spawn().expect("a process");
        // Opens it, so that threads are started, and keeps it open.
        let _writer = fs::OpenOptions::new()
            .write(true)
            .open(&fifo)
            .expect("a FIFO");
        let threads = loop {
            let threads = status_of_threads(&child, "Seccomp_filters:");
            if threads.len() > 2 {
                break threads;
            }
            thread::sleep(Duration::from_millis(10));
        };
        let is_right = |text: &String| (filters(text) > own) == more;
        assert!(threads.iter().all(is_right), "{flag}: {threads:?}");
        child.kill().expect("a process");
        child.wait().expect("a process");
    }
}

#[test]
fn commands_do_in_the_sandbox_what_they_do_without() {
    if !has_sandbox() {
        return;
    }
    let corpus = cases::corpus();
    let corpus = corpus.to_str().expect("UTF-8");
    let text = "<http://a.example/>\n".repeat(1 << 20);
    // Too large for memory, it is copied to a temporary file.
    let archive = zip(&[Entry::stored("a", text.as_bytes())]);
    for (args, stdin) in [
        (&["list", corpus][..], &b""[..]),
        (&["list", "--unique", "--json", corpus], b""),
        (&["grep", "-c", "example", corpus], b""),
        (&["list", "-c"], &archive),
        (&["info", corpus], b""),
        (&["split", "--size=1K", corpus], b""),
        (&["check", "http://a.example/%"], b""),
    ] {
        let [inside, outside] = ["--sandbox=require", "--sandbox=off"].map(|flag| {
            let args = [&args[..1], &[flag], &args[1..]].concat();
            run_command(urlsift().args(args), stdin)
        });
        assert_eq!(inside.status, outside.status, "{args:?}");
        assert!(inside.stdout == outside.stdout, "{args:?}");
        assert!(inside.stderr == outside.stderr, "{args:?}");
    }
}

#[test]
fn data_set_is_made_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    let dir = TempDir::new().expect("a directory");
    let demo = cases::corpus().join("demo");
    for (out, flag) in [
        ("inside/new", "--sandbox=require"),
        ("outside", "--sandbox=off"),
    ] {
        let mut command = urlsift();
        command.args(["harvest", "--format=jsonl", flag, "-o", out]);
        let outcome = run_command(command.arg(&demo).current_dir(&dir), b"");
        assert_eq!(outcome.status, 0, "{}", outcome.err());
    }
    let names = |out: &str| files(&dir.path().join(out)).into_keys().collect::<Vec<_>>();
    assert_eq!(names("inside/new"), names("outside"));
    assert!(!names("outside").is_empty());
}

#[test]
fn git_is_run_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    // A program named git that writes a file where it must not.
    let bin = TempDir::new().expect("a directory");
    write_script(
        &bin.path().join("git"),
        "#!/bin/sh\necho >\"${0%/*}/mark\"\nexit 1\n",
    );
    let temp = TempDir::new().expect("a directory");
    let dir = TempDir::new().expect("a directory");
    for name in ["inbox/objects", "inbox/refs"] {
        fs::create_dir_all(dir.path().join(name)).expect("a directory");
    }
    fs::write(dir.path().join("inbox/HEAD"), "ref: refs/heads/master\n").expect("a file");
    let mark = bin.path().join("mark");
    for (flag, writes) in [("--sandbox=require", false), ("--sandbox=off", true)] {
        let mut command = urlsift();
        command.args(["list", "--as=public-inbox", flag, "inbox"]);
        let path = format!("{}:/usr/bin:/bin", bin.path().display());
        command
            .env("PATH", path)
            .env("TMPDIR", temp.path())
            .current_dir(&dir);
        let outcome = run_command(&mut command, b"");
        assert_eq!(mark.exists(), writes, "{flag}: {}", outcome.err());
    }
}

#[test]
fn picker_has_no_sandbox() {
    run_in(".", &["pick", "--sandbox=off"]).refuses(&["--sandbox"]);
}
