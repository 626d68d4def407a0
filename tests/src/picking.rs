//! The cases of `corpus/pick/*.toml`: hostile URLs and what `urlsift pick` does with them.

use serde::Deserialize;

use crate::cases::{self, TomlCase};

/// A URL that the user opens.
#[derive(Clone, Debug)]
pub struct OpenCase {
    /// The stem of the file and the name of the case.
    pub name: String,
    /// The URL as it appears in the message.
    pub url: String,
    /// What the picker does with the URL.
    pub result: OpenResult,
    /// The argument passed to the program; `None` if no program is run.
    pub argument: Option<String>,
    /// The reason shown; `None` if the URL is opened without a question.
    pub reason: Option<String>,
}

/// What the picker does with a URL that the user opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpenResult {
    /// Opens it at once.
    Opened,
    /// Opens it if the user confirms.
    Asked,
    /// Never opens it.
    Refused,
}

/// Returns every case, in the order of the files.
///
/// # Panics
///
/// If a file is invalid, or there is none.
#[must_use]
pub fn open_cases() -> Vec<OpenCase> {
    let cases = cases::load::<RawCase>("pick").into_iter();
    cases
        .map(|(name, case)| OpenCase { name, ..case })
        .collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    name: String,
    why: String,
    url: String,
    result: OpenResult,
    argument: Option<String>,
    reason: Option<String>,
}

impl TomlCase for RawCase {
    type Case = OpenCase;

    fn name(&self) -> &str {
        &self.name
    }

    fn parse(self) -> Result<OpenCase, String> {
        let Self {
            name,
            why,
            url,
            result,
            argument,
            reason,
        } = self;
        if why.is_empty() {
            return Err("`why` is empty".into());
        }
        if reason.is_some() == (result == OpenResult::Opened) {
            return Err("a case has a reason unless its URL is opened at once".into());
        }
        let argument = match (result, argument) {
            (OpenResult::Refused, Some(_)) => return Err("a refused URL has no argument".into()),
            (OpenResult::Refused, None) => None,
            (_, argument) => Some(argument.unwrap_or_else(|| url.clone())),
        };
        Ok(OpenCase {
            name,
            url,
            result,
            argument,
            reason,
        })
    }
}
