//! The JSON of links, byte for byte. `writer.rs` describes it a second time.

use std::sync::Arc;

use urlsift::{Field, Link, Message, Metadata, Preceding, Rejected, Section};
use urlsift_rfc1738::Conformance;
use urlsift_scan::{Candidate, Position, Span};
use urlsift_tables::{lines, lists, unescaped};

/// Returns the JSON of a link, without the end of the line.
fn json(link: &Link<'_>) -> String {
    let json = String::from_utf8(link.to_json_line()).expect("JSON is UTF-8");
    let json = json.strip_suffix('\n').expect("a line ends");
    json.to_owned()
}

fn candidates(text: &[u8]) -> impl Iterator<Item = Candidate> {
    urlsift_scan::candidates(text)
}

fn position(text: &[u8], span: Span) -> Position {
    let before = &text[..span.range().start];
    let mut lines = before.split(|&byte| byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    Position {
        line: lines.count() as u64 + 1,
        column: last.len() as u64 + 1,
    }
}

/// Returns the links of a text that is its source.
fn links(path: &str, text: &'static [u8]) -> impl Iterator<Item = Link<'static>> {
    let path: Arc<[u8]> = path.as_bytes().into();
    candidates(text).map(move |candidate| {
        let position = position(text, candidate.span());
        Link::new(candidate, Arc::clone(&path), |span| span).with_position(position)
    })
}

/// Returns the link of a text that holds one and is found somewhere in its source, where each of the offsets
/// that are asked for (of the candidate, then of its pieces) has become another.
fn link_at(path: &str, text: &[u8], spans: &[(u64, u64)]) -> Link<'static> {
    let candidate = candidates(text).next().expect("a candidate");
    let mut spans = spans.iter();
    Link::new(candidate, path.as_bytes().into(), |_| {
        let &(start, end) = spans.next().expect("as many as are asked for");
        Span::new(start, end)
    })
}

#[test]
fn links_are_what_the_command_prints() {
    for (path, case) in lists!("json.toml", "cases") {
        let lines = links(path, unescaped(case[0])).map(|link| json(&link));
        assert_eq!(lines.collect::<Vec<_>>(), case[1..], "{path}");
    }
}

fn metadata() -> Metadata {
    let header = "Message-ID: <1@a.example>\nDate: 7 Jan 1997 20:00:00 GMT\nFrom: Jim <jim@a.example>\n\
        Subject: Re: caf\u{e9}\nNewsgroups: a.b,c.d\n";
    Metadata::of(header.as_bytes())
}

#[test]
fn a_message_is_what_the_command_prints() {
    let message = Message::new(0, Arc::new(metadata())).with_index(0);
    let silent = Message::new(375, Arc::default()).with_index(1);
    let plain = || Section::part(&[1], "text/plain");
    let mixed = Section::part(&[], "multipart/mixed");
    let html = Section::part(&[2], "text/html");
    let links = [
        ((247, 266), (9, 8), 'h', &message, Section::header(b"X-Url")),
        ((268, 287), (11, 1), 'p', &message, mixed),
        ((293, 312), (14, 1), '1', &message, plain()),
        ((342, 367), (18, 1), '2', &message, html),
        ((435, 454), (24, 1), 'b', &silent, plain()),
    ];
    for (((start, end), (line, column), host, message, section), expected) in
        links.into_iter().zip(lines!("json.toml", "mailbox"))
    {
        let text = format!("<http://{host}.example/>");
        // In HTML, `&lt;` and `&gt;` are longer than what they show.
        let mark = (end - start - 17) / 2;
        let spans = [(start, end), (start + mark, end - mark)];
        let link = link_at("m.mbox", text.as_bytes(), &spans)
            .with_position(Position { line, column })
            .with_message(message.clone())
            .with_section(section);
        assert_eq!(json(&link), expected);
        assert!(link.clone() == link);
    }
}

/// In JSON, too, as its second description says.
#[test]
fn long_headers_are_cut_in_each_text() {
    // The limit falls within the `é`, which is omitted.
    let long = format!("{}é{}", "x".repeat(4095), "y".repeat(9));
    let exact = "z".repeat(4096);
    for (value, printed) in [(&long, &long[..4095]), (&exact, &exact)] {
        let header = format!("From: {value}\nSubject: {value}\n");
        let metadata = Metadata::of(header.as_bytes());
        let link = link_at("a", b"<http://a.example/>", &[(7, 26), (8, 25)])
            .with_message(Message::new(3, Arc::new(metadata)))
            .with_section(Section::header(value.as_bytes()));
        for name in ["message.from", "message.subject", "message.header"] {
            let field = Field::named(name).expect("a field has this name");
            assert_eq!(*link.fields().text(field), *printed.as_bytes(), "{name}");
        }
        // The metadata is complete.
        let metadata = link.message().expect("a message").metadata();
        assert_eq!(metadata.from(), Some(&**value));
        assert_eq!(metadata.subject(), Some(&**value));
        assert_eq!(link.header(), Some(value.as_bytes()));
    }
}

#[test]
fn the_json_of_the_documentation_is_printed() {
    let text = b"<URL:ftp://ds.in\n   ternic.net/rfc>";
    let link = link_at("a.mbox", text, &[(1234, 1269), (1239, 1250), (1254, 1268)]).with_position(
        Position {
            line: 56,
            column: 8,
        },
    );
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/JSON.md");
    let docs = std::fs::read_to_string(docs).expect("a readable file");
    let start = docs
        .find("    {\"url\":\"ftp://ds.internic.net/rfc\"")
        .expect("the example");
    let example = docs[start..].split("\n\n").next().unwrap_or_default();
    // The example is wrapped for readability.
    let example: String = example.lines().map(str::trim_start).collect();
    assert_eq!(json(&link), example);
}

#[test]
fn a_link_is_rebased_on_what_precedes() {
    let text = b"<http://a.example/>";
    let place = |line, column| Position { line, column };
    let link = |position| {
        let message = Message::new(40, Arc::default()).with_index(2);
        link_at("a", text, &[(50, 69), (51, 68)])
            .with_position(position)
            .with_message(message)
    };
    let preceding = Preceding {
        lines: 10,
        columns: 5,
        messages: 3,
    };
    for (before, after) in [(place(1, 4), place(11, 9)), (place(2, 4), place(12, 4))] {
        let mut rebased = link(before);
        rebased.rebase(preceding);
        assert_eq!(rebased.position(), Some(after));
        let index = rebased.message().and_then(Message::index);
        assert_eq!(index, Some(5));
        rebased.rebase(Preceding::default());
        assert_eq!(rebased.position(), Some(after));
    }
    let mut unknown =
        link_at("a", text, &[(50, 69), (51, 68)]).with_message(Message::new(40, Arc::default()));
    let before = unknown.clone();
    unknown.rebase(preceding);
    assert_eq!(unknown, before);
}

#[test]
fn a_link_is_one_value() {
    const fn is_sendable<T: Send + Sync + Clone + 'static>() {}
    is_sendable::<Link<'static>>();
    is_sendable::<Rejected<'static>>();
    let [one, other] = [(); 2].map(|()| links("a", b"<http://\xff/-\nx>").next().expect("a link"));
    // Values computed on demand do not affect equality.
    assert_eq!(one.url(), "http://\u{fffd}/-x");
    assert_eq!(one.conformance(), Conformance::None);
    assert_eq!(one, other);
    assert_eq!(one, other.clone().with_conformance(Conformance::None));
    assert_eq!(one.url_bytes(), b"http://\xff/-x");
    assert_eq!(one.readings().count(), one.reading_count());
    assert_ne!(one, other.with_position(Position { line: 1, column: 2 }));
}

#[test]
fn a_target_is_written_if_it_is_wanted() {
    let text = b"<https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%FF>";
    let candidate = urlsift_scan::candidates(text).next().expect("a candidate");
    let link = Link::new(candidate, Arc::from(*b"a"), |span| span).with_unwrapping(true);
    let json: serde_json::Value = serde_json::from_slice(&link.to_json_line()).expect("JSON");
    assert_eq!(json["target"], "http://a.example/\u{fffd}");
    assert_eq!(json["target_base64"], "aHR0cDovL2EuZXhhbXBsZS//");
}
