use super::{MOST, recognise};
use crate::Kind;

/// What a file is, and how much of it was needed to tell. What is told of a part of it must be
/// told of the whole. Of a long file, parts of some lengths are tried.
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
            None => assert_eq!(needed, None, "{len} bytes, told and forgotten"),
        }
        let is_near = |place: usize| len.abs_diff(place) < 4;
        len += if len < 3000 || is_near(MOST) || is_near(file.len()) {
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

/// Asserts that the part of a file before `|` is enough, and nothing less.
fn told_at(file: &str, expected: Kind) {
    let bar = file.find('|').expect("a bar");
    let file = file.replacen('|', "", 1);
    assert_eq!(whole(file.as_bytes()), (expected, bar), "{file}");
}

const FROM: &str = "From a Mon Jan  7 00:00:00 2002\n";

fn mbox(header: &str, body: &str, after: &str) -> String {
    format!("{FROM}{header}\n{body}{after}")
}

#[test]
fn nothing_is_text() {
    for file in [
        "",
        "\n",
        "\r\n\n",
        "\r",
        "\u{feff}",
        "\u{feff}\n",
        " ",
        "x",
        "F",
    ] {
        assert_eq!(kind(file), Kind::Text, "{file:?}");
    }
    assert_eq!(kind(b"\xEF\xBB"), Kind::Text);
    assert_eq!(kind(b"\xFF\xD8\xFF\xE0"), Kind::Text);
}

#[test]
fn text_is_told_at_the_first_byte_that_decides() {
    told_at("see <| http://a/b>", Kind::Text);
    told_at("<|http://a/b>\n", Kind::Text);
    told_at(" | indented", Kind::Text);
    told_at("\n\n\t|indented", Kind::Text);
    told_at("1|2:00 it began\n", Kind::Text);
    told_at("http://|a/b\n", Kind::Text);
    told_at("> |quoted", Kind::Text);
    told_at(">From |here", Kind::Text);
    told_at("#! /|bin/sh\n", Kind::Text);
    told_at("225| volts", Kind::Text);
    told_at("220 1 <a> x\nS y|", Kind::Text);
    told_at("From me to you\nI s|ay", Kind::Text);
    told_at("From Mon Jan  7 on\n\n|", Kind::Text);
    told_at("Note: see below\n\n|Subject: x\n", Kind::Text);
    told_at("Note: see below\nand t|here\n", Kind::Text);
    told_at("Subject: x\nand t|here\n", Kind::Text);
    told_at("BABYL O|PTIONS: -*- rmail -*-\n", Kind::Text);
    told_at("*|mbx*\r\n", Kind::Text);
    told_at(&format!("{}|:", "a".repeat(128)), Kind::Text);
}

#[test]
fn messages_are_told_by_well_known_fields() {
    told_at("Received: from a\n|", Kind::Message);
    told_at("message-id:<a@b>\r\n|", Kind::Message);
    told_at("X-Mailer: a\n|", Kind::Message);
    told_at("List-Id: <a.b>\n|", Kind::Message);
    told_at("Path: a!b\n|", Kind::Message);
    told_at("Reply-To: a@b\n|", Kind::Message);
    // Two, or one and the end of the header.
    told_at("From: a@b\nTo: c@d\n|", Kind::Message);
    told_at("X-A: a\nX-B: b\n|", Kind::Message);
    told_at("Path: a\nFrom: a@b\n|", Kind::Message);
    told_at("Subject: x\n\n|text", Kind::Message);
    told_at("Subject: x\r\n\r\n|text", Kind::Message);
    told_at("Note: a\nSubject :\n x\nFoo: b\n\n|", Kind::Message);
    told_at("From : a@b\nTo: c@d\n|", Kind::Message);
    // Among others, which may be folded.
    told_at("Foo: a\n b\n>From c\nReceived: d\n|", Kind::Message);
    told_at("Foo: a\n\t\nDate: d\nDate: d\ncc: e\n|", Kind::Message);
    told_at("\u{feff}\n\r\nFrom: a@b\nTo: c@d\n|", Kind::Message);
    // The last line may lack its line break.
    assert_eq!(kind("From: a\nTo: b"), Kind::Message);
    assert_eq!(kind("MIME-Version: 1.0"), Kind::Message);
}

#[test]
fn prose_is_no_message() {
    for file in [
        "Subject: x\n",
        "Subject: x",
        "Subject: x\nSubject: y\n",
        "Subject: x\nSUBJECT: y\nz\n",
        "Subject: x\ny\n\n",
        "List-: x\n",
        "X-: x\n",
        "Received\n",
        " Received: x\n",
        "Note: x\nReceive: y\n\n",
        ">From: a\n>To: b\n\n",
        "Foo: a\n1To: b\nFrom: c\n",
        "From\n: a\nTo: b\n",
    ] {
        assert_eq!(kind(file), Kind::Text, "{file}");
    }
    let blanks = |count: usize| format!("{}From: a\nTo: b\n", "\n".repeat(count));
    assert_eq!(kind(blanks(64)), Kind::Message);
    assert_eq!(kind(blanks(65)), Kind::Text);
}

#[test]
fn what_looks_like_fields_is_not_held_back_forever() {
    let log = "error: something\n".repeat(64);
    assert_eq!(kind(format!("{log}Received: a\n")), Kind::Message);
    told_at(&format!("{log}error: x\n|Received: a\n"), Kind::Text);
    let list = format!("Items:\n{}", "  item\n".repeat(63));
    told_at(&format!("{list}  item\n|Received: a\n"), Kind::Text);
    let crowd = format!("To: a,\n{}", "  a,\n".repeat(500));
    assert_eq!(kind(format!("{crowd} b\nFrom: a\n")), Kind::Message);
}

#[test]
fn mbox_files_are_told_by_their_first_header() {
    told_at(&format!("{FROM}\n|text\n"), Kind::Mboxo);
    told_at(&format!("{FROM}text\n|"), Kind::Mboxo);
    told_at(&format!("{FROM}Foo: a\n\n|text\n"), Kind::Mboxo);
    told_at(&format!("{FROM}>From b\nFoo: a\r\n\r\n|"), Kind::Mboxo);
    told_at(&format!("{FROM}Foo: a\nno f|ield\n"), Kind::Mboxo);
    told_at(&format!("\u{feff}\n\n{FROM}Foo: a\n\n|text\n"), Kind::Mboxo);
    told_at("From -12\nFoo: a\n\n|", Kind::Mboxo);
    assert_eq!(kind(FROM), Kind::Mboxo);
    assert_eq!(kind(FROM.trim_end()), Kind::Mboxo);
    assert_eq!(kind(format!("{FROM}Foo: a\n")), Kind::Mboxo);
    assert_eq!(kind(format!("{FROM}Foo: a")), Kind::Mboxo);
}

#[test]
fn a_first_line_of_any_form_needs_a_well_known_field() {
    told_at("From a@b\nReturn-Path: c\n\n|", Kind::Mboxo);
    told_at("From a@b\nsubject: c\n\n|", Kind::Mboxo);
    told_at("From a@b\nPath: c\n\n|", Kind::Mboxo);
    told_at("From a@b\nFoo: |c\n\n", Kind::Text);
    assert_eq!(kind("From a@b\n\nSubject: c\n\n"), Kind::Text);
    assert_eq!(kind("From a@b\n"), Kind::Text);
    assert_eq!(kind("From a@b"), Kind::Text);
    assert_eq!(kind("From "), Kind::Text);
    // What was told of a long line holds when its end comes.
    let long = |len: usize| format!("From {}\nSubject: c\n\n", "x".repeat(len - 5));
    assert_eq!(kind(long(1001)), Kind::Mboxo);
    assert_eq!(kind(long(1002)), Kind::Text);
    assert_eq!(kind(long(1500)), Kind::Text);
}

#[test]
fn a_right_content_length_tells_of_mboxcl() {
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
    // The body's last line break may not have been counted.
    let file = mbox(&length("5"), "hello\n", &format!("\n{second}"));
    assert_eq!(kind(file), Kind::Mboxcl);
    let header = format!("To: b\ncontent-length : 0\n{}", length("7"));
    assert_eq!(kind(mbox(&header, "", &second)), Kind::Mboxcl);
    let header = length("x") + &length("") + &length("6") + &length("7");
    assert_eq!(kind(mbox(&header, "hello\n", &second)), Kind::Mboxcl);
    let file = mbox(&length("6"), "hello\n", &second).replace('\n', "\r\n");
    // Of a body of the same lines that end in LF alone.
    assert_eq!(kind(file), Kind::Mboxo);
}

#[test]
fn a_wrong_content_length_tells_nothing() {
    let second = format!("\n{FROM}To: b\n\n");
    for length in [
        "4",
        "7 8",
        "8",
        "9",
        "500",
        "-1",
        "0x6",
        "x",
        "",
        "99999999999999999999",
    ] {
        let header = format!("Content-Length: {length}\n");
        let file = mbox(&header, "hello\n", &second);
        assert_eq!(kind(&file), Kind::Mboxo, "{file}");
    }
    // It is told at the first byte that is wrong.
    let file = mbox("Content-Length: 3\n", "hel", "l|o\n");
    told_at(&file, Kind::Mboxo);
    // No `From ` line, or none at a line's start.
    let header = "Content-Length: 6\n";
    assert_eq!(kind(mbox(header, "hello\n", "From me\n")), Kind::Mboxo);
    assert_eq!(kind(mbox(header, "hello ", &second[1..])), Kind::Mboxo);
    // The field must stand in the header.
    assert_eq!(kind(mbox("Foo: a\n", header, "")), Kind::Mboxo);
}

#[test]
fn a_from_line_inside_a_body_tells_of_mboxcl2() {
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
fn a_body_that_is_too_long_to_look_at_is_believed_in() {
    let header = |length: usize| format!("Content-Length: {length:>6}\n");
    let body = mbox(&header(0), "", "").len();
    let line = "a line of text\n";
    let text = line.repeat(2 * MOST / line.len());
    let last = MOST - 1 - body;
    let second = format!("\n\n{FROM}To: b\n\n");
    let file = |length: usize, after: &str| mbox(&header(length), &text[..length], after);
    // The last byte that is looked at is the first one after the body.
    assert_eq!(kind(file(last, "\n")), Kind::Mboxcl);
    assert_eq!(kind(file(last, &second)), Kind::Mboxcl);
    assert_eq!(kind(file(last, "x")), Kind::Mboxo);
    assert_eq!(kind(file(last + 1, "x")), Kind::Mboxcl);
    // The `From ` line is cut.
    assert_eq!(kind(file(last - 10, &second)), Kind::Mboxcl);
    assert_eq!(kind(file(last - 10, "\n\nFrom me")), Kind::Mboxo);
    assert_eq!(kind(mbox(&header(999_999), "x", "")), Kind::Mboxcl);
    told_at(&mbox(&header(999_999), "|hello", ""), Kind::Mboxcl);
}

#[test]
fn no_more_than_64_kib_are_looked_at() {
    let long = "x".repeat(MOST);
    assert_eq!(kind(format!("Subject: {long}\nTo: a\n\n")), Kind::Text);
    assert_eq!(kind(format!("Received: {long}\n\n")), Kind::Text);
    assert_eq!(kind(format!("{FROM}To: {long}\n\n")), Kind::Mboxo);
    let header = format!("Content-Length: 1\nTo: {long}\n");
    assert_eq!(kind(mbox(&header, "x", "")), Kind::Mboxo);
    assert_eq!(kind(&long), Kind::Text);
    assert_eq!(kind(format!("To: a\n{}", " b\n".repeat(MOST))), Kind::Text);
    // The line ends with the last byte.
    let file = format!("Received: {long}");
    assert_eq!(kind(&file[..MOST]), Kind::Text);
    let file = format!("Received: {}\n", &long[11..]);
    assert_eq!(kind(file), Kind::Message);
}

#[test]
fn mmdf_is_told_by_its_mark() {
    told_at("\u{1}\u{1}\u{1}\u{1}\n|From: a\n", Kind::Mmdf);
    told_at("\u{1}\u{1}\u{1}\u{1}\r\n|", Kind::Mmdf);
    told_at("\u{1}\u{1}\u{1}\u{1}\u{1}|\n", Kind::Text);
    told_at("\u{1}\u{1}\u{1}\n|From: a\n", Kind::Text);
    assert_eq!(kind("\u{1}\u{1}\u{1}\u{1}"), Kind::Text);
    assert_eq!(kind("\n\u{1}\u{1}\u{1}\u{1}\n"), Kind::Text);
}

#[test]
fn rnews_is_told_by_its_first_line() {
    told_at("#! rnews 1234\n|Path: a!b\n", Kind::Rnews);
    told_at("#! rnews 0\r\n|", Kind::Rnews);
    told_at("#! rnews 123456789012345678901\n|", Kind::Rnews);
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
fn nntp_is_told_by_the_status_line_and_a_field() {
    told_at("220 12 <a@b>\r\nPath: |a!b\r\n", Kind::Nntp);
    told_at("221 0 <a@b> Head follows\nX: |a\n", Kind::Nntp);
    for file in [
        "220 12 <a@b>\r\n",
        "220 12 <a@b>\r\n\r\ntext\r\n.\r\n",
        "222 12 <a@b>\r\nsome text\r\n.\r\n",
        "223 12 <a@b>\r\nPath: a!b\r\n",
        "220 12 a@b\r\nPath: a!b\r\n",
        "220  <a@b>\r\nPath: a!b\r\n",
        "220 12 <a b>\r\nPath: a!b\r\n",
        "220 12345678901234567 <a@b>\r\nPath: a!b\r\n",
        "\n220 12 <a@b>\r\nPath: a!b\r\n",
    ] {
        assert_eq!(kind(file), Kind::Text, "{file}");
    }
    let long = |len: usize| format!("220 1 <{}>\r\nPath: a!b\r\n", "x".repeat(len - 10));
    assert_eq!(kind(long(512)), Kind::Nntp);
    assert_eq!(kind(long(513)), Kind::Text);
    // Without it, it begins as a message.
    assert_eq!(kind("Path: a!b\r\n\r\n..\r\n.\r\n"), Kind::Message);
}
