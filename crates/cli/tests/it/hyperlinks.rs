//! Tests for terminal hyperlinks (OSC 8).

use crate::support::terminal::run_on_terminal;
use crate::support::{run_with, urlsift};

/// Returns a hyperlink to a target with the shown text.
fn link(target: &str, shown: &str) -> String {
    format!("\u{1b}]8;;{target}\u{1b}\\{shown}\u{1b}]8;;\u{1b}\\")
}

fn always(text: &[u8], more: &[&str]) -> String {
    let args = [&["list", "--hyperlink=always"], more].concat();
    run_with(&args, text).out().to_owned()
}

#[test]
fn url_links_to_itself() {
    let url = "http://a/b?c#d";
    let expected = link(url, url) + "\n";
    assert_eq!(always(b"<http://a/b?c#d>", &[]), expected);
    // A wrapped URL is linked as a whole; the prefix is outside the link.
    let expected = format!("-:2:{}\n", link("ftp://a/bc", "ftp://a/bc"));
    assert_eq!(always(b"\n<ftp://a/b\nc>", &["-Hn"]), expected);
    // Each reading is a different URL.
    let both = always(b"<http://a/b-\nc>", &["--hyphen=both"]);
    let readings = ["http://a/b-c", "http://a/bc"].map(|url| link(url, url) + "\n");
    assert_eq!(both, readings.concat());
    // A reference links to its resolved URL.
    let resolved = always(
        b"<URL:../c>",
        &["--conforms=relative", "--base=http://a/b/d"],
    );
    assert_eq!(resolved, link("http://a/c", "http://a/c") + "\n");
}

#[test]
fn colors_are_inside_links() {
    let args = ["grep", "--hyperlink=always", "--color=always", "b"];
    let found = run_with(&args, b"<http://a/b>");
    let shown = found.out().trim_end();
    assert!(shown.starts_with("\u{1b}]8;;http://a/b\u{1b}\\http://a/\u{1b}["));
    assert!(shown.ends_with("\u{1b}]8;;\u{1b}\\"), "{shown:?}");
}

#[test]
fn url_bytes_cannot_end_a_link() {
    let text = b"<http://a/\x1b\\\x07\x1b]8;;http://evil/\x1b\\\xc2\x9c\xff\xc3\xa9%41>";
    let found = run_with(
        &[
            "list",
            "--hyperlink=always",
            "--color=always",
            "--conforms=none",
        ],
        text,
    );
    let shown = found.out().trim_end();
    let target = "http://a/%1B\\%07%1B]8;;http://evil/%1B\\%C2%9C%FF%C3%A9%41";
    let visible = "http://a/\\x1b\\\\x07\\x1b]8;;http://evil/\\x1b\\\\u{9c}\\xffé%41";
    assert_eq!(shown, link(target, visible));
}

#[test]
fn unsafe_schemes_are_not_linked() {
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "telnet://h/",
    ] {
        let text = format!("<URL:{url}>");
        let shown = always(text.as_bytes(), &["--conforms=none"]);
        assert_eq!(shown, format!("{url}\n"));
    }
    for url in ["mailto:a@b", "news:a.b", "HTTPS://a/", "gopher://h/"] {
        let text = format!("<URL:{url}>");
        let shown = always(text.as_bytes(), &["--conforms=none"]);
        assert_eq!(shown, link(url, url) + "\n");
    }
}

#[test]
fn only_hit_lines_have_links() {
    for mode in ["--json", "-c", "-l"] {
        let shown = always(b"<http://a/>", &[mode]);
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }
}

#[test]
fn known_terminals_get_links() {
    let files: [(&str, &[u8]); 1] = [("a", b"<http://a/>")];
    let vte = ("VTE_VERSION", "7000");
    for (flags, env, is_linked) in [
        ("list a", &[vte][..], true),
        ("list a", &[("TERM", "xterm-kitty")], true),
        ("list a", &[], false),
        ("list a", &[vte, ("TERM", "dumb")], false),
        ("list --color=never a", &[vte], true),
        ("list --hyperlink=auto a", &[vte], true),
        ("list --hyperlink=never a", &[vte], false),
        ("list --hyperlink=always a", &[], true),
        ("list a | cat", &[vte], false),
    ] {
        let Some(shown) = run_on_terminal(&files, flags, env) else {
            return;
        };
        let shown = String::from_utf8_lossy(&shown);
        assert_eq!(
            shown.contains("\u{1b}]8;;http://a/"),
            is_linked,
            "{flags} {env:?}"
        );
    }
}

#[test]
fn pipe_gets_links_only_on_request() {
    let mut command = urlsift();
    command.arg("list").env("VTE_VERSION", "7000");
    crate::support::run_command(&mut command, b"<http://a/>").gives(0, "http://a/\n");
    run_with(&["list", "--hyperlink=sometimes"], b"").refuses(&["--hyperlink"]);
}
