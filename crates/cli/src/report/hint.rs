//! Hints at what a search has not selected.

use std::{fmt, path::PathBuf};

use urlsift_search::Delimiter;
use urlsift_select::BasicOperator;

use super::summary::Counts;

/// A hint for a search that has selected nothing, or only some of the links.
#[derive(Debug)]
pub(crate) enum Hint {
    /// How many links without angle brackets there are, where none in angle brackets was selected.
    Counts(OtherLinks),
    /// How many links without angle brackets there are, besides this number in angle brackets.
    More { selected: u64, others: OtherLinks },
    /// How many of the selected links stand in headers.
    Headers { in_headers: u64, selected: u64 },
    /// How to look for them. It is not known whether there are any.
    Flag {
        /// Whether links in angle brackets had to match a pattern or a filter.
        is_narrowed: bool,
    },
    /// The pattern has an operator that only basic regular expressions have.
    Pattern(BasicOperator),
    /// The path is a git repository, which may be one of public-inbox.
    Repository(PathBuf),
    /// No file in the directories matches a glob of `--include`.
    Include,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts(others) => others.fmt(f),
            Self::More { selected, others } => {
                let urls = if *selected == 1 { "URL" } else { "URLs" };
                let least = if others.is_partial { "at least " } else { "" };
                let more = others.counts.total();
                write!(
                    f,
                    "{selected} {urls} in angle brackets; {least}{more} more without: --all"
                )
            }
            Self::Headers {
                in_headers,
                selected,
            } => write!(
                f,
                "{in_headers} of {selected} links are in headers: --in body"
            ),
            Self::Flag { is_narrowed } => {
                f.write_str(no_delimited(*is_narrowed))?;
                f.write_str("; --all also looks for others")
            }
            Self::Pattern(operator) => {
                let example = match operator {
                    BasicOperator::Alternation => "a|b",
                    BasicOperator::Group => "(a)",
                };
                write!(
                    f,
                    "patterns are extended regular expressions: write `{example}`"
                )
            }
            Self::Repository(path) => write!(
                f,
                "{} is a git repository; for one of public-inbox: --as public-inbox",
                path.display()
            ),
            Self::Include => f.write_str("no file matches --include"),
        }
    }
}

fn no_delimited(is_narrowed: bool) -> &'static str {
    if is_narrowed {
        "no delimited URLs match"
    } else {
        "no delimited URLs"
    }
}

/// The links of other kinds that would be selected.
#[derive(Debug, Default)]
pub(crate) struct OtherLinks {
    pub(crate) counts: Counts<Delimiter>,
    /// Whether links in angle brackets had to match a pattern or a filter.
    pub(crate) is_narrowed: bool,
    /// Whether counting ended before the inputs did.
    pub(crate) is_partial: bool,
}

impl fmt::Display for OtherLinks {
    /// Writes `no delimited URLs; 12 bare and 3 in HTML attributes: try --all`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(no_delimited(self.is_narrowed))?;
        f.write_str(if self.is_partial { "; at least " } else { "; " })?;
        let groups: Vec<_> = self
            .counts
            .iter()
            .map(|(kind, count)| format!("{count} {}", description(kind)))
            .collect();
        match groups.split_last() {
            Some((last, [])) => f.write_str(last)?,
            Some((last, others)) => write!(f, "{} and {last}", others.join(", "))?,
            None => {}
        }
        f.write_str(": try --all")
    }
}

fn description(kind: Delimiter) -> &'static str {
    match kind {
        Delimiter::Prefix => "after URL:",
        Delimiter::Quote => "in quotation marks",
        Delimiter::Attribute => "in HTML attributes",
        Delimiter::Bare => "bare",
        _ => "in angle brackets",
    }
}

#[cfg(test)]
mod tests {
    use urlsift_search::Delimiter;

    use super::OtherLinks;

    #[test]
    fn kinds_are_listed() {
        let mut links = OtherLinks::default();
        links.counts.add(Delimiter::Attribute);
        assert_eq!(
            links.to_string(),
            "no delimited URLs; 1 in HTML attributes: try --all"
        );
        for _ in 0..2 {
            links.counts.add(Delimiter::Bare);
        }
        assert_eq!(
            links.to_string(),
            "no delimited URLs; 2 bare and 1 in HTML attributes: try --all"
        );
        links.counts.add(Delimiter::Quote);
        links.is_partial = true;
        links.is_narrowed = true;
        assert_eq!(
            links.to_string(),
            "no delimited URLs match; at least 1 in quotation marks, 2 bare and 1 in HTML attributes: try --all"
        );
    }
}
