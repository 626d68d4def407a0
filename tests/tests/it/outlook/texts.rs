//! The texts of messages.

use urlsift_tests::outlook::{
    Recorded, Value, check, id,
    msg::Msg,
    pst::{Pst, Version},
    rtf, text,
};

/// 2009-01-29T19:16:40Z.
const TIME: u64 = 128_777_302_000_000_000;

/// The properties of a message with each kind of text.
fn properties() -> Vec<(u16, Value)> {
    vec![
        (id::SUBJECT, text("Größe")),
        (id::CLIENT_SUBMIT_TIME, Value::Time(TIME)),
        (id::SENDER_NAME, text("A \"B\" C")),
        (id::SENDER_SMTP_ADDRESS, text("a@b.example")),
        (id::INTERNET_MESSAGE_ID, text("<1@b.example>")),
        (id::BODY, text("see <http://text.example/>\r\n")),
        (
            id::HTML,
            Value::Binary(b"<p>\xe9 &lt;http://html.example/></p>".into()),
        ),
        (id::INTERNET_CODEPAGE, Value::Integer(1252)),
        (
            id::RTF_COMPRESSED,
            rtf(br"{\rtf1\fromhtml1 {\*\htmltag <p>}\'e9 {\*\htmltag </p>}}"),
        ),
    ]
}

const MADE: &str = "From: \"A \\\"B\\\" C\" <a@b.example>\r\nSubject: Größe\r\nMessage-ID: <1@b.example>\r\n\
                    Date: 29 Jan 2009 19:16:40 +0000\r\n";

fn msg(properties: Vec<(u16, Value)>) -> Msg {
    let properties = properties.into_iter();
    properties.fold(Msg::new(), |msg, (id, value)| msg.with(id, value))
}

fn msg_of(properties: Vec<(u16, Value)>) -> Recorded {
    check(&msg(properties).finish())
}

/// Returns a store with folders and these messages in the inner one.
fn pst_of(version: Version, messages: &[Vec<(u16, Value)>]) -> Vec<u8> {
    let mut pst = Pst::new(version);
    for (node, parent, name) in [
        (0x122, 0x122, "root"),
        (0x8022, 0x122, "Top"),
        (0x8042, 0x8022, "In/box"),
    ] {
        let (data, subnodes) = pst.object(&[(id::DISPLAY_NAME, text(name))], &[]);
        pst.node(node, data, subnodes, parent);
    }
    for (index, message) in messages.iter().enumerate() {
        let (data, subnodes) = pst.object(message, &[]);
        pst.node(0x20_0004 + 0x20 * index as u32, data, subnodes, 0x8042);
    }
    pst.finish()
}

#[test]
fn a_message_has_its_texts_and_the_header_that_its_properties_make() {
    let read = msg_of(properties());
    assert_eq!(read.faults, []);
    assert_eq!(read.messages, [""]);
    assert_eq!(read.names(), ["headers", "text", "html", "rtf"]);
    assert_eq!(read.text("headers"), format!("{MADE}\r\n"));
    let typed =
        |content_type| format!("MIME-Version: 1.0\r\nContent-Type: {content_type}\r\n{MADE}\r\n");
    let expected = [
        (
            "text/plain; charset=utf-8",
            "see <http://text.example/>\r\n",
        ),
        (
            "text/html; charset=windows-1252",
            "<p>\u{fffd} &lt;http://html.example/></p>",
        ),
        ("text/html; charset=utf-8", "<p>é </p>"),
    ];
    for ((_, header, text), (content_type, expected)) in read.texts[1..].iter().zip(expected) {
        assert_eq!(*header, typed(content_type));
        assert_eq!(text, expected);
    }
}

#[test]
fn a_store_has_the_same_texts_in_its_folders() {
    for version in [Version::Ansi, Version::Unicode] {
        let read = check(&pst_of(version, &[properties(), properties()]));
        assert_eq!(read.faults, [], "{version:?}");
        let first = "Top/In/box/2097156";
        assert_eq!(read.messages, [first, "Top/In/box/2097188"]);
        let alone = msg_of(properties());
        for ((name, header, text), (alone, alone_header, alone_text)) in
            read.texts[..4].iter().zip(&alone.texts)
        {
            assert_eq!(*name, format!("{first}!{alone}"));
            assert_eq!((header, text), (alone_header, alone_text));
        }
        assert_eq!(read.texts.len(), 8);
    }
}

#[test]
fn the_transported_header_is_preferred() {
    let header = "Microsoft Mail Internet Headers Version 2.0\r\nSubject: sent\r\nContent-Type: multipart/mixed;\r\n\
                  \tboundary=x\r\nList-Id: <a.example>\r\n\r\nlost";
    let mut all = properties();
    all.push((id::TRANSPORT_MESSAGE_HEADERS, text(header)));
    let read = msg_of(all);
    let kept = "Subject: sent\r\nContent-Type: multipart/mixed;\r\n\tboundary=x\r\nList-Id: <a.example>\r\n\r\n";
    assert_eq!(read.text("headers"), kept);
    let before = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nSubject: sent\r\nList-Id: <a.example>\r\n\r\n";
    assert_eq!(read.texts[1].1, before);
}

#[test]
fn strings_are_in_the_code_page_of_the_message() {
    let read = msg_of(vec![
        (id::MESSAGE_CODEPAGE, Value::Integer(1251)),
        (id::SUBJECT, Value::String8(b"\xcf\xf0\0".into())),
        (id::BODY, Value::String8(b"\xcf\xf0".into())),
        (id::HTML, Value::String8(b"<p>\xcf</p>".into())),
    ]);
    assert_eq!(read.text("headers"), "Subject: Пр\r\n\r\n");
    let subject = |codepage| {
        let read = msg_of(vec![
            (id::INTERNET_CODEPAGE, Value::Integer(codepage)),
            (id::SUBJECT, Value::String8(b"\xcf".into())),
        ]);
        read.text("headers").to_owned()
    };
    assert_eq!(subject(1251), "Subject: П\r\n\r\n");
    assert_eq!(subject(65001), "Subject: Ï\r\n\r\n");
    assert_eq!((read.text("text"), read.text("html")), ("Пр", "<p>П</p>"));
}

#[test]
fn attachments_that_are_texts_or_messages_are_read() {
    let inner = msg(properties()).file("b.txt", "", b"<http://inner.example/>");
    let outer = msg(properties())
        .file("a.TXT", "", b"<http://a.example/>")
        .file("a.bin", "application/octet-stream", b"<http://no.example/>")
        .file("a.html", "text/html", "\u{fffd}".as_bytes())
        .message("In: here", inner)
        .file(
            "mail",
            "message/rfc822",
            b"Subject: x\n\n<http://mail.example/>",
        )
        .file("", "text/plain", b"\xff\xfea\0")
        .file("long", &format!("text/{}", "x".repeat(300)), b"a");
    let read = check(&outer.finish());
    assert_eq!(read.faults, []);
    assert_eq!(read.messages, ["", "4-In: here"]);
    let names = [
        "1-a.TXT",
        "3-a.html",
        "4-In: here!headers",
        "4-In: here!text",
        "4-In: here!html",
        "4-In: here!rtf",
        "4-In: here!1-b.txt",
        "5-mail",
        "6",
        "7-long",
    ];
    assert_eq!(read.names()[4..], names);
    let header = |name: &str| {
        let found = read.texts.iter().find(|(known, ..)| known == name);
        found.expect("a text").1.lines().nth(1).map(str::to_owned)
    };
    assert_eq!(
        header("1-a.TXT").as_deref(),
        Some("Content-Type: text/plain")
    );
    assert_eq!(
        header("3-a.html").as_deref(),
        Some("Content-Type: text/html; charset=utf-8")
    );
    assert_eq!(
        header("6").as_deref(),
        Some("Content-Type: text/plain; charset=utf-16le")
    );
    assert_eq!(header("5-mail"), None);
    // No media type is that long (RFC 6838 §4.2).
    assert_eq!(
        header("7-long").as_deref(),
        Some("Content-Type: text/plain")
    );
}

#[test]
fn attachments_of_a_store_are_in_their_message() {
    for version in [Version::Ansi, Version::Unicode] {
        let mut pst = Pst::new(version);
        let (inner, inner_nodes) = pst.object(&[(id::BODY, text("inner"))], &[]);
        let message = [
            (id::ATTACH_METHOD, Value::Integer(5)),
            (id::ATTACH_LONG_FILENAME, text("m")),
            (id::ATTACH_DATA, Value::Object(0x2_0044)),
        ];
        let (attached, attached_nodes) = pst.object(&message, &[(0x2_0044, inner, inner_nodes)]);
        let file = [
            (id::ATTACH_METHOD, Value::Integer(1)),
            (id::ATTACH_LONG_FILENAME, text("a.txt")),
            (id::ATTACH_DATA, Value::Binary(b"file ".repeat(20_000))),
        ];
        let (second, second_nodes) = pst.object(&file, &[]);
        let inside = [
            (0x8025, attached, attached_nodes),
            (0x8045, second, second_nodes),
        ];
        let (data, subnodes) = pst.object(&[(id::BODY, text("outer"))], &inside);
        pst.node(0x20_0004, data, subnodes, 0x999);
        let read = check(&pst.finish());
        assert_eq!(read.faults, [], "{version:?}");
        assert_eq!(read.messages, ["2097156", "2097156!1-m"]);
        let names = ["2097156!text", "2097156!1-m!text", "2097156!2-a.txt"];
        assert_eq!(read.names(), names);
        assert_eq!(read.text(names[1]), "inner");
        assert_eq!(read.text(names[2]), "file ".repeat(20_000));
    }
}

#[test]
fn a_store_may_have_many_messages() {
    let messages: Vec<_> = (0..3000)
        .map(|number| vec![(id::SUBJECT, text(&format!("{number}")))])
        .collect();
    let read = check(&pst_of(Version::Unicode, &messages));
    assert_eq!((read.faults.len(), read.messages.len()), (0, 3000));
    assert_eq!(read.texts[2999].2, "Subject: 2999\r\n\r\n");
}
