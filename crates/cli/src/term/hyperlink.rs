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

/// Returns whether the terminal shows hyperlinks, by its environment variables.
pub(crate) fn is_supported() -> bool {
    env::var_os("TERM").is_none_or(|term| term != "dumb")
        && supports_hyperlinks::supports_hyperlinks()
}

#[cfg(test)]
mod tests {
    use super::{MAX_LEN, target};

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
}
