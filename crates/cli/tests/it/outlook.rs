//! Tests for the files of Outlook.

use base64::{Engine, prelude::BASE64_STANDARD};
use urlsift_tests::{
    outlook::{
        Value, id,
        msg::Msg,
        pst::{Pst, Version},
        rtf, text,
    },
    packing::{
        stream::Stream,
        zip::{Entry, zip},
    },
};

use crate::support::{dir_with, run_in, run_with};

/// A message with texts of each kind.
fn letter() -> Msg {
    Msg::new()
        .with(id::SUBJECT, text("Minutes"))
        .with(id::CLIENT_SUBMIT_TIME, Value::Time(128_777_302_000_000_000))
        .with(id::SENDER_NAME, text("A B"))
        .with(id::SENDER_SMTP_ADDRESS, text("a@b.example"))
        .with(id::INTERNET_MESSAGE_ID, text("<1@b.example>"))
        .with(0x1045, text("<http://list.example/leave>"))
        .with(id::BODY, text("one\r\n> see <http://text.ex\r\n> ample/>\r\n"))
        .with(
            id::HTML,
            Value::Binary(b"<p>&lt;http://html.example/&gt; <a href=\"http://href.example/\">x</a>".into()),
        )
        .with(
            id::RTF_COMPRESSED,
            rtf(br"{\rtf1\fromhtml1 {\*\htmltag <p>}{\*\htmltag84 &lt;}http://rtf.example/{\*\htmltag84 &gt;}}"),
        )
}

#[test]
fn links_are_in_the_texts_of_a_message() {
    let dir = dir_with(&[("a.msg", letter().finish())]);
    for threads in ["1", "3"] {
        run_in(&dir, &["list", "-Hnj", threads, "a.msg"]).gives(
            0,
            "a.msg!headers:4:http://list.example/leave\n\
             a.msg!text:2:http://text.example/\n\
             a.msg!html:1:http://html.example/\n\
             a.msg!rtf:1:http://rtf.example/\n",
        );
    }
    // Lines count from the start of a text, so each has its name.
    run_in(&dir, &["list", "-n", "--in", "body", "a.msg"]).gives(
        0,
        "a.msg!text:2:http://text.example/\n\
         a.msg!html:1:http://html.example/\n\
         a.msg!rtf:1:http://rtf.example/\n",
    );
    run_in(
        &dir,
        &["list", "-n", "--no-filename", "--in", "headers", "a.msg"],
    )
    .gives(0, "4:http://list.example/leave\n");
    run_in(&dir, &["list", "--in", "headers", "a.msg"]).gives(0, "http://list.example/leave\n");
    let links = run_in(&dir, &["list", "--json", "--all", "a.msg"]).json();
    let places: Vec<_> = links
        .iter()
        .map(|link| {
            (
                link["path"].as_str(),
                link["offset"].as_u64(),
                link["line"].as_u64(),
            )
        })
        .collect();
    let expected = [
        ("a.msg!headers", 88, 4),
        ("a.msg!text", 11, 2),
        ("a.msg!html", 3, 1),
        ("a.msg!html", 41, 1),
        ("a.msg!rtf", 3, 1),
    ];
    assert_eq!(
        places,
        expected.map(|(path, offset, line)| (Some(path), Some(offset), Some(line)))
    );
    for link in &links {
        assert_eq!(link["virtual"], true);
        let message = &link["message"];
        assert_eq!(message["id"], "<1@b.example>");
        assert_eq!(message["date"], "2009-01-29T19:16:40Z");
        assert_eq!(message["from"], "A B <a@b.example>");
        assert_eq!(message["subject"], "Minutes");
    }
    assert_eq!(links[0]["message"]["header"], "List-Unsubscribe");
    assert_eq!(links[2]["message"]["type"], "text/html");
    assert_eq!(links[3]["element"], "a");
    let fields = run_in(&dir, &["list", "--format", "{virtual} {url}\\n", "a.msg"]);
    assert!(
        fields.out().starts_with("true http://list.example/leave\n"),
        "{}",
        fields.out()
    );
}

#[test]
fn texts_and_messages_are_selected_as_in_other_archives() {
    let dir = dir_with(&[("a.msg", letter().finish())]);
    let list = |args: &[&str], expected: &str| {
        let args = [&["list", "--no-filename"], args, &["a.msg"]].concat();
        run_in(&dir, &args).gives(i32::from(expected.is_empty()), expected);
    };
    list(&["--in", "headers"], "http://list.example/leave\n");
    let body = "http://text.example/\nhttp://html.example/\nhttp://rtf.example/\n";
    list(&["--in", "body"], body);
    list(&["--no-html", "--in", "body"], "http://text.example/\n");
    list(
        &[
            "--from", "a@b", "--since", "2009", "--until", "2010", "--in", "body",
        ],
        body,
    );
    list(&["--subject", "other"], "");
    list(&["--range", "1:"], "");
    list(&["--range", ":9", "--in", "body"], body);
}

#[test]
fn stats_count_the_messages() {
    let inner = Msg::new().with(id::BODY, text("<http://inner.example/>"));
    let outer = letter()
        .message("inner", inner)
        .file("b.txt", "", b"<http://b.example/>");
    let dir = dir_with(&[("a.msg", outer.finish())]);
    let outcome = run_in(&dir, &["list", "-H", "--in", "body", "--stats", "a.msg"]);
    assert!(
        outcome.out().ends_with(
            "a.msg!1-inner!text:http://inner.example/\na.msg!2-b.txt:http://b.example/\n"
        ),
        "{}",
        outcome.out()
    );
    outcome.says("files: 6, bytes: ");
    outcome.says("messages: 1,");
}

#[test]
fn info_describes_them_as_mailboxes() {
    let inner = Msg::new().with(id::BODY, text("<http://inner.example/>"));
    let outer = letter()
        .message("inner", inner)
        .file("b.txt", "", b"<http://b.example/>");
    let msg = outer.finish();
    let size = msg.len();
    let pst = store(2, 1);
    let sum = size + pst.len();
    let dir = dir_with(&[
        ("a.msg", msg.clone()),
        ("b.pst", pst.clone()),
        ("c.pst.gz", Stream::Gzip.pack(&pst)),
    ]);
    let shown = run_in(&dir, &["info", "a.msg", "b.pst", "c.pst.gz"]);
    assert_eq!((shown.status, shown.err()), (0, ""));
    let blocks: Vec<_> = shown.out().split("\n\n").map(rows_of).collect();
    let of_msg = ["a.msg: msg", &bytes_row(size), "2 messages", "5 parts"];
    assert_eq!(blocks[0][..4], of_msg);
    assert!(
        blocks[0].contains(&"3 text/plain 7bit".to_owned()),
        "{blocks:?}"
    );
    let of_pst = [
        "b.pst: pst",
        &bytes_row(pst.len()),
        "2 messages",
        "2 parts",
        "2 text/plain 7bit",
    ];
    assert_eq!(blocks[1], of_pst);
    // The size of compressed files is not known.
    let of_compressed = [
        "c.pst.gz: pst, gzip",
        "2 messages",
        "2 parts",
        "2 text/plain 7bit",
    ];
    assert_eq!(blocks[2], of_compressed);
    let total = [
        "total: 3 files",
        "1 of kind msg",
        "2 of kind pst",
        &bytes_row(sum),
        "6 messages",
        "9 parts",
    ];
    assert_eq!(blocks[3][..6], total);
    let info = run_in(&dir, &["info", "--json", "a.msg", "c.pst.gz"]).json();
    assert_eq!(
        (&info[0]["kind"], &info[0]["messages"]),
        (&"msg".into(), &2.into())
    );
    assert_eq!(
        (&info[0]["members"], &info[0]["bytes"]),
        (&2.into(), &size.into())
    );
    assert_eq!(info[0]["parts"][0]["count"], 3);
    assert_eq!(
        (&info[1]["messages"], info[1].get("bytes")),
        (&2.into(), None)
    );
    // The kind of other files does not affect them.
    let as_mbox = run_in(&dir, &["info", "--json", "--as=mboxrd", "a.msg"]);
    assert_eq!(as_mbox.json()[0]["parts"], info[0]["parts"]);
}

/// Returns the rows of a block, without their alignment.
fn rows_of(block: &str) -> Vec<String> {
    let rows = block
        .lines()
        .map(|row| row.split_whitespace().collect::<Vec<_>>());
    rows.map(|row| row.join(" ")).collect()
}

/// Returns the row of a size, as in the total.
fn bytes_row(bytes: usize) -> String {
    let digits = bytes.to_string();
    let groups: Vec<_> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(String::from_utf8_lossy)
        .collect();
    format!(
        "{} bytes ({})",
        groups.join(","),
        indicatif::HumanBytes(bytes as u64)
    )
}

/// A store with a folder of `count` messages of `lines` lines.
pub(crate) fn store(count: u32, lines: usize) -> Vec<u8> {
    let mut pst = Pst::new(Version::Unicode);
    for (node, name) in [(0x122, ""), (0x8022, "Inbox")] {
        let (data, subnodes) = pst.object(&[(id::DISPLAY_NAME, text(name))], &[]);
        pst.node(node, data, subnodes, 0x122);
    }
    for number in 0..count {
        let body = format!("<http://{number}.example/>\r\n").repeat(lines);
        let message = [(id::SUBJECT, text("x")), (id::BODY, text(&body))];
        let (data, subnodes) = pst.object(&message, &[]);
        pst.node(0x20_0004 + 0x20 * number, data, subnodes, 0x8022);
    }
    pst.finish()
}

#[test]
fn stores_are_read_from_files_pipes_and_archives() {
    let pst = store(40, 1);
    let expected = |name: &str| -> String {
        let line = |number| {
            let node = 0x20_0004 + 0x20 * number;
            format!("{name}!Inbox/{node}!text:http://{number}.example/\n")
        };
        (0..40).map(line).collect::<Vec<_>>().concat()
    };
    let dir = dir_with(&[
        ("a.pst", pst.clone()),
        ("a.pst.gz", Stream::Gzip.pack(&pst)),
        ("a.zip", zip(&[Entry::deflated("a.pst", &pst)])),
    ]);
    for (path, name) in [
        ("a.pst", "a.pst"),
        ("a.pst.gz", "a.pst.gz"),
        ("a.zip", "a.zip!a.pst"),
    ] {
        run_in(&dir, &["list", "-H", path]).gives(0, &expected(name));
    }
    run_with(&["list", "-H"], &pst).gives(0, &expected("-"));
    run_in(&dir, &["info", "a.zip"]).gives(
        0,
        "a.zip!a.pst: pst\n  40 messages\n  40 parts\n  40   text/plain  7bit\n\na.zip: zip\n  1 member\n",
    );
}

#[test]
fn long_texts_are_read_on_any_number_of_threads() {
    // Larger than a small file, and than what waits in memory.
    let dir = dir_with(&[("a.pst", store(3, 20_000))]);
    let one = run_in(&dir, &["list", "-Hnj1", "a.pst"]);
    assert_eq!((one.status, one.err()), (0, ""));
    assert_eq!(one.out().lines().count(), 60_000);
    let last = "a.pst!Inbox/2097220!text:20000:http://2.example/";
    assert_eq!(one.out().lines().last(), Some(last));
    for threads in ["2", "8"] {
        run_in(&dir, &["list", "-Hnj", threads, "a.pst"]).gives(0, one.out());
    }
    let urls = run_in(&dir, &["list", "--no-filename", "a.pst"]);
    run_in(&dir, &["list", "--no-filename", "--max-temp", "0", "a.pst"]).gives(0, urls.out());
}

#[test]
fn copies_of_stores_in_pipes_are_limited() {
    let pst = store(3, 20_000);
    let outcome = run_with(&["list", "--max-temp", "1M"], &pst);
    assert_eq!(outcome.status, 2);
    let [limit, rest] = outcome.err().lines().collect::<Vec<_>>()[..] else {
        panic!("{}", outcome.err());
    };
    assert!(limit.contains("the limit on temporary files"), "{limit}");
    assert_eq!(
        rest,
        "urlsift: -: pst could not be copied beyond byte 1048576"
    );
}

/// Reading it again would give the same.
#[test]
fn damage_is_no_failure_of_the_system() {
    let pst = store(40, 1);
    let msg = letter().finish();
    let mut old = pst.clone();
    old[10..12].copy_from_slice(&[99, 0]);
    for (name, bytes, code) in [
        ("cut.pst", &pst[..pst.len() / 2], "corrupt"),
        ("old.pst", &old, "unsupported"),
        ("cut.msg", &msg[..msg.len() / 2], "corrupt"),
    ] {
        let dir = dir_with(&[(name, bytes)]);
        let objects = run_in(&dir, &["list", "--json", "--json-errors", name]).json();
        assert_eq!(objects[0]["error"]["code"], code, "{name}: {objects:?}");
        let harvest = run_in(&dir, &["harvest", "-o", "out", name]);
        assert_eq!(harvest.status, 0, "{name}: {}", harvest.err());
        assert!(dir.path().join("out/manifest.json").exists(), "{name}");
    }
}

/// It may be no message, so it is also read as any other file.
#[test]
fn bytes_of_a_message_that_cannot_be_opened_are_searched() {
    let attached = b"<http://a.example/>\n".repeat(1000);
    let mut msg = Msg::new().file("a.txt", "", &attached).finish();
    // The first sector of the directory (MS-CFB, section 2.2).
    msg[48..52].copy_from_slice(&[0xf0; 4]);
    let dir = dir_with(&[("a.msg", msg)]);
    let outcome = run_in(&dir, &["list", "-a", "--unique", "a.msg"]);
    assert_eq!(outcome.out(), "http://a.example/\n");
    assert!(
        outcome.err().starts_with("urlsift: a.msg: msg: "),
        "{}",
        outcome.err()
    );
    assert_eq!(outcome.status, 2);
}

#[test]
fn damaged_files_are_errors_and_others_are_read() {
    let (msg, pst) = (letter().finish(), store(2, 1));
    let mut newer = pst.clone();
    newer[10] = 36;
    let dir = dir_with(&[
        ("a.msg", msg[..600].to_vec()),
        ("b.pst", pst[..700].to_vec()),
        ("c.ost", newer),
        (
            "d.dbx",
            b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f<http://no/>".to_vec(),
        ),
        ("e.txt", b"<http://e.example/>".to_vec()),
    ]);
    let args = [
        "list",
        "--no-filename",
        "a.msg",
        "b.pst",
        "c.ost",
        "d.dbx",
        "e.txt",
    ];
    let outcome = run_in(&dir, &args);
    assert!(outcome.out().ends_with("http://e.example/\n"));
    assert_eq!(outcome.status, 2);
    for path in ["b.pst", "c.ost", "d.dbx"] {
        assert!(
            outcome.err().contains(&format!("urlsift: {path}: ")),
            "{path}: {}",
            outcome.err()
        );
    }
}

/// Other programs keep documents in compound files, too.
#[test]
fn a_compound_file_that_is_no_message_is_read_as_text() {
    let mut document = cfb_with("WordDocument", b"see <http://document.example/>");
    let dir = dir_with(&[("a.doc", &document)]);
    run_in(&dir, &["list", "-aH", "a.doc"]).gives(0, "a.doc:http://document.example/\n");
    run_with(&["list"], &document).gives(0, "http://document.example/\n");
    document.truncate(100);
    document.extend(b"<http://cut.example/>");
    run_with(&["list"], &document).gives(0, "http://cut.example/\n");
}

fn cfb_with(name: &str, bytes: &[u8]) -> Vec<u8> {
    use std::io::{Cursor, Write};

    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).expect("memory");
    let mut stream = file.create_stream(name).expect("a stream");
    stream.write_all(bytes).expect("memory");
    drop(stream);
    file.into_inner().into_inner()
}

/// Returns a message to which a file is attached, and where its base64 is.
fn with_attachment(file: &[u8]) -> (String, std::ops::Range<u64>) {
    let head = "From: c@d.example\nSubject: Fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
                --b\nContent-Type: application/octet-stream; name=\"a.msg\"\nContent-Transfer-Encoding: base64\n\n";
    let text = BASE64_STANDARD.encode(file);
    let place = head.len() as u64..(head.len() + text.len()) as u64;
    (format!("{head}{text}\n--b--\n"), place)
}

#[test]
fn an_attached_message_is_read_at_the_place_of_its_file() {
    let utf16 = "<http://txt.example/>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes);
    let utf16: Vec<u8> = b"\xFF\xFE".iter().copied().chain(utf16).collect();
    let file = letter()
        .file("a.eml", "", b"Subject: x\n\n<http://eml.example/>\n")
        .file("a.txt", "", &utf16)
        .message(
            "b",
            Msg::new().with(id::BODY, text("<http://inner.example/>")),
        )
        .finish();
    let (mail, place) = with_attachment(&file);
    let dir = dir_with(&[("a.eml", mail.into_bytes())]);
    let links = run_in(&dir, &["list", "--json", "--all", "a.eml"]).json();
    let urls: Vec<_> = links.iter().map(|link| link["url"].as_str()).collect();
    let expected = [
        "http://list.example/leave",
        "http://text.example/",
        "http://html.example/",
        "http://href.example/",
        "http://rtf.example/",
        "http://eml.example/",
        "http://txt.example/",
        "http://inner.example/",
    ];
    assert_eq!(urls, expected.map(Some));
    for link in &links {
        assert_eq!(link["offset"], place.start);
        assert!(place.contains(&(link["end"].as_u64().expect("an offset") - 1)));
        assert_eq!(link["message"]["subject"], "Fwd");
    }
    assert!(!run_in(&dir, &["info", "a.eml"]).out().contains("not read"));
}

#[test]
fn an_attached_file_that_cannot_be_read_is_counted() {
    let long = letter().file("a.txt", "", &vec![b'a'; 4 << 20]).finish();
    for file in [&long[..], &long[..600]] {
        let (mail, _) = with_attachment(file);
        let dir = dir_with(&[("a.eml", mail.into_bytes())]);
        run_in(&dir, &["list", "--all", "a.eml"]).gives(1, "");
        let skipped = "1 part of type application/vnd.ms-outlook, not read";
        assert!(run_in(&dir, &["info", "a.eml"]).out().contains(skipped));
    }
}
