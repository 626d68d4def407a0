use urlsift_tables::{lines, rows};

use super::{head::MAX_HEAD, recognise};
use crate::Kind;

/// Returns the kind of a file, and how many bytes decide it. The format returned for a prefix must be the format of the
/// whole file. For a long file, only some prefixes are tried.
fn whole(file: &[u8]) -> (Kind, usize) {
    let kind = recognise(file, true).expect("the end decides");
    let mut needed = None;
    let mut len = 0;
    while len <= file.len() {
        match recognise(&file[..len], false) {
            Some(early) => {
                let part = file[..len.min(200)].escape_ascii();
                assert_eq!(early, kind, "{len} bytes of {part}");
                needed = needed.or(Some(len));
            }
            None => assert_eq!(needed, None, "{len} bytes, decided and undecided again"),
        }
        let is_near = |offset: usize| len.abs_diff(offset) < 4;
        len += if len < 3000 || is_near(MAX_HEAD) || is_near(file.len()) {
            1
        } else {
            997
        };
    }
    (kind, needed.unwrap_or(file.len() + 1))
}

fn kind(file: impl AsRef<[u8]>) -> Kind {
    whole(file.as_ref()).0
}

/// Asserts that the bytes before `|` decide the kind, and no fewer bytes do.
fn decided_at(file: &str, expected: Kind) {
    let bar = file.find('|').expect("a bar");
    let file = file.replacen('|', "", 1);
    assert_eq!(whole(file.as_bytes()), (expected, bar), "{file}");
}

/// Asserts the kind of each file of a table, and what decides it if there is a bar.
fn check(files: Vec<(&str, &str)>) {
    for (file, name) in files {
        let file = &*file.replace("{FROM}", FROM);
        let expected = Kind::ALL.iter().find(|kind| format!("{kind:?}") == name);
        let expected = *expected.expect("a kind");
        if file.contains('|') {
            decided_at(file, expected);
        } else {
            assert_eq!(kind(file), expected, "{file:?}");
        }
    }
}

const FROM: &str = "From a Mon Jan  7 00:00:00 2002\n";

fn mbox(header: &str, body: &str, after: &str) -> String {
    format!("{FROM}{header}\n{body}{after}")
}

#[test]
fn an_empty_file_is_text() {
    for file in lines!("tests.toml", "an_empty_file_is_text") {
        assert_eq!(kind(file), Kind::Text, "{file:?}");
    }
    assert_eq!(kind(b"\xEF\xBB"), Kind::Text);
    assert_eq!(kind(b"\xFF\xD8\xFF\xE0"), Kind::Text);
}

#[test]
fn text_is_recognised_at_the_first_decisive_byte() {
    check(rows!("tests.toml", "text_recognised_first"));
    let far = "\n".repeat(MAX_HEAD);
    assert_eq!(
        kind(format!("BABYL OPTIONS:{far}\u{1f}\u{c}\n")),
        Kind::Text
    );
    let rule = "=".repeat(73);
    decided_at(&format!("{rule}\r\nDate:|"), Kind::Listserv);
    decided_at(&format!("{rule}=|\nDate:"), Kind::Text);
    decided_at(&format!("{rule}\nNote:|"), Kind::Text);
    decided_at(&format!("{}|:", "a".repeat(128)), Kind::Text);
}

#[test]
fn messages_are_recognised_by_well_known_fields() {
    check(rows!("tests.toml", "messages_recognised_well"));
}

/// The fields come from RFC 5322, 2045 and 5536, from mail programs, and of news before RFC 1036.
#[test]
fn each_well_known_field_is_known() {
    const STRONG: &str = "Received Return-Path Delivered-To Message-ID References In-Reply-To MIME-Version Content-Type \
                          Content-Transfer-Encoding DKIM-Signature X-Mailer Newsgroups Xref Relay-Version Posting-Version \
                          List-Id List-Archive";
    const WEAK: &str = "From To Cc Date Subject Sender Reply-To Organization Lines Keywords Path Summary Approved \
                        Followup-To Status X-Face";
    for name in STRONG.split_whitespace() {
        decided_at(&format!("{name}: a\n|"), Kind::Message);
    }
    for name in WEAK.split_whitespace() {
        decided_at(&format!("{name}: a\n\n|"), Kind::Message);
        assert_eq!(kind(format!("{name}: a\n")), Kind::Text, "{name}");
    }
}

#[test]
fn prose_is_not_a_message() {
    for file in lines!("tests.toml", "prose_is_not_a_message") {
        assert_eq!(kind(file), Kind::Text, "{file}");
    }
    let blanks = |count: usize| format!("{}From: a\nTo: b\n", "\n".repeat(count));
    assert_eq!(kind(blanks(64 + 4095)), Kind::Message);
    assert_eq!(kind(blanks(64 + 4096)), Kind::Text);
}

#[test]
fn lines_like_unknown_fields_are_limited() {
    let log = "error: something\n".repeat(64);
    assert_eq!(kind(format!("{log}Received: a\n")), Kind::Message);
    decided_at(&format!("{log}error: x\n|Received: a\n"), Kind::Text);
    let list = format!("Items:\n{}", "  item\n".repeat(63));
    decided_at(&format!("{list}  item\n|Received: a\n"), Kind::Text);
    let crowd = format!("To: a,\n{}", "  a,\n".repeat(500));
    assert_eq!(kind(format!("{crowd} b\nFrom: a\n")), Kind::Message);
}

#[test]
fn mbox_files_are_recognised_by_their_first_header() {
    check(rows!("tests.toml", "mbox_files"));
    decided_at("From -12\nFoo: a\n\n|", Kind::Mboxo);
    assert_eq!(kind(FROM), Kind::Mboxo);
    assert_eq!(kind(FROM.trim_end()), Kind::Mboxo);
}

#[test]
fn a_first_line_of_any_form_needs_a_well_known_field() {
    check(rows!("tests.toml", "first_line_any"));
    // The kind of an unfinished long line is the same when the line ends.
    let long = |len: usize| format!("From {}\nSubject: c\n\n", "x".repeat(len - 5));
    assert_eq!(kind(long(1001)), Kind::Mboxo);
    assert_eq!(kind(long(1002)), Kind::Text);
    assert_eq!(kind(long(1500)), Kind::Text);
}

#[test]
fn a_correct_content_length_indicates_mboxcl() {
    let length = |length: &str| format!("Content-Length:{length}\n");
    let second = format!("{FROM}To: b\n\n");
    for after in [
        String::new(),
        "\n".into(),
        "\r\n\n".into(),
        second.clone(),
        format!("\n{second}"),
        format!("\n\r\n\n{second}"),
        format!("\n{FROM}\n"),
    ] {
        let file = mbox(&length(" 6 "), "hello\n", &after);
        assert_eq!(kind(&file), Kind::Mboxcl, "{file}");
    }
    // The length may not include the last line break of the body.
    let file = mbox(&length("5"), "hello\n", &format!("\n{second}"));
    assert_eq!(kind(file), Kind::Mboxcl);
    let header = format!("To: b\ncontent-length : 0\n{}", length("7"));
    assert_eq!(kind(mbox(&header, "", &second)), Kind::Mboxcl);
    let header = length("x") + &length("") + &length("6") + &length("7");
    assert_eq!(kind(mbox(&header, "hello\n", &second)), Kind::Mboxcl);
    let file = mbox(&length("6"), "hello\n", &second).replace('\n', "\r\n");
    // In a body of the same lines that end in LF alone.
    assert_eq!(kind(file), Kind::Mboxo);
}

#[test]
fn a_wrong_content_length_is_ignored() {
    let second = format!("\n{FROM}To: b\n\n");
    for length in lines!("tests.toml", "a_wrong_content_length_is_ignored") {
        let header = format!("Content-Length: {length}\n");
        let file = mbox(&header, "hello\n", &second);
        assert_eq!(kind(&file), Kind::Mboxo, "{file}");
    }
    // The first wrong byte decides.
    let file = mbox("Content-Length: 3\n", "hel", "l|o\n");
    decided_at(&file, Kind::Mboxo);
    // No `From ` line, or one that does not begin a line.
    let header = "Content-Length: 6\n";
    assert_eq!(kind(mbox(header, "hello\n", "From me\n")), Kind::Mboxo);
    assert_eq!(kind(mbox(header, "hello ", &second[1..])), Kind::Mboxo);
    // The field must be in the header.
    assert_eq!(kind(mbox("Foo: a\n", header, "")), Kind::Mboxo);
}

#[test]
fn a_from_line_inside_a_body_indicates_mboxcl2() {
    let with = |body: &str| {
        let header = format!("Content-Length: {}\n", body.len());
        kind(mbox(&header, body, &format!("\n{FROM}To: b\n\n")))
    };
    assert_eq!(with(&format!("hello\n\n{FROM}To: b\n\n")), Kind::Mboxcl2);
    assert_eq!(with(&format!("hello\n\r\n{FROM}\n")), Kind::Mboxcl2);
    assert_eq!(with(FROM), Kind::Mboxcl2);
    assert_eq!(with(&format!("\n{FROM}")), Kind::Mboxcl2);
    assert_eq!(with(&format!("hello\n{FROM}")), Kind::Mboxcl);
    assert_eq!(with(&format!("hello\n\n>{FROM}")), Kind::Mboxcl);
    assert_eq!(with("hello\n\nFrom me\n"), Kind::Mboxcl);
    assert_eq!(with("From me\n"), Kind::Mboxcl);
}

#[test]
fn the_length_of_a_body_beyond_the_limit_is_trusted() {
    let header = |length: usize| format!("Content-Length: {length:>6}\n");
    let body = mbox(&header(0), "", "").len();
    let line = "a line of text\n";
    let text = line.repeat(2 * MAX_HEAD / line.len());
    let last = MAX_HEAD - 1 - body;
    let second = format!("\n\n{FROM}To: b\n\n");
    let file = |length: usize, after: &str| mbox(&header(length), &text[..length], after);
    // The last byte that is examined is the first one after the body.
    assert_eq!(kind(file(last, "\n")), Kind::Mboxcl);
    assert_eq!(kind(file(last, &second)), Kind::Mboxcl);
    assert_eq!(kind(file(last, "x")), Kind::Mboxo);
    assert_eq!(kind(file(last + 1, "x")), Kind::Mboxcl);
    // The `From ` line is truncated.
    assert_eq!(kind(file(last - 10, &second)), Kind::Mboxcl);
    assert_eq!(kind(file(last - 10, "\n\nFrom me")), Kind::Mboxo);
    assert_eq!(kind(mbox(&header(999_999), "x", "")), Kind::Mboxcl);
    decided_at(&mbox(&header(999_999), "|hello", ""), Kind::Mboxcl);
}

#[test]
fn no_more_than_64_kib_are_examined() {
    let long = "x".repeat(MAX_HEAD);
    // The name of a field that is longer decides.
    assert_eq!(kind(format!("Subject: {long}\nTo: a\n\n")), Kind::Message);
    assert_eq!(kind(format!("Received: {long}\n\n")), Kind::Message);
    assert_eq!(kind(format!("Note: {long}\n\n")), Kind::Text);
    assert_eq!(kind(format!("{FROM}To: {long}\n\n")), Kind::Mboxo);
    let header = format!("Content-Length: 1\nTo: {long}\n");
    assert_eq!(kind(mbox(&header, "x", "")), Kind::Mboxo);
    assert_eq!(kind(&long), Kind::Text);
    assert_eq!(
        kind(format!("To: a\n{}", " b\n".repeat(MAX_HEAD))),
        Kind::Message
    );
    // The line ends with the last byte.
    let file = format!("Received: {long}");
    assert_eq!(kind(&file[..MAX_HEAD]), Kind::Message);
    let file = format!("Received: {}\n", &long[11..]);
    assert_eq!(kind(file), Kind::Message);
}

#[test]
fn mmdf_is_recognised_by_its_separator() {
    check(rows!("tests.toml", "mmdf_is_recognised_by_its_separator"));
}

#[test]
fn rnews_is_recognised_by_its_first_line() {
    decided_at("#! rnews 1234\n|Path: a!b\n", Kind::Rnews);
    decided_at("#! rnews 0\r\n|", Kind::Rnews);
    decided_at("#! rnews 123456789012345678901\n|", Kind::Rnews);
    for file in [
        "#! rnews 12",
        "#! rnews \n",
        "#! rnews 12 a\n",
        "#! rnews a\n",
        "#!rnews 12\n",
        "#! rnews 12345678901234567890123456789012345678901\n",
    ] {
        assert_eq!(kind(file), Kind::Text, "{file}");
    }
}

#[test]
fn nntp_is_recognised_by_a_status_line_and_a_field() {
    decided_at("220 12 <a@b>\r\nPath: |a!b\r\n", Kind::Nntp);
    decided_at("221 0 <a@b> Head follows\nX: |a\n", Kind::Nntp);
    for file in lines!("tests.toml", "nntp_recognised_status") {
        assert_eq!(kind(file), Kind::Text, "{file}");
    }
    let long = |len: usize| format!("220 1 <{}>\r\nPath: a!b\r\n", "x".repeat(len - 10));
    assert_eq!(kind(long(512)), Kind::Nntp);
    assert_eq!(kind(long(513)), Kind::Text);
    // Without a status line, an article begins as a message.
    assert_eq!(kind("Path: a!b\r\n\r\n..\r\n.\r\n"), Kind::Message);
}

#[test]
fn content_lines_are_recognised_by_their_first_line() {
    check(rows!("tests.toml", "content_lines_recognised"));
}

#[test]
fn ldif_is_recognised_by_the_name_of_an_entry() {
    check(rows!("tests.toml", "ldif_recognised_name"));
    assert_eq!(kind(format!("dn: cn={}", "a".repeat(1000))), Kind::Text);
}

#[test]
fn blanks_may_precede_a_message() {
    assert_eq!(kind("     \r\n\r\nSubject: a\r\nTo: b\r\n"), Kind::Message);
    assert_eq!(kind(" \t\n Delivered-To: a\n"), Kind::Message);
    let blanks = |len| " ".repeat(len) + "\nReceived: x\n";
    assert_eq!(kind(blanks(4094)), Kind::Message);
    assert_eq!(kind(blanks(4095)), Kind::Text);
}

#[test]
fn files_in_utf_16_are_recognised() {
    let encode = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for (text, kind) in [
            ("\r\n<!DOCTYPE html>\r\nä", Kind::Html),
            ("From: a@b.example\nSubject: ł\n\n", Kind::Message),
            (
                "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: x\n\n",
                Kind::Mboxo,
            ),
            ("BEGIN:VCARD\n", Kind::Vcard),
            ("<http://a.example/>\n", Kind::Text),
        ] {
            for mark in ["", "\u{feff}"] {
                let file = encode(&format!("{mark}{text}"), order);
                assert_eq!(recognise(&file, true), Some(kind), "{mark:?}{text}");
            }
        }
        let page = encode("\u{feff}\r\n<!DOCTYPE html>", order);
        assert_eq!(recognise(&page[..1], false), None);
        assert_eq!(recognise(&page[..12], false), None);
        let blank = encode(&" ".repeat(40_000), order);
        assert_eq!(recognise(&blank, false), Some(Kind::Text));
    }
}
