//! The cases of `corpus/archive/*.toml`: small files and what is found in them. `corpus/archive/README.md`
//! documents the format.

pub mod found;
pub mod walked;

use serde::Deserialize;
use urlsift::{Kind, ReadOptions};
use urlsift_scan::Config;

use crate::{
    cases::{self, TomlCase},
    marked::{self, Marked, unescape},
    oracle::Join,
    prefiltering,
};

/// One case: a file and everything found in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The stem of the file and the name, which identify a failing case.
    pub name: String,
    /// What the case demonstrates.
    pub why: String,
    /// The bytes of the file.
    pub file: Vec<u8>,
    /// The kind to read the file as; `None` to recognise it.
    pub read_as: Option<Kind>,
    /// The kind that the file is recognised as, by its name in the corpus.
    pub kind: Option<String>,
    /// The number of messages.
    pub messages: Option<u64>,
    /// The number of doubtful boundaries.
    pub doubtful: u64,
    /// The codes of the other archive warnings, in the order of the file.
    pub warnings: Vec<String>,
    /// Whether URLs of all kinds are found.
    pub all_kinds: bool,
    /// The maximum length of a candidate, in bytes.
    pub max_len: usize,
    /// The number of rejected candidates; `None` if they are not counted.
    pub rejects: Option<usize>,
    /// Every link, in the order of the file.
    pub links: Vec<ExpectedLink>,
}

/// One expected link. Properties that are `None` are not checked.
#[derive(Clone, Debug)]
pub struct ExpectedLink {
    /// The range from the first byte of the source of its `<` to one past the source of its `>`.
    pub span: (usize, usize),
    /// The pieces of its URL.
    pub pieces: Vec<(usize, usize)>,
    /// The readings, the most likely first.
    pub readings: Vec<Vec<u8>>,
    /// The codes of the scanner's warnings, in order.
    pub warnings: Vec<String>,
    /// Where in its message the link is.
    pub location: Location,
    /// The media type of its part.
    pub media_type: Option<String>,
    /// The index of its message.
    pub index: Option<u64>,
    /// The offset of its message.
    pub offset_of_message: Option<u64>,
    /// The kind, by its name.
    pub delimiter: Option<String>,
    /// The element, the attribute and the text of the link, separated by spaces.
    pub markup: Option<String>,
    /// What was dropped between its pieces.
    pub joins: Option<Vec<Join>>,
    /// Its base URL.
    pub base: Option<String>,
    /// The name of the strictest standard that it satisfies.
    pub conforms: Option<String>,
    /// The canonical form of its host; an empty string stands for none.
    pub host_ascii: Option<String>,
    /// The ID, sender and subject of its message; an empty string stands for none.
    pub id: Option<String>,
    /// See `id`.
    pub from: Option<String>,
    /// See `id`.
    pub subject: Option<String>,
    /// The date of its message as a Unix timestamp; 0 stands for none.
    pub date: Option<i64>,
}

/// Where in a message a link is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// Anywhere.
    Any,
    /// In no message.
    Outside,
    /// In the header field of this name.
    Header(String),
    /// In the part with this path.
    Part(Vec<u32>),
}

impl Case {
    /// Returns the options to read the file with.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        if self.all_kinds {
            return ReadOptions::new().kind(self.read_as);
        }
        prefiltering::read_options().kind(self.read_as)
    }

    /// Returns the configuration to scan the file with.
    #[must_use]
    pub fn config(&self) -> Config {
        Config::new()
            .undelimited(self.all_kinds)
            .attributes(self.all_kinds)
            .max_len(self.max_len)
    }
}

/// Returns every case of `corpus/archive`.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn cases() -> Vec<Case> {
    let cases = cases::load::<RawCase>("archive").into_iter();
    cases.map(|(name, case)| Case { name, ..case }).collect()
}

/// Returns every case of `corpus/attributes`.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn attribute_cases() -> Vec<Case> {
    let cases = cases::load::<RawCase>("attributes").into_iter();
    let named = |(name, case)| Case {
        name,
        all_kinds: true,
        ..case
    };
    cases.map(named).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    name: String,
    why: String,
    source: String,
    #[serde(rename = "as")]
    read_as: Option<String>,
    kind: Option<String>,
    messages: Option<u64>,
    #[serde(default)]
    doubtful: u64,
    #[serde(default)]
    warnings: Vec<String>,
    max_len: Option<usize>,
    rejects: Option<usize>,
    #[serde(default)]
    link: Vec<RawLink>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLink {
    url: String,
    #[serde(default)]
    readings: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    header: Option<String>,
    part: Option<String>,
    #[serde(rename = "type")]
    media_type: Option<String>,
    index: Option<u64>,
    offset_of_message: Option<u64>,
    delimiter: Option<String>,
    markup: Option<String>,
    joins: Option<Vec<String>>,
    base: Option<String>,
    conforms: Option<String>,
    host_ascii: Option<String>,
    #[serde(default)]
    outside: bool,
    id: Option<String>,
    from: Option<String>,
    subject: Option<String>,
    date: Option<i64>,
}

impl TomlCase for RawCase {
    type Case = Case;

    fn name(&self) -> &str {
        &self.name
    }

    fn parse(self) -> Result<Case, String> {
        let marked = Marked::parse_escaped(&self.source)?;
        if marked.links.len() != self.link.len() {
            let (marks, links) = (marked.links.len(), self.link.len());
            return Err(format!("{marks} pairs of ⟦ and ⟧, but {links} links"));
        }
        if !marked.rejects.is_empty() {
            return Err("an archive case marks no rejects".into());
        }
        if let Some(kind) = &self.kind
            && !KINDS.contains(&kind.as_str())
        {
            return Err(format!("unknown kind: {kind}"));
        }
        let links = self.link.into_iter().zip(marked.links);
        Ok(Case {
            name: self.name,
            why: self.why,
            file: marked.text,
            read_as: self.read_as.as_deref().map(parse_kind).transpose()?,
            kind: self.kind,
            messages: self.messages,
            doubtful: self.doubtful,
            warnings: self.warnings,
            all_kinds: false,
            max_len: self.max_len.unwrap_or(Config::DEFAULT_MAX_LEN),
            rejects: self.rejects,
            links: links
                .map(|(link, marks)| link.parse(marks))
                .collect::<Result<_, _>>()?,
        })
    }
}

impl RawLink {
    fn parse(self, marks: marked::MarkedLink) -> Result<ExpectedLink, String> {
        let location = match (self.header, self.part) {
            (None, None) if self.outside => Location::Outside,
            (None, None) => Location::Any,
            (Some(name), None) if self.media_type.is_none() => Location::Header(name),
            (None, Some(path)) => Location::Part(parse_path(&path)?),
            (Some(name), _) => {
                return Err(format!("both in the header field {name} and in a part"));
            }
        };
        Ok(ExpectedLink {
            span: marks.span,
            pieces: marks.pieces,
            readings: parse_readings(&self.url, &self.readings)?,
            warnings: self.warnings,
            location,
            media_type: self.media_type,
            index: self.index,
            offset_of_message: self.offset_of_message,
            delimiter: self.delimiter,
            markup: self.markup,
            joins: match self.joins {
                Some(joins) => {
                    let joins = joins.iter().map(|join| cases::parse_join(join));
                    Some(joins.collect::<Result<_, _>>()?)
                }
                None => None,
            },
            base: self.base,
            conforms: self.conforms,
            host_ascii: self.host_ascii,
            id: self.id,
            from: self.from,
            subject: self.subject,
            date: self.date,
        })
    }
}

/// The kinds that a file can be recognised as, by their names in the corpus.
const KINDS: [&str; 17] = [
    "mbox", "mmdf", "rnews", "message", "text", "listserv", "emlx", "babyl", "mbx", "dbox", "html",
    "rn", "calendar", "vcard", "ldif", "pdf", "office",
];

/// Returns the corpus name of a recognised kind.
#[must_use]
pub fn name_of_kind(kind: Kind) -> &'static str {
    if kind.is_mbox() { "mbox" } else { kind.name() }
}

/// Parses the name of a kind. `mbox` means `mboxo`.
fn parse_kind(name: &str) -> Result<Kind, String> {
    let name = if name == "mbox" { "mboxo" } else { name };
    let mut kinds = Kind::ALL.iter().copied();
    let kind = kinds.find(|kind| kind.name() == name);
    kind.ok_or_else(|| format!("unknown kind: {name}"))
}

/// Parses a part path such as `1.2.3`. The empty path belongs to the message itself.
fn parse_path(path: &str) -> Result<Vec<u32>, String> {
    if path.is_empty() {
        return Ok(Vec::new());
    }
    let numbers: Result<_, _> = path.split('.').map(str::parse::<u32>).collect();
    numbers.map_err(|error| format!("invalid path: {path}: {error}"))
}

fn parse_readings(url: &str, readings: &[String]) -> Result<Vec<Vec<u8>>, String> {
    let first = unescape(url)?;
    let all: Vec<_> = readings
        .iter()
        .map(|reading| unescape(reading))
        .collect::<Result<_, _>>()?;
    match all.first() {
        None => Ok(vec![first]),
        Some(reading) if *reading == first => Ok(all),
        Some(_) => Err("the first reading is not the url".into()),
    }
}
