//! Tests for the input of `pick`, and for runs without a terminal.

use std::fs;

use super::{MESSAGE, folder, pick};
use crate::support::{
    rows::{Row, command_rows},
    run_in, run_with,
};

#[test]
fn links_are_shown_as_they_arrive() {
    let dir = folder();
    let line = "mkfifo fifo; (printf 'a <news:one>\\n'; read go <go; printf '<news:two>\\n') >fifo & \
        mkfifo go; urlsift pick <fifo";
    let pty = pick(&dir, line);
    pty.shows("1 link so far");
    pty.press(&["/", "two"]);
    pty.shows("0 of 1 link so far");
    fs::write(dir.path().join("go"), "\n").expect("a FIFO with a reader");
    let screen = pty.shows("1 of 2 links\n");
    assert!(screen.contains("\n> 2<news:two\n"), "{screen}");
    pty.press(&["Esc", "q"]);
    assert_eq!(pty.end().0, 0);
}

#[test]
fn only_selected_links_are_listed() {
    let dir = folder();
    for (flags, links) in urlsift_tables::rows!("input.toml", "only_selected_links_are_listed") {
        let pty = pick(&dir, &format!("urlsift pick {flags} mail"));
        let listed: Vec<_> = links.split('|').collect();
        let screen = pty.shows(&format!(" {} link", listed.len()));
        let rows = screen.lines().skip(1).zip(&listed);
        assert!(
            rows.clone().all(|(row, link)| row[4..].starts_with(link)),
            "{flags}\n{screen}"
        );
        pty.quit();
    }
    for flags in [
        "--from nobody",
        "--range 9:10",
        "--conforms rfc1738 --scheme none",
    ] {
        let (status, screen) = pick(&dir, &format!("urlsift pick {flags} mail")).end();
        assert_eq!(
            (status, screen.trim()),
            (1, "urlsift: no links found"),
            "{flags}"
        );
    }
}

#[test]
fn without_terminal_it_prints_like_list() {
    let dir = folder();
    let listed = run_in(&dir, &["list", "mail"]);
    assert_eq!(listed.out().lines().count(), 6);
    run_in(&dir, &["pick", "mail"]).gives(0, listed.out());
    run_in(&dir, &["pick", "--print", "mail"]).gives(0, listed.out());
    let colored = run_in(&dir, &["list", "--color", "always", "."]);
    assert!(colored.out().contains('\x1b'));
    run_in(&dir, &["pick", "--color", "always", "."]).gives(0, colored.out());
    run_with(&["pick"], MESSAGE.as_bytes()).gives(0, listed.out());
    run_with(&["pick"], b"nothing").gives(1, "");
    run_in(&dir, &["pick", "none"]).gives_errors("", &["none"]);
    for line in [
        "urlsift pick --print-all mail | cat",
        "TERM=dumb urlsift pick mail | cat",
        "TERM= urlsift pick mail | cat",
    ] {
        let (status, screen) = pick(&dir, line).end();
        assert_eq!((status, screen.trim()), (0, listed.out().trim()), "{line}");
    }
    // The last flag wins.
    let pty = pick(&dir, "urlsift pick --print-all --no-print-all --print mail");
    pty.shows("Enter print");
    assert_eq!(pty.quit().0, 1);
}

#[test]
fn list_flags_select_the_same_links() {
    let dir = folder();
    let listed = command_rows("list");
    let picked = command_rows("pick");
    let is_shared = |row: &&Row| listed.contains(row);
    let mut seen = 0;
    for row in picked.iter().filter(is_shared) {
        if let Some("--help" | "--version") = row.long.as_deref() {
            continue;
        }
        for flag in row.sample_args() {
            let picked = run_in(&dir, &["pick", "--print-all", &flag, "mail"]);
            // The kinds are the same as with `--all`, unless others are named.
            let kinds = if flag.starts_with("--delimiter") {
                "--no-all"
            } else {
                "--all"
            };
            let listed = run_in(&dir, &["list", kinds, &flag, "mail"]);
            assert_eq!(picked.out(), listed.out(), "{flag}");
            assert_eq!(picked.status, listed.status, "{flag}: {}", picked.err());
            seen += usize::from(picked.status < 2);
        }
    }
    assert!(seen > 25, "{seen}");
}
