//! The cases of `corpus/rfc1738/*.toml`: URLs and what is to be said of them.

use std::{fs, ops::Range};

use serde::{Deserialize, de::DeserializeOwned};

use crate::{cases, marked::unescape};

/// The files that hold something else than URLs to be judged.
const OTHER: [&str; 3] = ["resolve", "commands", "explain"];

/// A URL and all that is to be said of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// File and name, to say which case failed.
    pub name: String,
    /// What it shows.
    pub why: String,
    /// The text to judge.
    pub url: Vec<u8>,
    /// The name of the strictest standard that it satisfies.
    pub conforms: String,
    /// Code, rule and span of each problem.
    pub problems: Vec<(String, String, Range<usize>)>,
    /// The warnings' codes.
    pub warnings: Vec<String>,
    /// All parts, as `check --json` names them, if the case tells them.
    pub parts: Option<toml::Table>,
}

/// A reference and what it resolves to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolving {
    /// To say which case failed.
    pub name: String,
    /// Where the rule stands.
    pub section: String,
    /// What it shows.
    pub why: String,
    /// What it is resolved against; empty for none.
    pub base: String,
    /// What is resolved.
    pub reference: String,
    /// What it becomes.
    pub resolved: String,
}

/// A URL and the lines that a client sends for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// To say which case failed.
    pub name: String,
    /// Where the rule stands.
    pub section: String,
    /// What it shows.
    pub why: String,
    /// The URL.
    pub url: String,
    /// The lines, decoded.
    pub send: Vec<String>,
}

/// A URL and all that a client does with it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// To say which case failed.
    pub name: String,
    /// Where the rule stands.
    pub section: String,
    /// What it shows.
    pub why: String,
    /// The URL.
    pub url: String,
    /// Sentences, and behind `> ` the lines that are sent.
    pub steps: Vec<String>,
}

/// Every URL to be judged.
///
/// # Panics
///
/// If a file is no good, a case has no name of its own, or there is no case.
#[must_use]
pub fn judged() -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for stem in stems() {
        if OTHER.contains(&stem.as_str()) {
            continue;
        }
        for raw in read::<RawCase>(&stem) {
            let name = format!("{stem}/{}", raw.name);
            let case = raw.read().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(
                all.iter().all(|other| other.name != name),
                "{name} stands twice"
            );
            all.push(Case { name, ..case });
        }
    }
    all
}

/// Every reference to be resolved.
#[must_use]
pub fn resolving() -> Vec<Resolving> {
    read("resolve")
}

/// Every URL whose commands are known.
#[must_use]
pub fn commands() -> Vec<Commands> {
    read("commands")
}

/// Every URL that is explained whole.
#[must_use]
pub fn explained() -> Vec<Explained> {
    read("explain")
}

/// The names of all cases, as the ledger has them: file and name.
#[must_use]
pub fn names() -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let named = |stem: String| {
        let cases = read::<Named>(&stem).into_iter();
        cases.map(move |case| format!("{stem}/{}", case.name))
    };
    stems().into_iter().flat_map(named).collect()
}

fn stems() -> Vec<String> {
    let files = cases::files("rfc1738", "toml").into_iter();
    let stem = |file: std::path::PathBuf| file.file_stem().map(|stem| stem.display().to_string());
    files.filter_map(stem).collect()
}

fn read<T: DeserializeOwned>(stem: &str) -> Vec<T> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File<T> {
        case: Vec<T>,
    }
    let path = cases::corpus()
        .join("rfc1738")
        .join(stem)
        .with_extension("toml");
    let source = fs::read_to_string(&path).expect("a readable file");
    let file: File<T> = toml::from_str(&source).unwrap_or_else(|error| panic!("{stem}: {error}"));
    assert!(!file.case.is_empty(), "{stem} has no case");
    file.case
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    name: String,
    #[expect(dead_code, reason = "it is there to be read")]
    section: String,
    why: String,
    url: String,
    conforms: String,
    #[serde(default)]
    problems: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    parts: Option<toml::Table>,
}

impl RawCase {
    fn read(self) -> Result<Case, String> {
        let (url, spans) = unmark(&self.url)?;
        if spans.len() != self.problems.len() {
            return Err("not as many marks as problems".into());
        }
        let problems = self.problems.iter().zip(spans).map(|(problem, span)| {
            let (code, rule) = problem.split_once(' ').ok_or("a problem without a rule")?;
            Ok::<_, String>((code.to_string(), rule.to_string(), span))
        });
        Ok(Case {
            name: self.name,
            why: self.why,
            problems: problems.collect::<Result<_, _>>()?,
            url,
            conforms: self.conforms,
            warnings: self.warnings,
            parts: self.parts,
        })
    }
}

/// Takes the marks `⟦` and `⟧` out of a text with escapes: the bytes, and the spans between them, in
/// the order in which they begin.
///
/// # Errors
///
/// If an escape is unknown, or the marks do not match.
pub fn unmark(source: &str) -> Result<(Vec<u8>, Vec<Range<usize>>), String> {
    let mut bytes = Vec::new();
    let mut spans = Vec::new();
    let mut open = Vec::new();
    for piece in source.split_inclusive(['⟦', '⟧']) {
        bytes.extend(unescape(piece.trim_end_matches(['⟦', '⟧']))?);
        if piece.ends_with('⟦') {
            open.push(spans.len());
            spans.push(bytes.len()..bytes.len());
        } else if piece.ends_with('⟧') {
            let index: usize = open.pop().ok_or("a mark is not opened")?;
            spans[index].end = bytes.len();
        }
    }
    match open[..] {
        [] => Ok((bytes, spans)),
        _ => Err("a mark is not closed".into()),
    }
}
