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
fn files_from_reads_paths_in_list_order() {
    let dir = three();
    let expected = "b c:1:news:y\nd/e:1:news:z\na:1:news:x\n";
    for text in ["b c\nd\na\n", "b c\r\nd\r\na", "b c\nd/e\n./a\n"] {
        std::fs::write(dir.path().join("list"), text).expect("a file");
        let expected = if text.contains("./a") {
            expected.replace("\na", "\n./a")
        } else {
            expected.to_owned()
        };
        run_in(&dir, &["list", "--files-from", "list"]).gives(0, &expected);
        run_in(&dir, &["list", "-j1", "--files-from=list"]).gives(0, &expected);
        list_with(&dir, &["--files-from", "-"], text.as_bytes()).gives(0, &expected);
    }
    run_in(&dir, &["grep", "-I", "z", "--files-from", "list"]).gives(0, "news:z\n");
}

#[test]
fn command_line_paths_precede_listed_paths() {
    let dir = three();
    let expected = "d/e:1:news:z\na:1:news:x\n";
    list_with(&dir, &["--files-from", "-", "d"], b"a\n").gives(0, expected);
    // With an empty list, standard input is not searched.
    list_with(&dir, &["--files-from", "-"], b"").gives(1, "");
    list_with(&dir, &["--files-from", "a", "-"], b"").gives_errors("", &["<news:x>"]);
}

#[test]
fn single_listed_file_has_prefix() {
    let dir = three();
    list_with(&dir, &["--files-from", "-"], b"a\n").gives(0, "a:1:news:x\n");
    list_with(&dir, &["--files-from", "-", "-IN"], b"a\n").gives(0, "news:x\n");
}

#[test]
fn null_terminates_paths_with_nul() {
    let dir = dir_with(&[("a\nb", "<news:x>"), ("a", "<news:y>"), ("b", "<news:z>")]);
    let list = b"a\nb\0a\0b";
    list_with(&dir, &["-0", "--files-from", "-", "-I"], list).gives(0, "news:x\nnews:y\nnews:z\n");
    list_with(&dir, &["--null", "--files-from", "-", "-l"], list).gives(0, "a\nb\0a\0b\0");
    list_with(&dir, &["--files-from", "-", "-l"], b"a\nb").gives(0, "a\nb\n");
    // The negation of `-0` restores both line-separated input and output.
    let lines = list_with(
        &dir,
        &["-0", "--no-null", "--files-from", "-", "-l"],
        b"a\nb\n",
    );
    lines.gives(0, "a\nb\n");
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
fn list_in_a_file_may_name_standard_input() {
    let dir = three();
    std::fs::write(dir.path().join("list"), "a\n-\n").expect("a file");
    let expected = "a:1:news:x\n-:2:news:w\n";
    list_with(&dir, &["--files-from", "list"], b"\n<news:w>").gives(0, expected);
}

#[test]
fn unreadable_list_is_an_error() {
    let dir = three();
    run_in(&dir, &["list", "-l", "--files-from", "no such", "a"]).gives_errors("a\n", &["no such"]);
    run_in(&dir, &["list", "-l", "--files-from", "d", "a"]).gives_errors("a\n", &["d"]);
}

#[test]
fn standard_input_cannot_be_both_list_and_input() {
    let dir = three();
    run_in(&dir, &["list", "--files-from", "-", "-"]).refuses(&["--files-from"]);
    run_in(&dir, &["list", "--files-from", "-", "a", "-"]).refuses(&["--files-from"]);
}

#[test]
fn prints_hits_before_waiting_for_the_next_list_line() {
    let dir = three();
    for threads in ["-j1", "-j4"] {
        let mut command = urlsift();
        command
            .args(["list", threads, "--files-from", "-"])
            .current_dir(&dir);
        let mut session = Session::spawn_command(&mut command);
        session.write(b"a\nb");
        assert_eq!(session.read_line(), "a:1:news:x\n");
        session.write(b" c\nd\n");
        assert_eq!(session.read_line(), "b c:1:news:y\n");
        assert_eq!(session.read_line(), "d/e:1:news:z\n");
        session.write(b"none\na");
        session.close_stdin();
        let (status, rest, diagnostic) = session.finish();
        assert_eq!((status, &rest[..]), (2, &b"a:1:news:x\n"[..]));
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
fn include_filters_walked_files_by_path_suffix() {
    let dir = dir_with(
        &["d/a.mbox", "d/b.txt", "d/e/c.mbox", "d/e.mbox/f", "n"].map(|name| (name, "<news:x>")),
    );
    let list = |args: &[&str]| run_in(&dir, &[&["list", "-l"], args].concat());
    list(&["--include", "*.mbox", "d"]).gives(0, "d/a.mbox\nd/e/c.mbox\n");
    list(&["--include=*.txt", "--include", "f", "d"]).gives(0, "d/b.txt\nd/e.mbox/f\n");
    list(&["--include", "e/*", "d"]).gives(0, "d/e/c.mbox\n");
    list(&["--include", "d/*", "d"]).gives(0, "d/a.mbox\nd/b.txt\n");
    list(&["--include", "e*/**", "d"]).gives(0, "d/e/c.mbox\nd/e.mbox/f\n");
    list(&["--include", "none", "d"]).gives(1, "");
    // Files named on the command line are always read.
    list(&["--include", "*.mbox", "n", "d/e"]).gives(0, "n\nd/e/c.mbox\n");
    list_with(
        &dir,
        &["-l", "--files-from", "-", "--include", "*.mbox"],
        b"n\nd/e\n",
    )
    .gives(0, "n\nd/e/c.mbox\n");
}

#[test]
fn exclude_skips_files_and_directories() {
    let dir = dir_with(
        &["d/a", "d/a.bak", "d/old/b", "d/old/e/c", "d/new/old"].map(|name| (name, "<news:x>")),
    );
    let list = |args: &[&str]| run_in(&dir, &[&["list", "-l"], args].concat());
    list(&["--exclude", "*.bak", "d"]).gives(0, "d/a\nd/new/old\nd/old/b\nd/old/e/c\n");
    list(&["--exclude", "old", "d"]).gives(0, "d/a\nd/a.bak\n");
    list(&["--exclude", "old/", "d"]).gives(0, "d/a\nd/a.bak\nd/new/old\n");
    list(&["--exclude", "old/e", "--exclude", "a*", "d"]).gives(0, "d/new/old\nd/old/b\n");
    list(&["--exclude", "*", "d"]).gives(1, "");
    // Files and directories named on the command line are always read.
    list(&["--exclude", "*", "d/a.bak"]).gives(0, "d/a.bak\n");
    list(&["--exclude", "old", "d/old"]).gives(0, "d/old/b\nd/old/e/c\n");
}

#[test]
fn exclude_overrides_include_in_any_order() {
    let dir = dir_with(&["d/a1", "d/a2", "d/b1"].map(|name| (name, "<news:x>")));
    for args in [
        ["--include", "a*", "--exclude", "*2"],
        ["--exclude", "*2", "--include", "a*"],
    ] {
        run_in(&dir, &[&["list", "-l"], &args[..], &["d"]].concat()).gives(0, "d/a1\n");
    }
}

#[test]
fn invalid_glob_is_rejected() {
    let dir = three();
    for (flag, glob) in [
        ("--include", "["),
        ("--exclude", "{a"),
        ("--include", ""),
        ("--exclude", ""),
        ("--include", "d/"),
    ] {
        let refused = run_in(&dir, &["list", flag, glob, "."]);
        refused.refuses(&[&format!("'{glob}' for '{flag} <GLOB>': ")]);
    }
}

#[cfg(unix)]
#[test]
fn last_of_follow_and_no_follow_wins() {
    let dir = dir_with(&[("d/a", "<news:x>"), ("f", "<news:y>")]);
    std::os::unix::fs::symlink("../f", dir.path().join("d/l")).expect("a link");
    let list = |args: &[&str]| run_in(&dir, &[&["list", "-l"], args, &["d"]].concat());
    list(&["--no-follow"]).gives(0, "d/a\n");
    list(&["--follow", "--no-follow"]).gives(0, "d/a\n");
    list(&["--no-follow", "--follow"]).gives(0, "d/a\nd/l\n");
    list(&["--follow", "--exclude", "l"]).gives(0, "d/a\n");
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
