//! Tests for colors and marks on terminals. `hostile.rs` tests what is escaped there.

use crate::support::terminal::{run_on_terminal, strip_colors};
use crate::support::{run_command, run_with, urlsift};

#[test]
fn terminal_check_is_colored_by_default() {
    for (flags, env, colored) in [
        ("check x:y", &[][..], true),
        ("check --color=never x:y", &[], false),
        ("check x:y", &[("NO_COLOR", "1")], false),
        ("check x:y", &[("TERM", "dumb")], false),
        ("check --color=always x:y", &[("NO_COLOR", "1")], true),
        ("check --json x:y", &[], false),
    ] {
        let Some(shown) = run_on_terminal(&[], flags, env) else {
            return;
        };
        assert_eq!(shown.contains(&0x1b), colored, "{flags} {env:?}");
    }
}

#[test]
fn check_report_fits_terminal_width() {
    let url = format!("http://h/{}~", "x".repeat(60));
    for (columns, is_cut) in [(120, false), (60, true)] {
        // `run_on_terminal` runs one program command first; the measured command follows it.
        let check = format!("\"$URLSIFT\" check --conforms=none --color=never {url}");
        let line = format!("--version; stty rows 24 cols {columns}; {check}");
        let Some(shown) = run_on_terminal(&[], &line, &[]) else {
            return;
        };
        let shown = strip_colors(&shown);
        let lines: Vec<_> = shown.lines().collect();
        let caret = lines.iter().position(|line| line.ends_with('^'));
        let over = lines[caret.expect("a caret") - 1];
        assert!(over.ends_with("x~"), "{shown}");
        assert_eq!(over.contains("..."), is_cut, "{shown}");
        assert!(over.len() <= columns, "{shown}");
    }
}

#[test]
fn line_numbers_default_to_terminal_only() {
    let files: [(&str, &[u8]); 1] = [("a", b"\n<http://a/x>")];
    let Some(shown) = run_on_terminal(&files, "list a", &[]) else {
        return;
    };
    assert_eq!(strip_colors(&shown), "2:1:http://a/x\r\n");
    let Some(shown) = run_on_terminal(&files, "list -N a", &[]) else {
        return;
    };
    assert_eq!(strip_colors(&shown), "http://a/x\r\n");
    run_with(&["list"], b"\n<http://a/x>").gives(0, "http://a/x\n");
}

#[test]
fn terminal_output_is_colored_by_default() {
    let files: [(&str, &[u8]); 1] = [("a", b"<http://a/x>")];
    for (flags, env, colored) in [
        ("grep x a", &[][..], true),
        ("grep --color=auto x a", &[], true),
        ("grep --color=never x a", &[], false),
        ("grep x a", &[("NO_COLOR", "1")], false),
        ("grep --color=always x a", &[("NO_COLOR", "1")], true),
        ("grep x a", &[("TERM", "dumb")], false),
    ] {
        let Some(shown) = run_on_terminal(&files, flags, env) else {
            return;
        };
        assert_eq!(shown.contains(&0x1b), colored, "{flags} {env:?}");
        assert_eq!(strip_colors(&shown), "1:1:http://a/x\r\n");
    }
}

#[test]
fn color_always_overrides_environment() {
    let mut command = urlsift();
    command
        .args(["grep", "--color=always", "x"])
        .env("NO_COLOR", "1")
        .env("TERM", "dumb");
    let found = run_command(&mut command, b"<http://a/x>");
    assert!(found.out().contains('\u{1b}'));
}

#[test]
fn json_is_never_colored() {
    let found = run_with(&["list", "--json", "--color=always"], b"<http://a/x>");
    assert_eq!(found.json().len(), 1);
    assert!(!found.out().contains('\u{1b}'));
}

#[test]
fn terminal_marks_doubtful_urls() {
    let files: [(&str, &[u8]); 1] = [(
        "a",
        b"<http://a/b-\nc> <http://a/b\n-c>\n\n<http://d/\n> e>\n\n<http://f/g \n\nh <http://i/>",
    )];
    let Some(shown) = run_on_terminal(&files, "list -N --color=never a", &[]) else {
        return;
    };
    let shown = strip_colors(&shown);
    // The marks agree with the JSON.
    let links = run_with(&["list", "--json"], files[0].1).json();
    assert_eq!(shown.lines().count(), links.len(), "{shown}");
    let mut seen = [0; 3];
    for (line, link) in shown.lines().zip(links) {
        let joins = link["joins"].as_array().expect("joins");
        let hyphen = joins.iter().any(|join| {
            let dropped = join["dropped"].as_array().expect("names");
            join["hyphen"] == true && dropped.contains(&"break".into())
        });
        let warnings = link["warnings"].as_array().expect("warnings");
        let is = |code: &str| warnings.contains(&code.into());
        let close = is("doubtful-close") || is("unclosed");
        let mut expected = link["url"].as_str().expect("a URL").to_owned();
        expected += if hyphen { " [hyphen?]" } else { "" };
        expected += if close { " [close?]" } else { "" };
        assert_eq!(line, expected);
        seen[usize::from(hyphen) + 2 * usize::from(close)] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

#[test]
fn hyphen_is_unmarked_when_all_readings_are_shown() {
    let files: [(&str, &[u8]); 1] = [("a", b"<http://a/b-\nc>")];
    for (how, expected) in [
        ("keep", "http://a/b-c [hyphen?]\n"),
        ("drop", "http://a/bc [hyphen?]\n"),
        ("both", "http://a/b-c\nhttp://a/bc\n"),
    ] {
        let args = format!("list -N --color=never --hyphen={how} a");
        let Some(shown) = run_on_terminal(&files, &args, &[]) else {
            return;
        };
        assert_eq!(strip_colors(&shown).replace('\r', ""), expected, "{how}");
    }
}
