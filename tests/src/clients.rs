//! The texts of `corpus/clients`, which every library and the command read alike.

use std::fs;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::cases::corpus;

/// A text that a mail client meets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientText {
    /// What the text demonstrates.
    pub name: String,
    /// The text.
    pub text: String,
    /// The links that a reader would click.
    pub links: Vec<String>,
    found: Option<Vec<String>>,
    why: Option<String>,
    advice: Option<Vec<String>>,
}

impl ClientText {
    /// Returns the URLs that are found, with all kinds of links and default options.
    #[must_use]
    pub fn found(&self) -> &[String] {
        self.found.as_ref().unwrap_or(&self.links)
    }

    /// Returns the name of the advice on each of them.
    #[must_use]
    pub fn advice(&self) -> Vec<&str> {
        let found = self.found().iter();
        match &self.advice {
            Some(advice) => advice.iter().map(String::as_str).collect(),
            None => found.map(|_| "open").collect(),
        }
    }

    /// Returns the text as an HTML page that shows it.
    #[must_use]
    pub fn page(&self) -> String {
        let text = self.text.replace('&', "&amp;").replace('<', "&lt;");
        format!("<pre>{text}")
    }

    /// Returns the text as a message.
    #[must_use]
    pub fn message(&self) -> String {
        format!("Content-Type: text/plain; charset=utf-8\n\n{}", self.text)
    }
}

/// A text or a page whose author wants the reader to open something else than it seems.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HostileText {
    /// What the text tries.
    pub name: String,
    /// The text.
    pub text: String,
    /// The URLs that a client would open, and the name of the advice on each.
    pub links: Vec<(String, String)>,
}

impl HostileText {
    /// Returns whether the advice is about the target of a rewriter.
    #[must_use]
    pub fn has_target(&self) -> bool {
        self.name.ends_with("in-a-rewriter")
    }
}

/// The texts of `corpus/clients/hostile.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hostile {
    /// Plain texts.
    #[serde(rename = "text")]
    pub texts: Vec<HostileText>,
    /// HTML pages.
    #[serde(rename = "page")]
    pub pages: Vec<HostileText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    text: Vec<ClientText>,
}

/// Returns the texts of `corpus/clients`.
///
/// # Panics
///
/// If a file is invalid, there are not 136 texts, what is found differs from the links without a reason, or it differs
/// in more than four texts.
#[must_use]
pub fn texts() -> Vec<ClientText> {
    let texts: Vec<_> = ["tricky", "ordinary"].into_iter().flat_map(read).collect();
    assert_eq!(texts.len(), 136);
    for text in &texts {
        assert_eq!(text.found.is_some(), text.why.is_some(), "{}", text.name);
        assert!(text.found.as_ref() != Some(&text.links), "{}", text.name);
    }
    let differing = texts.iter().filter(|text| text.found.is_some());
    assert!(differing.count() <= 4);
    texts
}

/// Returns the hostile texts of `corpus/clients`.
///
/// # Panics
///
/// If the file is invalid.
#[must_use]
pub fn hostile() -> Hostile {
    parse("hostile")
}

fn read(name: &str) -> Vec<ClientText> {
    let File { text: texts } = parse(name);
    texts
}

fn parse<T: DeserializeOwned>(name: &str) -> T {
    let path = corpus().join("clients").join(name).with_extension("toml");
    let source = fs::read_to_string(path).expect("a readable file");
    toml::from_str(&source).expect("valid texts")
}
