//! The cases of `corpus/settle/*.toml`: links with several readings, and which of them is settled by evidence.

use std::fs;

use serde::Deserialize;

use crate::cases;

/// Texts that are read together, and what is found in them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettleCase {
    /// The name, which identifies a failing case.
    pub name: String,
    /// What the case demonstrates.
    pub why: String,
    /// The texts, each a file.
    pub texts: Vec<String>,
    /// The links in these: the first reading, the URL as which it is settled, and the name of the evidence, which is
    /// empty if there is none.
    pub links: Vec<(String, String, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<SettleCase>,
}

/// Returns all cases.
///
/// # Panics
///
/// If a file cannot be read or parsed, or if there is no case.
#[must_use]
pub fn cases() -> Vec<SettleCase> {
    let mut all = Vec::new();
    for path in cases::files("settle", "toml") {
        let source = fs::read_to_string(&path).expect("a readable file");
        let file: File =
            toml::from_str(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        all.extend(file.case);
    }
    assert!(!all.is_empty(), "no case");
    all
}

/// Returns the files of all cases, with the names of their cases.
#[must_use]
pub fn files(cases: &[SettleCase]) -> Vec<(String, String)> {
    let files = cases.iter().flat_map(|case| {
        let texts = case.texts.iter().enumerate();
        texts.map(|(index, text)| (format!("{}.{index}.txt", case.name), text.clone()))
    });
    files.collect()
}
