//! Every case of the corpus, through a program in C: the links equal what `urlsift list --json` prints.

use std::{fmt::Write as _, fs, ops::ControlFlow, path::Path, sync::Arc};

use serde_json::{Map, Value, json};
use tempfile::TempDir;
use urlsift_capi::{URLSIFT_DELIMITED, URLSIFT_EVERY_KIND};
use urlsift_search::{
    Config, Error, FileSink, Format, Input, Kind, Link, ReadOptions, Searcher, Sifter, Sink, Skip,
};
use urlsift_tests::{archive, cases};

use crate::{
    c_program::{program, run},
    support::scratch,
};

/// How a text is searched.
enum How {
    Text,
    Utf16,
    Message,
    /// The length of the header.
    Part(usize),
    /// As a file of this name.
    File(String),
}

/// A text, and how it is searched.
struct Search {
    name: String,
    how: How,
    bytes: Vec<u8>,
    kinds: u32,
    max_len: usize,
    schemes: Vec<String>,
    www: bool,
}

impl Search {
    /// Appends it to the input of the program.
    fn write(&self, input: &mut Vec<u8>) {
        let utf16;
        let (how, first, second) = match &self.how {
            How::Text => ("text", &self.bytes[..], &[][..]),
            How::Utf16 => {
                let text = str::from_utf8(&self.bytes).expect("UTF-8");
                let units: Vec<_> = text.encode_utf16().flat_map(u16::to_ne_bytes).collect();
                utf16 = units;
                ("utf16", &utf16[..], &[][..])
            }
            How::Message => ("message", &self.bytes[..], &[][..]),
            How::Part(header) => ("part", &self.bytes[..*header], &self.bytes[*header..]),
            How::File(path) => ("file", path.as_bytes(), &[][..]),
        };
        let (kinds, max_len) = (self.kinds, self.max_len);
        let mut line = format!("{how} {kinds} {max_len} {} {}", first.len(), second.len());
        for scheme in &self.schemes {
            let _ = write!(line, " {scheme}");
        }
        if self.www {
            line.push_str(" www.");
        }
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
        input.extend_from_slice(first);
        input.extend_from_slice(second);
    }

    fn sifter(&self, kind: Option<Kind>) -> Sifter {
        let all = self.kinds == URLSIFT_EVERY_KIND;
        let config = Config::new()
            .max_len(self.max_len)
            .undelimited(all)
            .attributes(all)
            .www(self.www);
        let add = |config: Config, name: &String| config.scheme(name).expect("a scheme");
        let config = self.schemes.iter().fold(config, add);
        Sifter::with(config).reading(ReadOptions::new().kind(kind))
    }

    /// Returns the links as the command prints them, with the fields that C has.
    fn expected(&self) -> Vec<Value> {
        let mut sink = Collect {
            path: Arc::from([]),
            links: Vec::new(),
        };
        match &self.how {
            How::Text | How::Utf16 => {
                let mut sifter = self.sifter(Some(Kind::Text));
                let _ = sifter.sift_slice(&self.bytes, &mut sink);
            }
            How::Message => {
                let mut sifter = self.sifter(Some(Kind::Message));
                let _ = sifter.sift_slice(&self.bytes, &mut sink);
            }
            How::Part(header) => {
                let (header, body) = self.bytes.split_at(*header);
                let _ = self.sifter(None).sift_part(header, body, &mut sink);
            }
            How::File(path) => {
                let mut searcher = Searcher::with(self.sifter(None));
                searcher.search(&Input::Path(path.into()), &mut sink);
            }
        }
        let units = |byte: u64| match self.how {
            How::Utf16 => {
                let before = &self.bytes[..usize::try_from(byte).expect("an index")];
                let before = str::from_utf8(before).expect("UTF-8");
                before.encode_utf16().count() as u64
            }
            _ => byte,
        };
        sink.links.iter().map(|link| fields(link, units)).collect()
    }
}

/// The fields that C has as they are in JSON.
const SAME: [&str; 13] = [
    "url",
    "raw",
    "text",
    "element",
    "attribute",
    "target",
    "conforms",
    "warnings",
    "quote_depth",
    "breaks",
    "scheme",
    "host",
    "host_ascii",
];

/// The fields that C has under other names or in another form.
const CONVERTED: [&str; 9] = [
    "delimiter",
    "offset",
    "end",
    "pieces",
    "path",
    "resolved",
    "message.part",
    "message.header",
    "message.id",
];

/// The fields that C does not have, and why.
const ABSENT: [(&str, &[&str]); 12] = [
    ("only the first reading is found", &["readings", "best"]),
    ("guesses are not made", &["also"]),
    ("pieces say what is in the URL", &["joins"]),
    (
        "urlsift_check returns them, or the first one and their number",
        &["port", "problems", "problems_left_out"],
    ),
    ("the Public Suffix List is too large", &["domain"]),
    ("it is a warning, too", &["spaced"]),
    ("offsets count in what the client has", &["line", "column"]),
    (
        "the client has the page",
        &["condition", "shown", "shown_by"],
    ),
    ("the absolute URL is resolved", &["base"]),
    (
        "strings are bytes, and not truncated",
        &[
            "url_base64",
            "host_base64",
            "raw_base64",
            "message.truncated",
        ],
    ),
    (
        "the offset identifies the message, and is compared even where there is none",
        &["message.index", "message.offset"],
    ),
    (
        "the client has the headers of the message and the part",
        &[
            "message.type",
            "message.date",
            "message.date_written",
            "message.from",
            "message.subject",
            "message.newsgroups",
        ],
    ),
];

/// Panics if a field of JSON is neither compared nor known to be absent.
fn assert_known(json: &Map<String, Value>, prefix: &str) {
    for (name, value) in json {
        let name = format!("{prefix}{name}");
        if name == "message" {
            assert_known(value.as_object().expect("an object"), "message.");
            continue;
        }
        let is_compared = SAME.contains(&&*name) || CONVERTED.contains(&&*name);
        let is_absent = ABSENT.iter().any(|(_, absent)| absent.contains(&&*name));
        assert!(is_compared || is_absent, "{name} is not compared");
    }
}

/// Returns the fields of a link that C has. `units` converts offsets in bytes.
fn fields(link: &Link<'_>, units: impl Fn(u64) -> u64) -> Value {
    let json: Value = serde_json::from_slice(&link.to_json_line()).expect("JSON");
    assert_known(json.as_object().expect("an object"), "");
    let span = |start: &Value, end: &Value| {
        let unit = |value: &Value| units(value.as_u64().expect("an offset"));
        json!([unit(start), unit(end)])
    };
    let mut fields = Map::new();
    for name in SAME {
        if let Some(value) = json.get(name) {
            fields.insert(name.into(), value.clone());
        }
    }
    fields.insert("kind".into(), json["delimiter"].clone());
    fields.insert("span".into(), span(&json["offset"], &json["end"]));
    let pieces = json["pieces"].as_array().expect("pieces").iter();
    let pieces: Vec<_> = pieces.map(|piece| span(&piece[0], &piece[1])).collect();
    fields.insert("pieces".into(), pieces.into());
    let absolute = match &json["conforms"] {
        Value::String(level) if level == "relative" => json.get("resolved"),
        _ => json.get("url"),
    };
    if let Some(url) = absolute {
        fields.insert("absolute".into(), url.clone());
    }
    if json["path"] != "" {
        fields.insert("path".into(), json["path"].clone());
    }
    let message = json.get("message");
    for name in ["part", "header", "id"] {
        if let Some(value) = message.and_then(|message| message.get(name)) {
            fields.insert(name.into(), value.clone());
        }
    }
    let offset = message.map(|message| message["offset"].clone());
    fields.insert("message".into(), offset.unwrap_or(json!(-1)));
    Value::Object(fields)
}

/// Reads a line of the program.
fn printed(line: &str) -> Value {
    let mut fields = Map::new();
    let (mut pieces, mut warnings) = (Vec::new(), Vec::new());
    let mut url = Vec::new();
    for word in line.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or_else(|| panic!("{line}"));
        let span = || {
            let (start, end) = value.split_once('-').expect("a span");
            [start, end].map(|offset| offset.parse::<usize>().expect("an offset"))
        };
        match name {
            "span" => {
                fields.insert(name.into(), json!(span()));
            }
            "piece" => pieces.push(json!(span())),
            "warning" => warnings.push(json!(value)),
            "kind" | "conforms" => {
                fields.insert(name.into(), json!(value));
            }
            "quote_depth" | "breaks" | "message" => {
                let number: i64 = value.parse().expect("a number");
                fields.insert(name.into(), json!(number));
            }
            "scheme" | "host" => {
                let [start, end] = span();
                if end > 0 {
                    let part = String::from_utf8_lossy(&url[start..end]);
                    // JSON has the scheme in lower case.
                    let part = if name == "scheme" {
                        part.to_lowercase()
                    } else {
                        part.into()
                    };
                    fields.insert(name.into(), json!(part));
                }
            }
            _ => {
                let digits = value.as_bytes().chunks(2);
                let byte = |digits: &[u8]| {
                    u8::from_str_radix(str::from_utf8(digits).expect("digits"), 16).expect("a byte")
                };
                let bytes: Vec<u8> = digits.map(byte).collect();
                fields.insert(name.into(), json!(String::from_utf8_lossy(&bytes)));
                if name == "url" {
                    url = bytes;
                }
            }
        }
    }
    fields.insert("pieces".into(), pieces.into());
    fields.insert("warnings".into(), warnings.into());
    Value::Object(fields)
}

struct Collect {
    path: Arc<[u8]>,
    links: Vec<Link<'static>>,
}

impl Sink for Collect {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let link = link.clone().with_path(Arc::clone(&self.path));
        self.links.push(link.into_owned());
        ControlFlow::Continue(())
    }
}

impl FileSink for Collect {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.path = path.to_str().expect("UTF-8").as_bytes().into();
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        panic!("{error}");
    }
}

/// Compares the links of all searches, and returns their number.
fn check(searches: &[Search], scratch: &TempDir) -> usize {
    let mut input = Vec::new();
    for search in searches {
        search.write(&mut input);
    }
    let output = run(&program("cases", scratch), &[], &input);
    let output = String::from_utf8(output).expect("UTF-8");
    let mut texts = output.split_terminator(".\n");
    let mut count = 0;
    for search in searches {
        let found = texts.next().expect("the links of each text");
        let found: Vec<_> = found.lines().map(printed).collect();
        assert_eq!(found, search.expected(), "{}", search.name);
        count += found.len();
    }
    assert_eq!(texts.next(), None);
    count
}

#[test]
fn texts() {
    let mut searches = Vec::new();
    for case in cases::scan().into_iter().chain(cases::undelimited()) {
        let search = |how| Search {
            name: case.name.clone(),
            how,
            bytes: case.text.clone(),
            kinds: if case.undelimited {
                URLSIFT_EVERY_KIND
            } else {
                URLSIFT_DELIMITED
            },
            max_len: case.max_len,
            schemes: case.schemes.clone(),
            www: case.www,
        };
        searches.push(search(How::Text));
        if str::from_utf8(&case.text).is_ok() {
            searches.push(search(How::Utf16));
        }
    }
    let links = check(&searches, &scratch());
    assert!(links > 1000, "{links}");
}

#[test]
fn archives() {
    let scratch = scratch();
    let mut searches = Vec::new();
    for (number, case) in archive::cases()
        .into_iter()
        .chain(archive::attribute_cases())
        .enumerate()
    {
        let search = |how| Search {
            name: case.name.clone(),
            how,
            bytes: case.file.clone(),
            kinds: if case.all_kinds {
                URLSIFT_EVERY_KIND
            } else {
                URLSIFT_DELIMITED
            },
            max_len: case.max_len,
            schemes: Vec::new(),
            www: false,
        };
        searches.push(search(How::Message));
        let text = String::from_utf8_lossy(&case.file);
        let empty_line = text.find("\n\n").map_or(0, |end| end + 1);
        searches.push(search(How::Part(empty_line.min(case.file.len()))));
        // C cannot set the kind of a file.
        if case.read_as.is_none() {
            let path = scratch.path().join(number.to_string());
            fs::write(&path, &case.file).expect("a file that can be written");
            searches.push(search(How::File(path.to_str().expect("UTF-8").into())));
        }
    }
    let links = check(&searches, &scratch);
    assert!(links > 1000, "{links}");
}
