//! Links that a terminal can open: OSC 8, as
//! <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda> has it.

use std::{
    env,
    io::{self, Write as _},
};

use urlsift_record::percent_encode;
use urlsift_scheme::SchemeInfo;

/// Terminals take no longer ones.
const MOST: usize = 2083;

/// What a URL is linked to: itself, with what is no visible ASCII percent-encoded, so that nothing in
/// it can end the sequence. `None` if it is not to be linked.
pub(crate) fn target(url: &[u8]) -> Option<String> {
    let colon = url.iter().position(|&byte| byte == b':')?;
    let is_clickable = SchemeInfo::of(&url[..colon]).is_some_and(SchemeInfo::is_clickable);
    if !is_clickable || url.len() > MOST {
        return None;
    }
    let target = percent_encode(url);
    (target.len() <= MOST).then_some(target)
}

/// Begins a link.
pub(crate) fn begin(out: &mut Vec<u8>, target: &str) -> io::Result<()> {
    out.write_all(b"\x1b]8;;")?;
    out.write_all(target.as_bytes())?;
    out.write_all(b"\x1b\\")
}

/// Ends it.
pub(crate) fn end(out: &mut Vec<u8>) -> io::Result<()> {
    begin(out, "")
}

/// Whether the terminal is one that is known to take links, by what it says in the environment. What
/// others make of them, they have not said.
pub(crate) fn are_known() -> bool {
    are_known_by(|name| env::var(name).ok())
}

fn are_known_by(value: impl Fn(&str) -> Option<String>) -> bool {
    const PROGRAMS: [&str; 9] = [
        "Hyper",
        "WezTerm",
        "WarpTerminal",
        "ghostty",
        "iTerm.app",
        "rio",
        "terminology",
        "vscode",
        "zed",
    ];
    const TERMS: [&str; 6] = [
        "alacritty",
        "alacritty-direct",
        "foot",
        "foot-extra",
        "xterm-ghostty",
        "xterm-kitty",
    ];
    let is = |name, known: &[&str]| value(name).is_some_and(|value| known.contains(&&*value));
    let is_set = |name| value(name).is_some_and(|value| !value.is_empty());
    // VTE, which is GNOME's terminal and many others, takes them since 0.50.
    let vte = value("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    !is("TERM", &["dumb"])
        && (vte.is_some_and(|version| version >= 5000)
            || is("TERM_PROGRAM", &PROGRAMS)
            || is("TERM", &TERMS)
            || ["DOMTERM", "KONSOLE_VERSION", "WT_SESSION"]
                .into_iter()
                .any(is_set))
}

#[cfg(test)]
mod tests {
    use super::{MOST, are_known_by, target};

    #[test]
    fn target_is_visible_ascii() {
        let all: Vec<u8> = (0..=255).collect();
        let url = [b"HTTP://a/", &all[..]].concat();
        let target = target(&url).expect("a link");
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()));
        assert!(target.starts_with("HTTP://a/%00%01"));
        assert!(target.ends_with("%FE%FF"));
    }

    #[test]
    fn no_more_is_linked_than_what_is_harmless() {
        for url in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "telnet://h/",
            "http",
            "a/b:c",
            "",
        ] {
            assert_eq!(target(url.as_bytes()), None, "{url}");
        }
        let url = |len| format!("http://a/{}", "x".repeat(len - 9));
        assert_eq!(target(url(MOST).as_bytes()), Some(url(MOST)));
        assert_eq!(target(url(MOST + 1).as_bytes()), None);
        let blanks = [b"http://a/", &vec![b' '; MOST / 2][..]].concat();
        assert_eq!(target(&blanks), None);
    }

    #[test]
    fn terminals_are_known_by_their_environment() {
        let knows = |set: &[(&str, &str)]| {
            are_known_by(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(!knows(&[]));
        assert!(!knows(&[("TERM", "xterm-256color")]));
        assert!(knows(&[("TERM", "xterm-kitty")]));
        assert!(knows(&[
            ("VTE_VERSION", "6800"),
            ("TERM", "xterm-256color")
        ]));
        assert!(!knows(&[("VTE_VERSION", "4999")]));
        assert!(knows(&[("TERM_PROGRAM", "iTerm.app")]));
        assert!(!knows(&[("TERM_PROGRAM", "Apple_Terminal")]));
        assert!(knows(&[("KONSOLE_VERSION", "230400")]));
        assert!(!knows(&[("KONSOLE_VERSION", "")]));
        assert!(!knows(&[("WT_SESSION", "1"), ("TERM", "dumb")]));
    }
}
