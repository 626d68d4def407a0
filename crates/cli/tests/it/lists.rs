//! Which files are read: lists of them, globs, links.

use crate::support::session::Session;
use crate::support::{Outcome, dir_with, outcome, run_in, urlsift};
use tempfile::TempDir;

fn three() -> TempDir {
    dir_with(&[("a", "<news:x>"), ("b c", "<news:y>"), ("d/e", "<news:z>")])
}

/// Runs `list` with this on standard input.
fn list_with(dir: &TempDir, args: &[&str], stdin: &[u8]) -> Outcome {
    let mut command = urlsift();
    command.arg("list").args(args).current_dir(dir);
    outcome(&mut command, stdin)
}

#[test]
fn files_are_those_that_a_file_names_in_its_order() {
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
fn named_paths_come_before_those_of_a_list() {
    let dir = three();
    let expected = "d/e:1:news:z\na:1:news:x\n";
    list_with(&dir, &["--files-from", "-", "d"], b"a\n").gives(0, expected);
    // Without any, standard input is not searched.
    list_with(&dir, &["--files-from", "-"], b"").gives(1, "");
    list_with(&dir, &["--files-from", "a", "-"], b"").complains("", &["<news:x>"]);
}

#[test]
fn one_file_of_a_list_has_its_name_in_front() {
    let dir = three();
    list_with(&dir, &["--files-from", "-"], b"a\n").gives(0, "a:1:news:x\n");
    list_with(&dir, &["--files-from", "-", "-IN"], b"a\n").gives(0, "news:x\n");
}

#[test]
fn with_null_each_path_ends_in_a_nul() {
    let dir = dir_with(&[("a\nb", "<news:x>"), ("a", "<news:y>"), ("b", "<news:z>")]);
    let list = b"a\nb\0a\0b";
    list_with(&dir, &["-0", "--files-from", "-", "-I"], list).gives(0, "news:x\nnews:y\nnews:z\n");
    list_with(&dir, &["--null", "--files-from", "-", "-l"], list).gives(0, "a\nb\0a\0b\0");
    list_with(&dir, &["--files-from", "-", "-l"], b"a\nb").gives(0, "a\nb\n");
    // The opposite of -0 is that of both.
    let lines = list_with(
        &dir,
        &["-0", "--no-null", "--files-from", "-", "-l"],
        b"a\nb\n",
    );
    lines.gives(0, "a\nb\n");
}

#[test]
fn wrong_line_is_told_and_the_others_are_read() {
    let dir = three();
    let listed = list_with(&dir, &["-l", "--files-from", "-"], b"a\n\nnone\nd\n-\n");
    listed.complains("a\nd/e\n", &["-", "none", "-"]);
    let complaints: Vec<_> = listed.err().lines().collect();
    assert!(complaints[0].starts_with("urlsift: -: line 2: "));
    assert!(complaints[2].starts_with("urlsift: -: line 5: "));
    std::fs::write(dir.path().join("list"), "\na\n").expect("a file");
    run_in(&dir, &["list", "-l", "--files-from", "list"]).complains("a\n", &["list"]);
}

#[test]
fn list_in_a_file_may_name_standard_input() {
    let dir = three();
    std::fs::write(dir.path().join("list"), "a\n-\n").expect("a file");
    let expected = "a:1:news:x\n-:2:news:w\n";
    list_with(&dir, &["--files-from", "list"], b"\n<news:w>").gives(0, expected);
}

#[test]
fn list_that_cannot_be_read_is_an_error() {
    let dir = three();
    run_in(&dir, &["list", "-l", "--files-from", "no such", "a"]).complains("a\n", &["no such"]);
    run_in(&dir, &["list", "-l", "--files-from", "d", "a"]).complains("a\n", &["d"]);
}

#[test]
fn standard_input_is_not_both_list_and_input() {
    let dir = three();
    run_in(&dir, &["list", "--files-from", "-", "-"]).refuses(&["--files-from"]);
    run_in(&dir, &["list", "--files-from", "-", "a", "-"]).refuses(&["--files-from"]);
}

#[test]
fn hits_come_before_the_next_line_of_a_list_is_waited_for() {
    let dir = three();
    for threads in ["-j1", "-j4"] {
        let mut command = urlsift();
        command
            .args(["list", threads, "--files-from", "-"])
            .current_dir(&dir);
        let mut session = Session::start(&mut command);
        session.write(b"a\nb");
        assert_eq!(session.line(), "a:1:news:x\n");
        session.write(b" c\nd\n");
        assert_eq!(session.line(), "b c:1:news:y\n");
        assert_eq!(session.line(), "d/e:1:news:z\n");
        session.write(b"none\na");
        session.close();
        let (status, rest, complaint) = session.end();
        assert_eq!((status, &rest[..]), (2, &b"a:1:news:x\n"[..]));
        assert!(complaint.starts_with("urlsift: none: "), "{complaint}");
    }
}

#[test]
fn long_list_gives_each_file_in_its_place() {
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
fn include_takes_only_files_of_a_walk_whose_path_ends_so() {
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
    // What is named is read.
    list(&["--include", "*.mbox", "n", "d/e"]).gives(0, "n\nd/e/c.mbox\n");
    list_with(
        &dir,
        &["-l", "--files-from", "-", "--include", "*.mbox"],
        b"n\nd/e\n",
    )
    .gives(0, "n\nd/e/c.mbox\n");
}

#[test]
fn exclude_leaves_out_files_and_directories() {
    let dir = dir_with(
        &["d/a", "d/a.bak", "d/old/b", "d/old/e/c", "d/new/old"].map(|name| (name, "<news:x>")),
    );
    let list = |args: &[&str]| run_in(&dir, &[&["list", "-l"], args].concat());
    list(&["--exclude", "*.bak", "d"]).gives(0, "d/a\nd/new/old\nd/old/b\nd/old/e/c\n");
    list(&["--exclude", "old", "d"]).gives(0, "d/a\nd/a.bak\n");
    list(&["--exclude", "old/", "d"]).gives(0, "d/a\nd/a.bak\nd/new/old\n");
    list(&["--exclude", "old/e", "--exclude", "a*", "d"]).gives(0, "d/new/old\nd/old/b\n");
    list(&["--exclude", "*", "d"]).gives(1, "");
    // What is named is read, and walked.
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
fn wrong_glob_is_refused() {
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
fn last_of_follow_and_its_opposite_counts() {
    let dir = dir_with(&[("d/a", "<news:x>"), ("f", "<news:y>")]);
    std::os::unix::fs::symlink("../f", dir.path().join("d/l")).expect("a link");
    let list = |args: &[&str]| run_in(&dir, &[&["list", "-l"], args, &["d"]].concat());
    list(&["--no-follow"]).gives(0, "d/a\n");
    list(&["--follow", "--no-follow"]).gives(0, "d/a\n");
    list(&["--no-follow", "--follow"]).gives(0, "d/a\nd/l\n");
    list(&["--follow", "--exclude", "l"]).gives(0, "d/a\n");
}
