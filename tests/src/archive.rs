//! The cases of `corpus/archive/*.toml`: small files, and what is found in them. What its keys mean
//! is told by the `README.md` beside them.

pub mod found;
pub mod walked;

use serde::Deserialize;
use urlsift::{Kind, ReadOptions};

use crate::{
    cases::{self, Written},
    marked::{self, Marked, unescape},
    prefiltering,
};

/// One case: a file and all that must be found in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// File and name, to say which case failed.
    pub name: String,
    /// What it shows.
    pub why: String,
    /// The bytes of the file.
    pub file: Vec<u8>,
    /// What it is to be read as; `None` if it must be recognised.
    pub read_as: Option<Kind>,
    /// What it must be recognised as, by the corpus' name.
    pub kind: Option<String>,
    /// How many messages there are.
    pub messages: Option<u64>,
    /// How many boundaries are doubtful.
    pub doubtful: u64,
    /// Every hit, in the order of the file.
    pub hits: Vec<Hit>,
}

/// One hit, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Hit {
    /// From the first byte of what gives its `<` to the last byte of what gives its `>`.
    pub span: (usize, usize),
    /// The pieces of its URL.
    pub pieces: Vec<(usize, usize)>,
    /// What it may read, most likely first.
    pub readings: Vec<Vec<u8>>,
    /// The codes of the scanner's warnings, in their order.
    pub warnings: Vec<String>,
    /// Where it stands.
    pub place: Place,
    /// The type of its part.
    pub media_type: Option<String>,
    /// The number of its message.
    pub index: Option<u64>,
    /// The first byte of its message.
    pub offset_of_message: Option<u64>,
}

/// Where in a message a hit must stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Not asked.
    Any,
    /// In the header field of this name.
    Header(String),
    /// In the part with this path.
    Part(Vec<u32>),
}

impl Case {
    /// How it is to be read.
    #[must_use]
    pub fn reading(&self) -> ReadOptions {
        prefiltering::reading().kind(self.read_as)
    }
}

/// Every case of every file.
///
/// # Panics
///
/// If a file is no good, a case has no name of its own, or there is no case.
#[must_use]
pub fn cases() -> Vec<Case> {
    let cases = cases::read_all::<RawCase>("archive").into_iter();
    cases.map(|(name, case)| Case { name, ..case }).collect()
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
    hit: Vec<RawHit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHit {
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
}

impl Written for RawCase {
    type Case = Case;

    fn name(&self) -> &str {
        &self.name
    }

    fn read(self) -> Result<Case, String> {
        let marked = Marked::parse_escaped(&self.source)?;
        if marked.hits.len() != self.hit.len() {
            let (marks, hits) = (marked.hits.len(), self.hit.len());
            return Err(format!("{marks} pairs of ⟦ and ⟧, but {hits} hits"));
        }
        if !marked.rejects.is_empty() {
            return Err("a case marks hits alone".into());
        }
        if let Some(kind) = &self.kind
            && !KINDS.contains(&kind.as_str())
        {
            return Err(format!("no such kind: {kind}"));
        }
        let hits = self.hit.into_iter().zip(marked.hits);
        Ok(Case {
            name: self.name,
            why: self.why,
            file: marked.text,
            read_as: self.read_as.as_deref().map(read_kind).transpose()?,
            kind: self.kind,
            messages: self.messages,
            doubtful: self.doubtful,
            hits: hits
                .map(|(hit, marks)| hit.read(marks))
                .collect::<Result<_, _>>()?,
        })
    }
}

impl RawHit {
    fn read(self, marks: marked::Hit) -> Result<Hit, String> {
        let place = match (self.header, self.part) {
            (None, None) => Place::Any,
            (Some(name), None) if self.media_type.is_none() => Place::Header(name),
            (None, Some(path)) => Place::Part(read_path(&path)?),
            (Some(name), _) => return Err(format!("in the header field {name} and in a part")),
        };
        Ok(Hit {
            span: marks.span,
            pieces: marks.pieces,
            readings: read_readings(&self.url, &self.readings)?,
            warnings: self.warnings,
            place,
            media_type: self.media_type,
            index: self.index,
            offset_of_message: self.offset_of_message,
        })
    }
}

/// What a file can be recognised as, by the corpus' names.
const KINDS: [&str; 5] = ["mbox", "mmdf", "rnews", "message", "text"];

/// The corpus' name for a kind that was recognised.
#[must_use]
pub fn name_of_kind(kind: Kind) -> &'static str {
    if kind.is_mbox() { "mbox" } else { kind.name() }
}

/// `mbox`, or the name of a kind; `mboxo` is what `mbox` is if nothing else is said.
fn read_kind(name: &str) -> Result<Kind, String> {
    let name = if name == "mbox" { "mboxo" } else { name };
    let mut kinds = Kind::ALL.iter().copied();
    let kind = kinds.find(|kind| kind.name() == name);
    kind.ok_or_else(|| format!("no such kind: {name}"))
}

/// `1.2.3`, or nothing for what holds all parts.
fn read_path(path: &str) -> Result<Vec<u32>, String> {
    if path.is_empty() {
        return Ok(Vec::new());
    }
    let numbers: Result<_, _> = path.split('.').map(str::parse::<u32>).collect();
    numbers.map_err(|error| format!("no path: {path}: {error}"))
}

fn read_readings(url: &str, readings: &[String]) -> Result<Vec<Vec<u8>>, String> {
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
