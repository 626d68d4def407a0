//! Tests for file selection: lists, globs and links.

use crate::support::session::Session;
use crate::support::{Outcome, dir_with, run_command, run_in, urlsift};
use tempfile::TempDir;

fn three() -> TempDir {
    dir_with(&[("a", "<news:x>"), ("b c", "<news:y>"), ("d/e", "<news:z>")])
}

/// Runs `list` with the given standard input.
fn list_with(dir: &TempDir, args: &[&str], stdin: &[u8]) -> Outcome {
    let mut command = urlsift();
    command.arg("list").args(args).current_dir(dir);
    run_command(&mut command, stdin)
}

#[test]
fn invalid_line_is_an_error_and_others_are_read() {
    let dir = three();
    let listed = list_with(&dir, &["-l", "--files-from", "-"], b"a\n\nnone\nd\n-\n");
    listed.gives_errors("a\nd/e\n", &["-", "none", "-"]);
    let diagnostics: Vec<_> = listed.err().lines().collect();
    assert!(diagnostics[0].starts_with("urlsift: -: line 2: "));
    assert!(diagnostics[2].starts_with("urlsift: -: line 5: "));
    std::fs::write(dir.path().join("list"), "\na\n").expect("a file");
    run_in(&dir, &["list", "-l", "--files-from", "list"]).gives_errors("a\n", &["list"]);
}

#[test]
fn prints_links_before_waiting_for_the_next_list_line() {
    let dir = three();
    for threads in ["-j1", "-j4"] {
        let mut command = urlsift();
        command
            .args(["list", threads, "--files-from", "-"])
            .current_dir(&dir);
        let mut session = Session::spawn_command(&mut command);
        session.write(b"a\nb");
        assert_eq!(session.read_line(), "a:news:x\n");
        session.write(b" c\nd\n");
        assert_eq!(session.read_line(), "b c:news:y\n");
        assert_eq!(session.read_line(), "d/e:news:z\n");
        session.write(b"none\na");
        session.close_stdin();
        let (status, rest, diagnostic) = session.finish();
        assert_eq!((status, &rest[..]), (2, &b"a:news:x\n"[..]));
        assert!(diagnostic.starts_with("urlsift: none: "), "{diagnostic}");
    }
}

#[test]
fn long_list_keeps_order() {
    let names: Vec<_> = (0..500)
        .map(|number| format!("{:03}", 499 - number))
        .collect();
    let files: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), format!("<news:n{name}>")))
        .collect();
    let dir = dir_with(&files);
    let expected = format!("news:n{}\n", names.join("\nnews:n"));
    let list = names.join("\n");
    list_with(&dir, &["-IN", "--files-from", "-"], list.as_bytes()).gives(0, &expected);
}

#[test]
fn list_that_ends_names_with_nul_needs_a_flag() {
    let dir = three();
    let listed = list_with(&dir, &["-l", "--files-from", "-"], b"a\0b c\0");
    assert_eq!((listed.status, listed.out()), (2, ""));
    assert!(
        listed.err().contains("line 1: ") && listed.err().contains("-0"),
        "{}",
        listed.err()
    );
    assert!(!listed.err().contains('\0'), "{}", listed.err());
    assert_eq!(listed.err().lines().count(), 1, "{}", listed.err());
}
