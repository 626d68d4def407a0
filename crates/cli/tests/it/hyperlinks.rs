//! Tests for terminal hyperlinks (OSC 8).

use crate::support::terminal::run_on_terminal;

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
