//! The parser: what it takes to parse every message of an mbox with
//! [mail-parser](https://docs.rs/mail-parser), which decodes the texts of each, too.

use std::{fs::File, path::Path};

use mail_parser::MessageParser;
use memchr::{memchr, memmem};

use crate::Error;

/// The argument that makes the bench's own program do this and nothing else.
pub const MODE: &str = "parser";

/// Maps the file and parses all that stands between lines that begin with `From `. Says how many
/// messages that gave, and how many bytes of text, so that each text must have been decoded.
///
/// # Errors
///
/// If the file cannot be mapped.
pub fn run(path: &Path) -> Result<String, Error> {
    let file = File::open(path)?;
    #[expect(unsafe_code, reason = "a file cannot be mapped without")]
    // SAFETY: the inputs belong to the bench, and nobody writes to them while it measures.
    let map = unsafe { memmap2::Mmap::map(&file) }?;
    let (messages, text) = texts(&map);
    Ok(format!("{messages} {text}"))
}

/// The version of mail-parser, which the manifest pins.
#[must_use]
pub fn version() -> &'static str {
    let manifest = include_str!("../Cargo.toml");
    let pinned = manifest.split_once("mail-parser = \"=");
    let version = pinned.and_then(|(_, behind)| behind.split_once('"'));
    version.map_or("-", |(version, _)| version)
}

/// The number of messages, and of the bytes of their texts.
#[must_use]
pub fn texts(mbox: &[u8]) -> (u64, u64) {
    let parser = MessageParser::default();
    let starts = memmem::find_iter(mbox, b"\nFrom ").map(|at| at + 1);
    let (mut messages, mut bytes, mut start) = (0, 0, 0);
    for end in starts.chain([mbox.len()]) {
        let raw = &mbox[start..end];
        start = end;
        let message = match memchr(b'\n', raw) {
            Some(line) if raw.starts_with(b"From ") => &raw[line + 1..],
            _ => raw,
        };
        if let Some(parsed) = parser.parse(message) {
            messages += 1;
            let texts = parsed.text_bodies().filter_map(|part| part.text_contents());
            bytes += texts.map(|text| text.len() as u64).sum::<u64>();
        }
    }
    (messages, bytes)
}

#[cfg(test)]
mod tests {
    use super::{texts, version};

    #[test]
    fn its_version_is_known() {
        let numbers: Vec<u32> = version().split('.').flat_map(str::parse).collect();
        assert_eq!(numbers.len(), 3, "{}", version());
    }

    #[test]
    fn each_message_is_parsed() {
        let message = "From a@b.example\nSubject: x\nContent-Transfer-Encoding: base64\n\nYWJj\n\n";
        assert_eq!(texts(message.repeat(3).as_bytes()), (3, 9));
    }
}
