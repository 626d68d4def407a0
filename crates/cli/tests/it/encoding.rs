//! Tests for plain texts in encodings other than UTF-8.

use crate::support::{dir_with, run_in, run_with};

/// Two URLs, the second wrapped over a line break.
const TEXT: &str = "x\r\n\r\n<http://ł.example/é>\r\n<URL:ftp://a.b/\r\n c>\r\n";
const URLS: &str = "http://ł.example/é\nftp://a.b/c\n";

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn utf16be(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

fn with_bom(text: &str) -> String {
    format!("\u{feff}{text}")
}

#[test]
fn utf16_byte_order_mark_selects_encoding() {
    run_with(&["list"], &utf16le(&with_bom(TEXT))).gives(0, URLS);
    run_with(&["list"], &utf16be(&with_bom(TEXT))).gives(0, URLS);
    run_with(&["list", "--encoding", "auto"], &utf16be(&with_bom(TEXT))).gives(0, URLS);
    run_with(
        &["list", "-n", "--encoding=auto"],
        &utf16le(&with_bom(TEXT)),
    )
    .gives(0, "3:http://ł.example/é\n4:ftp://a.b/c\n");
    // Without a byte order mark the encoding is unknown.
    run_with(&["list"], &utf16le(TEXT)).gives(1, "");
    // `--text` decodes nothing.
    run_with(&["list", "--text"], &utf16le(&with_bom(TEXT))).gives(1, "");
    run_with(&["list"], b"\xff\xfe").gives(1, "");
    run_with(&["list"], b"\xff").gives(1, "");
}

#[test]
fn late_byte_order_mark_selects_encoding() {
    // Ruling out a tar archive would need more input.
    let mut session = crate::support::session::Session::spawn(&["list", "--no-decompress"]);
    for byte in utf16le(&with_bom("<news:x>")) {
        session.write(&[byte]);
    }
    assert_eq!(session.read_line(), "news:x\n");
}

#[test]
fn label_selects_encoding() {
    let latin2 = b"<http://\xb3.example/\xe9>";
    let url = "http://ł.example/é\n";
    for label in ["latin2", "ISO-8859-2", "l2"] {
        run_with(&["list", "--encoding", label], latin2).gives(0, url);
    }
    run_with(&["grep", "--encoding", "latin2", "ł.*é"], latin2).gives(0, url);
    run_with(&["grep", "--as=text", "ł"], latin2).gives(1, "");
    run_with(&["list", "--encoding", "utf-16le"], &utf16le(TEXT)).gives(0, URLS);
    run_with(&["list", "--encoding", "utf-16be"], &utf16be(TEXT)).gives(0, URLS);
    run_with(&["list", "--encoding", "utf-16"], &utf16be(TEXT)).gives(0, URLS);
    run_with(&["list", "--encoding", "utf-16"], &utf16le(&with_bom(TEXT))).gives(0, URLS);
    run_with(&["list", "--text", "--encoding", "latin2"], latin2).gives(0, url);
    run_with(&["list", "--encoding", "utf-8"], TEXT.as_bytes()).gives(0, URLS);
    // ISO-2022-JP: two ASCII bytes encode one character until the next escape sequence.
    let japanese = b"\x1b$B!c!d<h\x1b(B<http://a/>";
    run_with(&["list", "--encoding", "iso-2022-jp"], japanese).gives(0, "http://a/\n");
}

#[test]
fn offsets_are_byte_offsets_in_the_file() {
    let links = run_with(&["list", "--json"], &utf16le(&with_bom(TEXT))).json();
    // A byte order mark and five characters precede it, two bytes each.
    assert_eq!(
        (&links[0]["offset"], &links[0]["end"]),
        (&12.into(), &(12 + 40).into())
    );
    assert_eq!(links[0]["pieces"], serde_json::json!([[14, 50]]));
    assert_eq!(links[0]["raw"], "<http://ł.example/é>");
    // The second URL continues after a line break and a space.
    let start = 12 + 40 + 4;
    let first = [start + 10, start + 30];
    let second = [start + 36, start + 38];
    assert_eq!(links[1]["offset"], start);
    assert_eq!(links[1]["pieces"], serde_json::json!([first, second]));
}

#[test]
fn large_text_is_decoded_throughout() {
    let line = format!("<http://a/ł>\r\n\r\n{}\n\n", "nothing ".repeat(200));
    let text = line.repeat(2700);
    let count = "2700\n";
    let latin2: Vec<u8> = text
        .chars()
        .map(|c| if c == 'ł' { 0xB3 } else { c as u8 })
        .collect();
    let dir = dir_with(&[("marked", utf16le(&with_bom(&text))), ("latin2", latin2)]);
    for threads in ["-j1", "-j4"] {
        run_in(&dir, &["grep", threads, "-c", "ł$", "marked"]).gives(0, count);
        let args = ["grep", threads, "-c", "--encoding=latin2", "ł$", "latin2"];
        run_in(&dir, &args).gives(0, count);
    }
    // An encoded text is never divided by a range.
    run_in(&dir, &["list", "-c", "--range", "0:1", "marked"]).gives(0, count);
    run_in(&dir, &["list", "-c", "--range", "1:", "marked"]).gives(1, "0\n");
    let args = ["list", "-c", "--range", "1:", "--encoding=utf-16", "marked"];
    run_in(&dir, &args).gives(1, "0\n");
}

#[test]
fn container_members_are_decoded() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let mut gzip = Command::new("gzip")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gzip starts");
    let mut pipe = gzip.stdin.take().expect("a pipe");
    pipe.write_all(&utf16be(&with_bom(TEXT)))
        .expect("gzip reads");
    drop(pipe);
    let compressed = gzip.wait_with_output().expect("gzip ends").stdout;
    run_with(&["list"], &compressed).gives(0, URLS);
}
