//! The displayed names of members.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The maximum number of bytes of a name that are shown.
const MAX_SHOWN: usize = 16 << 10;

/// Returns the path of a member: the path of its container, `!`, and its name.
///
/// The name is only displayed, never opened. To protect other users of the path, control characters,
/// bidirectional formatting characters and the dots of `..` are escaped as `\xNN`, as is a backslash that
/// would look like such an escape. Bytes that are not UTF-8 are kept, except those that are control
/// characters in 8-bit encodings. A name is truncated to 16 KiB, followed by `...`.
#[must_use]
pub fn member_path(container: &Path, name: &[u8]) -> PathBuf {
    let mut path = container.as_os_str().as_encoded_bytes().to_vec();
    path.push(b'!');
    let shown = &name[..name.len().min(MAX_SHOWN)];
    let parts = shown.split(|&byte| byte == b'/');
    for (index, part) in parts.enumerate() {
        if index > 0 {
            path.push(b'/');
        }
        match part {
            b".." => path.extend_from_slice(br"\x2e\x2e"),
            part => escape(part, &mut path),
        }
    }
    if shown.len() < name.len() {
        path.extend_from_slice(b"...");
    }
    to_os_string(path).into()
}

fn escape(part: &[u8], out: &mut Vec<u8>) {
    for chunk in part.utf8_chunks() {
        for (at, character) in chunk.valid().char_indices() {
            let text = &chunk.valid()[at..];
            let bytes = &text.as_bytes()[..character.len_utf8()];
            if character.is_control() || is_directional(character) || text.starts_with(r"\x") {
                escape_all(bytes, out);
            } else {
                out.extend_from_slice(bytes);
            }
        }
        for byte in chunk.invalid() {
            match byte {
                0x80..0xa0 => escape_all(&[*byte], out),
                _ => out.push(*byte),
            }
        }
    }
}

fn escape_all(bytes: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        let [high, low] = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
        out.extend_from_slice(&[b'\\', b'x', high, low]);
    }
}

/// Returns whether a character is a directional formatting character (UAX #9, table 1).
fn is_directional(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(unix)]
fn to_os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

/// Paths are Unicode on other systems; invalid bytes are replaced.
#[cfg(not(unix))]
fn to_os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::member_path;

    fn shown(name: &[u8]) -> String {
        let path = member_path(Path::new("a.zip"), name);
        let shown = path.as_os_str().as_encoded_bytes().escape_ascii();
        shown.to_string().replace(r"\\", r"\")
    }

    #[test]
    fn ordinary_names_are_unchanged() {
        for name in [
            "a.mbox",
            "dir/a",
            "/etc/passwd",
            "./a",
            "a..b",
            "...",
            "a!b",
            "",
        ] {
            assert_eq!(shown(name.as_bytes()), format!("a.zip!{name}"));
        }
        assert_eq!(
            shown("é".as_bytes()),
            r"a.zip!\xc3\xa9",
            "escaped by the test"
        );
        let invalid = if cfg!(unix) { r"\xe9" } else { r"\xef\xbf\xbd" };
        assert_eq!(shown(b"caf\xe9"), format!("a.zip!caf{invalid}"));
    }

    #[test]
    fn misleading_characters_are_escaped() {
        let path = |name: &[u8]| member_path(Path::new("a"), name).display().to_string();
        assert_eq!(path(b"../x"), r"a!\x2e\x2e/x");
        assert_eq!(path(b"x/.."), r"a!x/\x2e\x2e");
        assert_eq!(path(b"a\n\x1b[2J\x7f\0"), r"a!a\x0a\x1b[2J\x7f\x00");
        // U+009B, and the byte 0x9B alone, introduce a control sequence.
        assert_eq!(path("\u{9b}1m".as_bytes()), r"a!\xc2\x9b1m");
        assert_eq!(path(b"\x9b1m"), r"a!\x9b1m");
    }

    #[test]
    fn escapes_are_unambiguous() {
        let path = |name: &[u8]| member_path(Path::new("a"), name).display().to_string();
        assert_eq!(path(br"\x2e\x2e/b"), r"a!\x5cx2e\x5cx2e/b");
        assert_eq!(path(br"dir\b.mbox"), r"a!dir\b.mbox");
        assert_eq!(path("a\u{202e}b".as_bytes()), r"a!a\xe2\x80\xaeb");
    }

    #[test]
    fn long_name_is_truncated() {
        let path = |len: usize| member_path(Path::new("a"), &vec![b'b'; len]);
        assert_eq!(path(16 << 10).as_os_str().len(), 2 + (16 << 10));
        let longer = path((16 << 10) + 1).display().to_string();
        assert_eq!(longer.len(), 2 + (16 << 10) + 3);
        assert!(longer.ends_with("bb..."));
    }
}
