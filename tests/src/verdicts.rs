//! The cases of `corpus/rfc1738/*.toml`: URLs and their validation.

use std::{fs, ops::Range};

use serde::{Deserialize, de::DeserializeOwned};

use crate::{cases, marked::unescape};

/// The files whose cases do not validate a URL.
const OTHER_FILES: [&str; 3] = ["resolve", "commands", "explain"];

/// A URL and the expected result of validating it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The stem of the file and the name, which identify a failing case.
    pub name: String,
    /// What the case demonstrates.
    pub why: String,
    /// The text to validate.
    pub url: Vec<u8>,
    /// The name of the strictest standard that the URL conforms to.
    pub conforms: String,
    /// The code, rule and span of each problem.
    pub problems: Vec<(String, String, Range<usize>)>,
    /// The codes of the warnings.
    pub warnings: Vec<String>,
    /// All parts, named as in `check --json`; `None` if they are not checked.
    pub parts: Option<toml::Table>,
}

/// A reference and the URL that it resolves to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResolveCase {
    /// The name, which identifies a failing case.
    pub name: String,
    /// The section of the RFC.
    pub section: String,
    /// What the case demonstrates.
    pub why: String,
    /// The base URL; empty for none.
    pub base: String,
    /// The reference to resolve.
    pub reference: String,
    /// The resolved URL.
    pub resolved: String,
}

/// A URL and the lines that a client sends to retrieve it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCase {
    /// The name, which identifies a failing case.
    pub name: String,
    /// The section of the RFC.
    pub section: String,
    /// What the case demonstrates.
    pub why: String,
    /// The URL.
    pub url: String,
    /// The lines, decoded.
    pub send: Vec<String>,
}

/// A URL and all steps that a client takes to retrieve it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainCase {
    /// The name, which identifies a failing case.
    pub name: String,
    /// The section of the RFC.
    pub section: String,
    /// What the case demonstrates.
    pub why: String,
    /// The URL.
    pub url: String,
    /// The steps as sentences; a line that is sent follows `> `.
    pub steps: Vec<String>,
}

/// Returns every case that validates a URL.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn url_cases() -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for stem in stems() {
        if OTHER_FILES.contains(&stem.as_str()) {
            continue;
        }
        for raw in load::<RawCase>(&stem) {
            let name = format!("{stem}/{}", raw.name);
            let case = raw
                .parse()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(
                all.iter().all(|other| other.name != name),
                "duplicate case {name}"
            );
            all.push(Case { name, ..case });
        }
    }
    all
}

/// Returns the cases of `resolve.toml`.
#[must_use]
pub fn resolve_cases() -> Vec<ResolveCase> {
    load("resolve")
}

/// Returns the cases of `commands.toml`.
#[must_use]
pub fn command_cases() -> Vec<CommandCase> {
    load("commands")
}

/// Returns the cases of `explain.toml`.
#[must_use]
pub fn explain_cases() -> Vec<ExplainCase> {
    load("explain")
}

/// Returns the names of all cases in the form of the ledger, `stem/name`.
#[must_use]
pub fn names() -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let named = |stem: String| {
        let cases = load::<Named>(&stem).into_iter();
        cases.map(move |case| format!("{stem}/{}", case.name))
    };
    stems().into_iter().flat_map(named).collect()
}

fn stems() -> Vec<String> {
    let files = cases::files("rfc1738", "toml").into_iter();
    let stem = |file: std::path::PathBuf| file.file_stem().map(|stem| stem.display().to_string());
    files.filter_map(stem).collect()
}

fn load<T: DeserializeOwned>(stem: &str) -> Vec<T> {
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
    #[expect(dead_code, reason = "required in the file for its readers")]
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
    fn parse(self) -> Result<Case, String> {
        let (url, spans) = unmark(&self.url)?;
        if spans.len() != self.problems.len() {
            return Err("the number of marks differs from that of problems".into());
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

/// Removes the marks `⟦` and `⟧` from a text with escapes. Returns the bytes and the marked spans, sorted
/// by their starts.
///
/// # Errors
///
/// If an escape is unknown, or the marks do not pair.
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
            let index: usize = open.pop().ok_or("a closing mark without an opening mark")?;
            spans[index].end = bytes.len();
        }
    }
    match open[..] {
        [] => Ok((bytes, spans)),
        _ => Err("an unclosed mark".into()),
    }
}
