//! The JSON of links and rejected candidates, byte for byte.

use std::sync::Arc;

use urlsift::{
    Field, Link, LinkWarning, Message, Metadata, Preceding, Rejected, Section, write_rejected_line,
};
use urlsift_rfc1738::Conformance;
use urlsift_scan::{Candidate, Config, Event, Position, Span, find};
use urlsift_tables::{lines, lists, unescaped};

const RELATIVE: &[u8] = b"<URL:../x/y?z> <URL:http://a.example/>";

/// The same with `--base http://a.example/b/c`, of a file `relative` with this text.
const RELATIVE_LINES: [&str; 2] = [
    r#"{"url":"../x/y?z","raw":"<URL:../x/y?z>","delimiter":"url","breaks":0,"spaced":false,"joins":[],"pieces":[[5,13]],"quote_depth":0,"conforms":"relative","problems":[{"code":"no-scheme","start":0,"end":2,"rule":"scheme"}],"warnings":[],"path":"relative","offset":0,"end":14,"line":1,"column":1,"base":"http://a.example/b/c","resolved":"http://a.example/x/y?z"}"#,
    r#"{"url":"http://a.example/","raw":"<URL:http://a.example/>","delimiter":"url","breaks":0,"spaced":false,"joins":[],"pieces":[[20,37]],"quote_depth":0,"conforms":"rfc1738","problems":[],"warnings":[],"scheme":"http","host":"a.example","host_ascii":"a.example","domain":"a.example","path":"relative","offset":15,"end":38,"line":1,"column":16}"#,
];

/// The first of these with a base that is not UTF-8.
const RELATIVE_TO_BYTES: &str = r#"{"url":"../x/y?z","raw":"<URL:../x/y?z>","delimiter":"url","breaks":0,"spaced":false,"joins":[],"pieces":[[5,13]],"quote_depth":0,"conforms":"relative","problems":[{"code":"no-scheme","start":0,"end":2,"rule":"scheme"}],"warnings":[],"path":"relative","offset":0,"end":14,"line":1,"column":1,"base":"http://a.example/�/c","base_base64":"aHR0cDovL2EuZXhhbXBsZS/pL2M=","resolved":"http://a.example/x/y?z"}"#;

/// With `--rejected`, of a file `rejected` with this text.
const REJECTED: &[u8] = b"a\n<URL:> <http://a.example/\x00> <http:";
const REJECTED_LINES: [&str; 3] = [
    r#"{"rejected":"empty","delimiter":"url","path":"rejected","offset":2,"end":7,"line":2,"column":1}"#,
    r#"{"rejected":"nul","delimiter":"angle","path":"rejected","offset":9,"end":27,"line":2,"column":8}"#,
    r#"{"rejected":"end-of-text","delimiter":"angle","path":"rejected","offset":30,"end":36,"line":2,"column":29}"#,
];

/// Returns a line without its end.
fn line(line: Vec<u8>) -> String {
    let line = String::from_utf8(line).expect("JSON is UTF-8");
    let line = line.strip_suffix('\n').expect("a line ends");
    line.to_owned()
}

fn json(link: &Link<'_>) -> String {
    line(link.to_json_line())
}

fn json_of_rejected(rejected: &Rejected<'_>) -> String {
    let mut out = Vec::new();
    write_rejected_line(&mut out, rejected, |out, _, number| {
        out.extend(number.to_string().bytes());
    });
    line(out)
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

#[test]
fn a_path_may_hold_any_bytes() {
    let candidate = candidates(b"<http://a.example/>")
        .next()
        .expect("a candidate");
    let link = Link::new(candidate, Arc::from(*b"p\xff.txt"), |span| span);
    let printed = json(&link);
    let end = "\"path\":\"p\u{fffd}.txt\",\"path_base64\":\"cP8udHh0\",\"offset\":0,\"end\":19}";
    assert!(printed.ends_with(end), "{printed}");
}

#[test]
fn a_relative_reference_is_resolved() {
    let with_base = |base: &[u8]| {
        let base: Arc<[u8]> = base.into();
        links("relative", RELATIVE).map(move |link| json(&link.with_base(Arc::clone(&base))))
    };
    assert!(with_base(b"http://a.example/b/c").eq(RELATIVE_LINES));
    let first = with_base(b"http://a.example/\xe9/c").next();
    assert_eq!(first.as_deref(), Some(RELATIVE_TO_BYTES));
    // These cannot be a base.
    let (without_base, _) = RELATIVE_LINES[0]
        .split_once(",\"base\"")
        .expect("it has one");
    for base in [&b"mailto:a@b"[..], b"", b"/b/c"] {
        let first = with_base(base).next();
        assert_eq!(first, Some(format!("{without_base}}}")));
    }
}

#[test]
fn rejects_are_what_the_command_prints() {
    let path: Arc<[u8]> = Arc::from(*b"rejected");
    let events = find(REJECTED, &Config::default()).into_iter();
    let rejected = events.filter_map(|event| match event {
        Event::Rejected(rejected) => Some(rejected),
        Event::Candidate(_) => None,
    });
    let lines = rejected.map(|rejected| {
        let record = Rejected::new(rejected, |span| span).with_path(Arc::clone(&path));
        let position = position(REJECTED, record.span());
        json_of_rejected(&record.with_position(position))
    });
    assert!(lines.eq(REJECTED_LINES));
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

#[test]
fn long_headers_are_cut_in_each_link() {
    let text = b"<http://a.example/>";
    // The limit falls within the `é`, which is omitted.
    let [long, exact] = [
        format!("{}é{}", "x".repeat(4095), "y".repeat(9)),
        "z".repeat(4096),
    ];
    for (from, subject, name, expected) in [
        (&exact, &exact, &exact, None),
        (&long, &exact, &exact, Some(r#"["from"]"#)),
        (&exact, &long, &exact, Some(r#"["subject"]"#)),
        (&long, &long, &long, Some(r#"["from","subject","header"]"#)),
    ] {
        let header = format!("From: {from}\nSubject: {subject}\n");
        let metadata = Metadata::of(header.as_bytes());
        let link = link_at("a", text, &[(7, 26), (8, 25)])
            .with_message(Message::new(3, Arc::new(metadata)))
            .with_section(Section::header(name.as_bytes()));
        let printed = |value: &str| match value.len() {
            4096 => exact.clone(),
            _ => long[..4095].to_owned(),
        };
        let truncated = expected.map(|names| format!(",\"truncated\":{names}"));
        let message = format!(
            "\"message\":{{\"offset\":3,\"from\":\"{}\",\"subject\":\"{}\",\"header\":\"{}\"{}}}}}",
            printed(from),
            printed(subject),
            printed(name),
            truncated.unwrap_or_default()
        );
        assert!(json(&link).ends_with(&message), "{expected:?}");
        for (name, value) in [
            ("message.from", from),
            ("message.subject", subject),
            ("message.header", name),
        ] {
            let field = Field::named(name).expect("a field has this name");
            assert_eq!(
                *link.fields().text(field),
                *printed(value).as_bytes(),
                "{name}"
            );
        }
        // The metadata is complete.
        let metadata = link.message().expect("a message").metadata();
        assert_eq!(metadata.from(), Some(&**from));
        assert_eq!(metadata.subject(), Some(&**subject));
        assert_eq!(link.header(), Some(name.as_bytes()));
    }
}

#[test]
fn unknown_values_are_omitted() {
    let text = b"<http://a.example/>";
    let link = link_at("a", text, &[(7, 26), (8, 25)])
        .with_message(Message::new(3, Arc::default()))
        .with_section(Section::header(b"X-\xe9"));
    let printed = json(&link);
    let end = "\"path\":\"a\",\"offset\":7,\"end\":26,\"message\":{\"offset\":3,\
        \"header\":\"X-\u{fffd}\",\"header_base64\":\"WC3p\"}}";
    assert!(printed.ends_with(end), "{printed}");
    // Without a message, there is no section.
    let link = link_at("a", text, &[(7, 26), (8, 25)]).with_section(Section::part(&[1, 2], "a/b"));
    assert!(!json(&link).contains("\"message\""));
    assert_eq!((link.part(), link.media_type()), (Some("1.2"), Some("a/b")));
}

#[test]
fn an_at_sign_that_ends_an_unclosed_url_leaves_an_empty_piece() {
    let link = links("a", b"<mailto:a at .\n\n").next().expect("a link");
    let printed = json(&link);
    let joined =
        r#""joins":[{"url_at":8,"dropped":["at"],"hyphen":false}],"pieces":[[1,9],[13,13]]"#;
    assert!(printed.contains(joined), "{printed}");
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
fn accessors_say_what_the_json_says() {
    let text = b"<HTTP://User@Www.Example:0080/a b{}%zz>";
    let link = links("a", text).next().expect("a link");
    assert_eq!(link.scheme().as_deref(), Some("http"));
    assert_eq!(link.host(), Some(&b"Www.Example"[..]));
    assert_eq!(link.host_ascii().as_deref(), Some("www.example"));
    assert_eq!(link.port(), Some(80));
    let codes: Vec<_> = link
        .problems()
        .iter()
        .map(|problem| problem.code().name())
        .collect();
    assert_eq!(
        codes,
        ["user-not-allowed", "unsafe-character", "bad-escape"]
    );
    assert!(
        link.warnings()
            .map(LinkWarning::code)
            .eq(["spaced", "login-in-web-url"])
    );
    assert_eq!(
        (link.best(), link.base(), link.resolved()),
        (None, None, None)
    );
    let text_pieces: Vec<_> = link.text_pieces().map(Span::range).collect();
    assert_eq!(text_pieces, [1..31, 32..38]);
    assert!(link.pieces().eq(link.text_pieces()));
    let best = links("a", b"<http://a-\n.example/>")
        .next()
        .expect("a link");
    assert_eq!(best.best(), Some(1));
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
