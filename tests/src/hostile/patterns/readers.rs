//! Texts that only their content shows: attachments without a type, strings of JSON, texts with NULs,
//! charsets that are guessed, and lines that end in CR.

use super::super::{
    MESSAGE, MULTIPART, message,
    pattern::{Pattern, repeat},
};
use crate::outlook::{id, msg::Msg, text};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};

/// Returns the pattern of a unit of bytes that is repeated after a head.
fn bytes(name: &'static str, head: impl Into<Vec<u8>>, unit: impl Into<Vec<u8>>) -> Pattern {
    let (head, unit) = (head.into(), unit.into());
    Pattern::new(name, move |size| {
        let times = size.saturating_sub(head.len()).div_ceil(unit.len()).max(1);
        [&head[..], &unit.repeat(times)].concat()
    })
}

/// Returns a part of type `application/octet-stream`.
fn part(fields: &str, body: &str) -> String {
    format!("--b\nContent-Type: application/octet-stream{fields}\n\n{body}\n")
}

/// Attachments without a type: what decides how they are read is late, missing or wrong.
pub(super) fn attachments() -> Vec<Pattern> {
    let multipart = || message(MULTIPART, "");
    let encoded = "\nContent-Transfer-Encoding: base64";
    let named = |name: &str| format!("; name={name}");
    let msg = Msg::new().with(id::BODY, text("<http://a/>")).finish();
    let msg = part(&(named("a.msg") + encoded), &BASE64.encode(&msg));
    let no_msg = BASE64.encode(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 no compound file");
    let no_msg = part(&(named("a.msg") + encoded), &no_msg);
    vec![
        bytes("attachments-of-text", multipart(), part("", "<http://a/>")),
        bytes("attachments-of-nothing", multipart(), part("", "")),
        bytes(
            "attachments-of-pages",
            multipart(),
            part(&named("a.html"), "<a href=x:y>a</a>"),
        ),
        bytes(
            "attachments-of-messages",
            multipart(),
            part(&named("a.eml"), "Subject: x\n\n<http://a/>"),
        ),
        bytes(
            "attachments-of-messages-encoded",
            multipart(),
            part(&(named("a.eml") + encoded), "U3ViamVjdDogeAoK"),
        ),
        bytes("attachment-undecided", multipart() + &part("", ""), " \n"),
        bytes(
            "attachment-of-blanks",
            multipart() + &part(encoded, ""),
            "ICAg\n",
        ),
        bytes("attachments-of-outlook", multipart(), msg),
        bytes("attachments-of-outlook-damaged", multipart(), no_msg),
        Pattern::new("attachment-of-outlook", |size| {
            let msg = Msg::new().with(id::BODY, text(&repeat("<http://a/>\n", size / 3)));
            let part = part(
                "; name=a.msg\nContent-Transfer-Encoding: base64",
                &BASE64.encode(msg.finish()),
            );
            message(MULTIPART, &part).into()
        }),
    ]
}

/// Texts that are not prose in one charset.
pub(super) fn texts() -> Vec<Pattern> {
    let sparse = |unit: &str| unit.to_owned() + &" ".repeat(5 << 10) + "\n";
    vec![
        bytes("json-slashes", r#"{"a":"http:\/\/a"#, r"\/"),
        bytes("json-links", r#"{"a":""#, r#"http:\/\/a\/\n\""#),
        bytes(
            "json-lines",
            "",
            r#"{"a":"http:\/\/a\/"}"#.to_owned() + "\n",
        ),
        bytes("json-backslashes", r#""http://a/"#, r"\"),
        bytes("json-line-breaks", "http://a/", r"\r\n"),
        bytes("nuls-of-a-text", "", sparse("http://a/\0")),
        bytes("nuls-in-a-url", "http://a/", "\0"),
        bytes("nuls-before-links", " ".repeat(70 << 10), "\0http://a/"),
        bytes(
            "charsets-by-turns",
            "",
            b"http://a/\xe9 \n\x82\xa0http://b/\x81\x42\n".repeat(400),
        ),
        bytes("charsets-in-doubt", "", b"\xe9\n"),
        bytes("charset-of-a-line", "", b"\x82\xa0"),
        bytes(
            "charset-of-late-letters",
            "http://a/ ".repeat(1000),
            b"\xab\xe9\xbb",
        ),
    ]
}

/// Messages of a mailbox whose lines end in CR alone, among others.
pub(super) fn mailboxes() -> Vec<Pattern> {
    let begun = [MESSAGE, "\n<http://a/>\n\n"].concat();
    let cr = begun.replace('\n', "\r") + "\n\n";
    vec![
        bytes("cr-messages", begun.clone(), cr.clone()),
        bytes("cr-messages-by-turns", begun.clone(), begun.clone() + &cr),
        bytes(
            "cr-message",
            begun.clone() + &MESSAGE.replace('\n', "\r"),
            "<http://a/>\r",
        ),
        bytes(
            "cr-from-lines",
            begun,
            "From a@b.example Mon Jan 30 09:12:04 1995\r",
        ),
        Pattern::new("utf16-mailbox", |size| {
            let messages = repeat(&[MESSAGE, "\n<http://a/>\n\n"].concat(), size / 2);
            messages.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }),
    ]
}
