//! The cases of `corpus/scan/*.toml`.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};
use urlsift_scan::Config;

use crate::{
    marked::{Marked, unescape},
    oracle::{Found, Join, Rejected, Sifted},
};

/// One case: a text and all that must be found in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// File and name, to say which case failed.
    pub name: String,
    /// What it shows.
    pub why: String,
    /// The text to scan.
    pub text: Vec<u8>,
    /// The most bytes of a candidate.
    pub max_len: usize,
    /// The caller's own schemes.
    pub schemes: Vec<String>,
    /// Every hit and every reject.
    pub expected: Sifted,
}

impl Case {
    /// The configuration it is to be run with.
    ///
    /// # Panics
    ///
    /// If a scheme is none.
    #[must_use]
    pub fn config(&self) -> Config {
        let config = Config::new().max_len(self.max_len);
        self.schemes.iter().fold(config, |config, name| {
            config
                .scheme(name)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name))
        })
    }
}

/// The corpus, which lies beside the tests.
#[must_use]
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// Every file of a folder of the corpus with an ending, in order.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = corpus().join(folder);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{} has no file in .{ending}",
        folder.display()
    );
    files
}

/// A case as it is written.
pub(crate) trait Written: DeserializeOwned {
    /// What it says.
    type Case;

    /// Its name, of which there is no other in its file.
    fn name(&self) -> &str;

    /// Reads what it says, or says what is wrong with it.
    fn read(self) -> Result<Self::Case, String>;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<W> {
    case: Vec<W>,
}

/// Every case of every file of a folder, each behind the name of its file and its own.
///
/// # Panics
///
/// If a file is no good, a case has no name of its own, or there is no case.
pub(crate) fn read_all<W: Written>(folder: &str) -> Vec<(String, W::Case)> {
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for path in files(folder, "toml") {
        let source = fs::read_to_string(&path).expect("a readable file");
        let file: File<W> =
            toml::from_str(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().expect("a name").display().to_string();
        assert!(!file.case.is_empty(), "{stem} has no case");
        for written in file.case {
            let name = format!("{stem}/{}", written.name());
            let case = written.read();
            let case = case.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(names.insert(name.clone()), "{name} stands twice");
            cases.push((name, case));
        }
    }
    cases
}

/// Every case of every file.
///
/// # Panics
///
/// If a file is no good, a case has no name of its own, or there is no case.
#[must_use]
pub fn scan() -> Vec<Case> {
    let cases = read_all::<RawCase>("scan").into_iter();
    cases.map(|(name, case)| Case { name, ..case }).collect()
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
    hit: Vec<RawHit>,
    #[serde(default)]
    reject: Vec<RawReject>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHit {
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
}

impl Written for RawCase {
    type Case = Case;

    fn name(&self) -> &str {
        &self.name
    }

    fn read(self) -> Result<Case, String> {
        let marked = Marked::parse_escaped(&self.text)?;
        if (marked.hits.len(), marked.rejects.len()) != (self.hit.len(), self.reject.len()) {
            return Err("not as many marks as hits and rejects".into());
        }
        let hits = self.hit.into_iter().zip(marked.hits);
        let found = hits.map(|(hit, marks)| {
            Ok::<_, String>(Found {
                span: marks.span,
                pieces: marks.pieces,
                delimiter: match hit.delimiter {
                    Delimiter::Url => "url",
                    Delimiter::Angle => "angle",
                },
                readings: readings(&hit.url, &hit.readings)?,
                breaks: hit.breaks,
                joins: hit
                    .joins
                    .iter()
                    .map(|join| read_join(join))
                    .collect::<Result<_, _>>()?,
                depth: hit.depth,
                warnings: hit
                    .warnings
                    .iter()
                    .map(|warning| word(warning))
                    .collect::<Result<_, _>>()?,
            })
        });
        let rejects = self.reject.iter().zip(marked.rejects);
        let rejected = rejects.map(|(reject, (start, at))| {
            let reason = word(&reject.reason)?;
            Ok::<_, String>(Rejected { start, at, reason })
        });
        Ok(Case {
            name: self.name,
            why: self.why,
            max_len: self.max_len.unwrap_or(Config::DEFAULT_MAX_LEN),
            schemes: self.schemes,
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

/// `9 break leader hyphen`: the place, what was dropped, and whether a hyphen stood before it.
fn read_join(source: &str) -> Result<Join, String> {
    let mut words = source.split(' ');
    let url_at = words.next().and_then(|place| place.parse().ok());
    let mut dropped = words.map(word).collect::<Result<Vec<_>, _>>()?;
    let hyphen = dropped.last() == Some(&"hyphen");
    dropped.truncate(dropped.len() - usize::from(hyphen));
    Ok(Join {
        url_at: url_at.ok_or_else(|| format!("a join without a place: {source}"))?,
        dropped,
        hyphen,
    })
}

/// The words that stand for something, as the implementations have them.
fn word(source: &str) -> Result<&'static str, String> {
    const WORDS: [&str; 17] = [
        "break",
        "leader",
        "space",
        "at",
        "hyphen",
        "ragged-quote",
        "doubtful-close",
        "unclosed",
        "trailing-text",
        "spaced",
        "opener",
        "blank-line",
        "marks-only",
        "nul",
        "end-of-text",
        "too-long",
        "empty",
    ];
    let known = WORDS.into_iter().find(|word| *word == source);
    known.ok_or_else(|| format!("unknown word: {source}"))
}
