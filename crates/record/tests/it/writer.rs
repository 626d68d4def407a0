//! The JSON that is written as bytes is that of the serializer.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use proptest::{collection::vec, option, prelude::*};
use urlsift_record::{
    Field, JsonFields, Link, Message, MessageMetadata, RejectedCandidate, Section, Values,
    write_json_line, write_link_line, write_rejected_line,
};
use urlsift_scan::{Config, OwnedEvent, Position, Scan};

fn serialized(object: &impl serde::Serialize) -> String {
    let mut out = Vec::new();
    write_json_line(&mut out, object).expect("a vector takes all");
    String::from_utf8(out).expect("JSON is UTF-8")
}

fn write_number(out: &mut Vec<u8>, _: Field, number: u64) {
    out.extend(number.to_string().bytes());
}

fn written(link: &Link, fields: JsonFields) -> String {
    // Lines before it stay as they are.
    let mut out = b"{}\n".to_vec();
    write_link_line(&mut out, &Values::of(link), fields, write_number);
    let lines = String::from_utf8(out).expect("JSON is UTF-8");
    lines
        .strip_prefix("{}\n")
        .expect("the line before")
        .to_owned()
}

fn written_rejected(rejected: &RejectedCandidate) -> String {
    let mut out = Vec::new();
    write_rejected_line(&mut out, rejected, write_number);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// Where a candidate is.
#[derive(Clone, Debug, Default)]
struct Place {
    path: Vec<u8>,
    position: Option<(u64, u64)>,
    message: Option<Message>,
    section: Section,
    base: Option<Vec<u8>>,
}

/// Compares both forms of every candidate of a text, and returns the number of candidates.
fn compare(text: &[u8], place: &Place) -> usize {
    let mut count = 0;
    let path: Arc<[u8]> = place.path.clone().into();
    let position = place
        .position
        .map(|(line, column)| Position { line, column });
    for event in Scan::new(Config::default(), text) {
        count += 1;
        match event {
            OwnedEvent::Candidate(candidate) => {
                let mut link = Link::new(candidate, Arc::clone(&path), |span| span)
                    .with_section(place.section.clone());
                if let Some(position) = position {
                    link = link.with_position(position);
                }
                if let Some(message) = &place.message {
                    link = link.with_message(message.clone());
                }
                if let Some(base) = &place.base {
                    link = link.with_base(base.clone().into());
                }
                let json = written(&link, JsonFields::ALL);
                assert_eq!(json, serialized(&link));
                if json.len() < 2000 {
                    compare_fields(&link, &json);
                }
            }
            OwnedEvent::Rejected(rejection) => {
                let rejected = RejectedCandidate::new(rejection, Arc::clone(&path), |span| span);
                let rejected = match position {
                    Some(position) => rejected.with_position(position),
                    None => rejected,
                };
                assert_eq!(written_rejected(&rejected), serialized(&rejected));
            }
        }
    }
    count
}

/// Each field alone has the value that it has among all.
fn compare_fields(link: &Link, json: &str) {
    let all: serde_json::Value = serde_json::from_str(json).expect("JSON");
    for name in JsonFields::names() {
        let fields = JsonFields::named(name).expect("a field has this name");
        let selected = written(link, fields);
        let object: serde_json::Value = serde_json::from_str(&selected).expect("JSON");
        let expected = match name.split_once('.') {
            None => all.get(name),
            Some((object, name)) => all.get(object).and_then(|message| message.get(name)),
        };
        let found = match name.split_once('.') {
            None => object.get(name),
            Some((object_name, name)) => object
                .get(object_name)
                .and_then(|message| message.get(name)),
        };
        assert_eq!(found, expected, "{name}");
        let is_own = |key: &str| {
            let first = name.split('.').next().unwrap_or_default();
            key.starts_with(first)
        };
        let object = object.as_object().expect("an object");
        assert!(object.keys().all(|key| is_own(key)), "{name}: {selected}");
    }
}

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, all);
        } else {
            all.push(path);
        }
    }
}

#[test]
fn json_of_the_corpus_is_that_of_the_serializer() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut all = Vec::new();
    files(&corpus, &mut all);
    let metadata = MessageMetadata::new()
        .with_id("<1@a.example>")
        .with_date(791_553_600)
        .with_date_written("Tue, 31 Jan 1995 07:00:00 -0500 (\u{202e})")
        .with_from("\u{e9} \"J\" \u{202e}".repeat(1000))
        .with_subject("a\\b\t\u{7f}".repeat(1000))
        .with_newsgroups(vec!["a.b".to_owned(), "\"".to_owned()]);
    let message = Message::new(7, Arc::new(metadata));
    let places = [
        Place::default(),
        Place {
            path: b"a\xff\n".to_vec(),
            position: Some((1, 20)),
            message: Some(message.clone().with_index(9)),
            section: Section::part(&[1, 2], "text/\u{e9}"),
            base: Some(b"http://h\xff/a/".to_vec()),
        },
        Place {
            path: b"\"p\"".to_vec(),
            position: Some((u64::MAX, 1)),
            message: Some(message),
            section: Section::header(&b"x\xff".repeat(5000)),
            base: Some(b"no base".to_vec()),
        },
    ];
    let mut count = 0;
    for path in all {
        let text = fs::read(path).expect("a readable file");
        for place in &places {
            count += compare(&text, place);
        }
    }
    assert!(count > 1000, "{count}");
}

/// Texts in which links are torn, damaged and full of characters that are escaped.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    static PIECES: [&str; 30] = [
        "<URL:",
        "<http://",
        "<mailto:",
        ">",
        "a.example/",
        "-\n",
        "\n",
        "> ",
        " ",
        "\t",
        "\"",
        "\\",
        "\u{e9}",
        "\u{202e}",
        "\u{1b}[m",
        "\u{7f}",
        " at ",
        "@",
        "%0d",
        "%zz",
        ":80",
        "?q",
        "#f",
        "../",
        "\u{e0041}",
        "\u{2028}",
        "abcdefghijklmnopqrstuvwxyz",
        "\u{0}",
        ";type=a",
        "\u{fffd}",
    ];
    let piece = prop_oneof![
        20 => proptest::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    vec(piece, 0..40).prop_map(|pieces| [&b"<URL:"[..], &pieces.concat(), b">"].concat())
}

fn strings() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[\u{0}-\u{ff}]{0,40}",
        "[a\"\u{e9}]{4090,4100}"
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..40),
        strings().prop_map(String::into_bytes)
    ]
}

prop_compose! {
    fn messages()(
        index in option::of(any::<u64>()),
        offset in any::<u64>(),
        id in option::of(strings()),
        date in option::of(any::<i64>()),
        date_written in option::of(strings()),
        from in option::of(strings()),
        subject in option::of(strings()),
        newsgroups in vec(strings(), 0..3),
    ) -> Message {
        let mut metadata = MessageMetadata::new().with_newsgroups(newsgroups);
        if let Some(id) = id {
            metadata = metadata.with_id(id);
        }
        if let Some(date) = date {
            metadata = metadata.with_date(date / 1_000_000);
        }
        if let Some(written) = date_written {
            metadata = metadata.with_date_written(written);
        }
        if let Some(from) = from {
            metadata = metadata.with_from(from);
        }
        if let Some(subject) = subject {
            metadata = metadata.with_subject(subject);
        }
        let message = Message::new(offset, Arc::new(metadata));
        match index {
            Some(index) => message.with_index(index),
            None => message,
        }
    }
}

prop_compose! {
    fn places()(
        path in bytes(),
        position in option::of((1..u64::MAX, 1..u64::MAX)),
        message in option::of(messages()),
        section in prop_oneof![
            Just(Section::default()),
            bytes().prop_map(|name| Section::header(&name)),
            (vec(any::<u32>(), 0..3), strings()).prop_map(|(path, name)| Section::part(&path, &name)),
        ],
        base in option::of(prop_oneof![Just(b"http://h/a/b".to_vec()), bytes()]),
    ) -> Place {
        Place { path, position, message, section, base }
    }
}

proptest! {
    #[test]
    fn json_is_that_of_the_serializer(text in texts(), place in places()) {
        compare(&text, &place);
    }
}
