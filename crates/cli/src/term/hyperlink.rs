//! Terminal hyperlinks (OSC 8), specified at
//! <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>.

use std::{
    env,
    io::{self, Write as _},
};

use urlsift::percent_encode;
use urlsift_scheme::SchemeInfo;

/// The maximum length of a link target, in bytes. Terminals ignore longer ones.
const MAX_LEN: usize = 2083;

/// Returns the link target of a URL: the URL with everything but visible ASCII percent-encoded, so that no byte
/// can end the escape sequence. Returns `None` if the URL must not be linked.
pub(crate) fn target(url: &[u8]) -> Option<String> {
    let colon = url.iter().position(|&byte| byte == b':')?;
    let is_clickable = SchemeInfo::of(&url[..colon]).is_some_and(SchemeInfo::is_clickable);
    if !is_clickable || url.len() > MAX_LEN {
        return None;
    }
    let target = percent_encode(url);
    (target.len() <= MAX_LEN).then_some(target)
}

/// Begins a link.
pub(crate) fn begin(out: &mut Vec<u8>, target: &str) -> io::Result<()> {
    out.write_all(b"\x1b]8;;")?;
    out.write_all(target.as_bytes())?;
    out.write_all(b"\x1b\\")
}

/// Ends a link.
pub(crate) fn end(out: &mut Vec<u8>) -> io::Result<()> {
    begin(out, "")
}

/// Returns whether the environment names a terminal that is known to support hyperlinks.
pub(crate) fn is_supported() -> bool {
    is_supported_in(|name| env::var(name).ok())
}

fn is_supported_in(value: impl Fn(&str) -> Option<String>) -> bool {
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
    // VTE (GNOME Terminal and others) supports hyperlinks since 0.50.
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
    use super::{MAX_LEN, is_supported_in, target};

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
    fn only_harmless_urls_are_linked() {
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
        assert_eq!(target(url(MAX_LEN).as_bytes()), Some(url(MAX_LEN)));
        assert_eq!(target(url(MAX_LEN + 1).as_bytes()), None);
        let blanks = [b"http://a/", &vec![b' '; MAX_LEN / 2][..]].concat();
        assert_eq!(target(&blanks), None);
    }

    #[test]
    fn support_is_detected_from_the_environment() {
        let is_supported = |set: &[(&str, &str)]| {
            is_supported_in(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(!is_supported(&[]));
        assert!(!is_supported(&[("TERM", "xterm-256color")]));
        assert!(is_supported(&[("TERM", "xterm-kitty")]));
        assert!(is_supported(&[
            ("VTE_VERSION", "6800"),
            ("TERM", "xterm-256color")
        ]));
        assert!(!is_supported(&[("VTE_VERSION", "4999")]));
        assert!(is_supported(&[("TERM_PROGRAM", "iTerm.app")]));
        assert!(!is_supported(&[("TERM_PROGRAM", "Apple_Terminal")]));
        assert!(is_supported(&[("KONSOLE_VERSION", "230400")]));
        assert!(!is_supported(&[("KONSOLE_VERSION", "")]));
        assert!(!is_supported(&[("WT_SESSION", "1"), ("TERM", "dumb")]));
    }
}
