//! The cases of `corpus/scan/*.toml`.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use serde::{Deserialize, de::DeserializeOwned};
use urlsift_scan::Config;
use urlsift_tables::lines;

use crate::{
    marked::{Marked, unescape},
    oracle::{Found, Join, Rejected, Sifted, also},
};

/// One case: a text and everything found in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The stem of the file and the name, which identify a failing case.
    pub name: String,
    /// What the case demonstrates.
    pub why: String,
    /// The text to scan.
    pub text: Vec<u8>,
    /// The maximum length of a candidate, in bytes.
    pub max_len: usize,
    /// Schemes added by the caller.
    pub schemes: Vec<String>,
    /// Whether URLs without angle brackets are found.
    pub undelimited: bool,
    /// Whether names that begin with `www.` are bare URLs.
    pub www: bool,
    /// Whether names and addresses without a scheme are found.
    pub names: bool,
    /// Every link and every rejected candidate.
    pub expected: Sifted,
}

impl Case {
    /// Returns the configuration to run the case with.
    ///
    /// # Panics
    ///
    /// If a scheme is invalid.
    #[must_use]
    pub fn config(&self) -> Config {
        let config = Config::new()
            .max_len(self.max_len)
            .undelimited(self.undelimited)
            .www(self.www)
            .names(self.names);
        self.schemes.iter().fold(config, |config, name| {
            config
                .scheme(name)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name))
        })
    }
}

/// Returns the path of the corpus directory.
#[must_use]
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// Returns the files of a corpus directory that have the given extension, sorted by path.
///
/// # Panics
///
/// If there is no such file.
#[must_use]
pub fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let directory = corpus().join(directory);
    let entries =
        fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{} has no .{extension} file",
        directory.display()
    );
    files
}

/// A case as deserialized from TOML.
pub(crate) trait TomlCase: DeserializeOwned {
    /// The type of the parsed case.
    type Case;

    /// Returns the name of the case, which is unique within its file.
    fn name(&self) -> &str;

    /// Parses the case, or returns what is wrong with it.
    fn parse(self) -> Result<Self::Case, String>;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<C> {
    case: Vec<C>,
}

/// Loads every case of every file in a corpus directory, each with its full name, `stem/name`.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
pub(crate) fn load<C: TomlCase>(directory: &str) -> Vec<(String, C::Case)> {
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for path in files(directory, "toml") {
        let source = fs::read_to_string(&path).expect("a readable file");
        let file: File<C> =
            toml::from_str(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().expect("a name").display().to_string();
        assert!(!file.case.is_empty(), "{stem} has no case");
        for raw in file.case {
            let name = format!("{stem}/{}", raw.name());
            let case = raw.parse();
            let case = case.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(names.insert(name.clone()), "duplicate case {name}");
            cases.push((name, case));
        }
    }
    cases
}

/// Returns every case of `corpus/scan`.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn scan() -> Vec<Case> {
    let cases = load::<RawCase>("scan").into_iter();
    cases.map(|(name, case)| Case { name, ..case }).collect()
}

/// Returns every case of `corpus/names`, whose texts are searched for names and addresses, too.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn names() -> Vec<Case> {
    let cases = load::<RawCase>("names").into_iter();
    let named = |(name, case)| Case {
        name,
        undelimited: true,
        names: true,
        ..case
    };
    cases.map(named).collect()
}

/// Returns every case of `corpus/undelimited`.
///
/// # Panics
///
/// If a file is invalid, a name is not unique, or there is no case.
#[must_use]
pub fn undelimited() -> Vec<Case> {
    let cases = load::<RawCase>("undelimited").into_iter();
    let named = |(name, case)| Case {
        name,
        undelimited: true,
        ..case
    };
    cases.map(named).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    name: String,
    why: String,
    text: String,
    max_len: Option<usize>,
    #[serde(default)]
    schemes: Vec<String>,
    #[serde(default)]
    www: bool,
    #[serde(default)]
    link: Vec<RawLink>,
    #[serde(default)]
    reject: Vec<RawReject>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLink {
    url: String,
    #[serde(default)]
    readings: Vec<String>,
    #[serde(default)]
    delimiter: Delimiter,
    #[serde(default)]
    breaks: usize,
    #[serde(default)]
    joins: Vec<String>,
    #[serde(default)]
    depth: usize,
    #[serde(default)]
    warnings: Vec<String>,
    /// The guesses that need another line, each as its reason, a space and the URL.
    #[serde(default)]
    also: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReject {
    reason: String,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Delimiter {
    Url,
    #[default]
    Angle,
    Prefix,
    Quote,
    Bare,
    Attribute,
    Name,
    Address,
}

impl TomlCase for RawCase {
    type Case = Case;

    fn name(&self) -> &str {
        &self.name
    }

    fn parse(self) -> Result<Case, String> {
        let marked = Marked::parse_escaped(&self.text)?;
        if (marked.links.len(), marked.rejects.len()) != (self.link.len(), self.reject.len()) {
            return Err("the number of marks differs from that of links and rejects".into());
        }
        let links = self.link.into_iter().zip(marked.links);
        let found = links.map(|(link, marks)| {
            let mut found = Found {
                span: marks.span,
                pieces: marks.pieces,
                delimiter: match link.delimiter {
                    Delimiter::Url => "url",
                    Delimiter::Angle => "angle",
                    Delimiter::Prefix => "prefix",
                    Delimiter::Quote => "quote",
                    Delimiter::Bare => "bare",
                    Delimiter::Attribute => "attribute",
                    Delimiter::Name => "name",
                    Delimiter::Address => "address",
                },
                readings: readings(&link.url, &link.readings)?,
                breaks: link.breaks,
                joins: link
                    .joins
                    .iter()
                    .map(|join| parse_join(join))
                    .collect::<Result<_, _>>()?,
                depth: link.depth,
                warnings: link
                    .warnings
                    .iter()
                    .map(|warning| keyword(warning))
                    .collect::<Result<_, _>>()?,
                also: Vec::new(),
            };
            found.also = also(&marked.text, &found);
            for guess in &link.also {
                let (reason, url) = guess.split_once(' ').ok_or("a guess without a URL")?;
                found.also.push((keyword(reason)?, unescape(url)?));
            }
            Ok::<_, String>(found)
        });
        let rejects = self.reject.iter().zip(marked.rejects);
        let rejected = rejects.map(|(reject, (start, at))| {
            let reason = keyword(&reject.reason)?;
            Ok::<_, String>(Rejected { start, at, reason })
        });
        Ok(Case {
            name: self.name,
            why: self.why,
            max_len: self.max_len.unwrap_or(Config::DEFAULT_MAX_LEN),
            schemes: self.schemes,
            undelimited: false,
            www: self.www,
            names: false,
            expected: Sifted {
                found: found.collect::<Result<_, _>>()?,
                rejected: rejected.collect::<Result<_, _>>()?,
            },
            text: marked.text,
        })
    }
}

fn readings(url: &str, readings: &[String]) -> Result<Vec<Vec<u8>>, String> {
    let all = match readings {
        [] => vec![unescape(url)?],
        _ => readings
            .iter()
            .map(|reading| unescape(reading))
            .collect::<Result<_, _>>()?,
    };
    if all[0] == unescape(url)? {
        Ok(all)
    } else {
        Err("the first reading is not the url".into())
    }
}

/// Parses a join such as `9 break leader hyphen`: the index in the URL, what was dropped, and the hyphen before it,
/// if any: `hyphen`, `soft` or `typeset`.
pub(crate) fn parse_join(source: &str) -> Result<Join, String> {
    let mut words = source.split(' ');
    let url_at = words.next().and_then(|index| index.parse().ok());
    let mut dropped = words.map(keyword).collect::<Result<Vec<_>, _>>()?;
    let hyphen = dropped.pop_if(|word| matches!(*word, "hyphen" | "soft" | "typeset"));
    Ok(Join {
        url_at: url_at.ok_or_else(|| format!("a join without an index: {source}"))?,
        dropped,
        hyphen,
    })
}

/// Returns a keyword of the case format as a static string.
fn keyword(source: &str) -> Result<&'static str, String> {
    static KEYWORDS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("cases.toml", "keywords"));
    let known = KEYWORDS.iter().copied().find(|known| *known == source);
    known.ok_or_else(|| format!("unknown keyword: {source}"))
}
