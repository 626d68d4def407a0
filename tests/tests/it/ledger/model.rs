//! The files of the ledger.

use std::fs;

use serde::Deserialize;
use urlsift_tests::cases;

/// The text before the first chapter.
pub(super) const INTRODUCTION: &str = include_str!("../../../../conformance/introduction.md");

/// The names of the files, in the order of their chapters.
pub(super) const FILES: [&str; 8] = [
    "rfc1738",
    "rfc1808",
    "archives",
    "mime",
    "html",
    "outlook",
    "harvest",
    "differences",
];

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chapter {
    pub(super) title: String,
    pub(super) introduction: Option<String>,
    #[serde(default, rename = "section")]
    pub(super) sections: Vec<Section>,
}

/// A heading and the rules under it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) introduction: Option<String>,
    /// Why rules of this section have no cases.
    pub(super) no_cases: Option<String>,
    #[serde(default, rename = "rule")]
    pub(super) rules: Vec<Rule>,
}

/// A rule, with the code that implements it and the cases that test it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Rule {
    /// The section of the specification, if the heading does not say it.
    pub(super) section: Option<String>,
    /// Its grammar, as the specification writes it.
    #[serde(default)]
    pub(super) productions: Vec<String>,
    /// The rule in one sentence.
    #[serde(rename = "rule")]
    pub(super) sentence: Option<String>,
    /// The reason for a deliberate difference.
    pub(super) why: Option<String>,
    /// File and item, the main one first: `crates/scan/src/class.rs: is_ws`.
    #[serde(default)]
    pub(super) code: Vec<String>,
    /// Why there is no code.
    pub(super) no_code: Option<String>,
    /// File and name.
    #[serde(default)]
    pub(super) cases: Vec<String>,
    /// Why there are no cases.
    pub(super) no_cases: Option<String>,
}

impl Chapter {
    /// Every text of the file in which names may be quoted.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let of_sections = self.sections.iter().flat_map(|section| {
            let of_rules = section.rules.iter();
            let of_rules = of_rules.flat_map(|rule| [&rule.sentence, &rule.why, &rule.no_cases]);
            [&section.introduction, &section.no_cases]
                .into_iter()
                .chain(of_rules)
        });
        let texts = [&self.introduction].into_iter().chain(of_sections);
        texts.filter_map(Option::as_deref)
    }
}

impl Rule {
    /// Identifies the rule in an error.
    pub(super) fn title(&self) -> &str {
        self.sentence
            .as_ref()
            .or(self.productions.first())
            .map_or("", String::as_str)
    }
}

/// Returns the text of a file.
pub(super) fn source(name: &str) -> String {
    let path = cases::corpus().join(format!("../conformance/{name}.toml"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a file.
pub(super) fn read(name: &str) -> Chapter {
    parse(&source(name)).unwrap_or_else(|error| panic!("conformance/{name}.toml: {error}"))
}

/// Parses the text of a file.
pub(super) fn parse(text: &str) -> Result<Chapter, toml::de::Error> {
    toml::from_str(text)
}

/// Returns the file part of a case's name: `archive/html` of `archive/html/br`.
pub(super) fn file(name: &str) -> Option<&str> {
    Some(name.rsplit_once('/')?.0)
}
