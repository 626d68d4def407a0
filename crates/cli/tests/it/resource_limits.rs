//! Asserts that the search is complete with few threads and few open files.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{self, Command},
};

use tempfile::TempDir;

use crate::support::{Outcome, dir_with, run_command, run_in, skip, urlsift};

/// Returns a world-readable folder of small, large and compressed files.
fn folder() -> TempDir {
    let message = |number| format!("From a@b Mon Jan 30 09:12:04 1995\n\n<http://{number}/>\n\n");
    let large = message(0) + &"some text without any link\n".repeat(200_000) + "\n";
    assert!(large.len() > 4 << 20);
    let dir = dir_with(&[("mail/large-0", &large), ("urls", &"http://a/\n".into())]);
    let path = dir.path().join("mail");
    for number in 1..6 {
        let text = large.clone() + &message(number);
        fs::write(path.join(format!("large-{number}")), text).expect("a file");
    }
    for number in 10..210 {
        fs::write(path.join(number.to_string()), message(number)).expect("a file");
    }
    let compressed = Command::new("gzip")
        .args(["-1", "large-4", "large-5", "100"])
        .current_dir(&path)
        .status();
    assert!(compressed.expect("gzip runs").success());
    for path in [dir.path(), &path] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))
            .expect("the owner's permission");
    }
    dir
}

/// Runs the program with at most `most` threads. Returns `None` if the limit cannot be set.
fn with_threads(dir: &Path, most: usize, args: &[&str]) -> Option<Outcome> {
    // The limit counts the threads of a user and does not apply to root. No other process has this user id.
    let user = 1_000_000 + process::id();
    let mut command = Command::new("setpriv");
    command
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={user}"))
        .args(["--clear-groups", "prlimit"])
        .arg(format!("--nproc={most}:{most}"))
        .arg(urlsift().get_program())
        .args(args)
        .current_dir(dir);
    let probe = Command::new("setpriv")
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={user}"))
        .args(["--clear-groups", "prlimit", "--nproc=9"])
        .arg(urlsift().get_program())
        .arg("--version")
        .current_dir(dir)
        .output();
    probe
        .is_ok_and(|ended| ended.status.success())
        .then(|| run_command(&mut command, b"http://a/"))
}

#[test]
fn thread_limit_reduces_worker_count() {
    let dir = folder();
    for args in [
        &["list", "-j4", "mail"][..],
        &["list", "-j1", "mail/large-4.gz"],
        &["list", "-j4", "--progress=json", "--unique", "mail"],
        &["info", "mail/large-4.gz", "mail/100.gz"],
        &["check", "http://a/"],
        &["pick", "--print-all", "mail"],
    ] {
        let expected = run_in(dir.path(), args);
        assert_eq!(expected.status, 0);
        for most in 1..=8 {
            let Some(ended) = with_threads(dir.path(), most, args) else {
                skip("another user's threads cannot be limited: not root, or no setpriv");
                return;
            };
            let name = format!("{args:?} with {most}");
            assert_eq!((ended.out(), ended.status), (expected.out(), 0), "{name}");
            let mut diagnostics = ended.err().lines().filter(|line| !line.starts_with('{'));
            let first = diagnostics.next();
            if most == 1 || most < 6 && args.contains(&"-j4") {
                let line = "urlsift: cannot start more threads: \
                     Resource temporarily unavailable; continuing with fewer";
                assert_eq!(first, Some(line), "{name}");
            }
            assert_eq!(diagnostics.next(), None, "{name}");
        }
    }
}

#[test]
fn open_file_limit_skips_no_file() {
    let dir = folder();
    for flags in ["-c", "-c --progress=json", "-nH --follow"] {
        let args = |threads| format!("list {threads} {flags} mail");
        let run = |threads, limit: &str| {
            let mut command = Command::new("sh");
            let line = format!("{limit} exec \"$URLSIFT\" {}", args(threads));
            command.args(["-c", &line]).current_dir(dir.path());
            command.env("URLSIFT", urlsift().get_program());
            run_command(&mut command, b"")
        };
        let expected = run("-j1", "");
        assert_eq!(expected.status, 0);
        assert!(expected.out().lines().count() > 205, "{flags}");
        for limit in [10, 11, 12, 13, 14, 20, 64] {
            for threads in ["-j64", "-j3", "-j1"] {
                let ended = run(threads, &format!("ulimit -n {limit};"));
                let mut diagnostics = ended.err().lines().filter(|line| !line.starts_with('{'));
                let name = format!("{flags} {threads} {limit}");
                assert_eq!(diagnostics.next(), None, "{name}");
                assert_eq!(ended.out(), expected.out(), "{name}");
                assert_eq!(ended.status, 0, "{name}");
            }
        }
    }
}
