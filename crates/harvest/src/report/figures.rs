//! The figures of a data set, from the figures of its shards.

use std::{collections::BTreeMap, path::Path};

use super::{top::Top, years::Years};
use crate::{
    dataset::{Manifest, ShardTable},
    error::Error,
    figures::{Amounts, Figure, InputDate, PlausibleDates, folder},
    observer::Stop,
    tally::{Entry, Fact, merge},
};

/// The maximum number of rows of a table of the page.
pub(super) const TOP: usize = 50;

/// The maximum number of domains of a year.
const YEAR_TOP: usize = 5;

/// The contents of a data set.
#[derive(Debug)]
pub(super) struct Figures {
    /// The number of links.
    pub(super) links: u64,
    pub(super) years: Years,
    /// The domains of each year.
    pub(super) by_year: BTreeMap<i64, Top>,
    /// The folder that contains all files, with a slash at its end.
    pub(super) common: Vec<u8>,
    /// The evidence for readings, and the number of links with each.
    pub(super) settled: Top,
    /// The number of links that were settled as something else than their first readings.
    pub(super) mended: u64,
    tops: [Top; Figure::ALL.len()],
}

impl Figures {
    /// Merges the figures of all shards.
    pub(super) fn gather(root: &Path, manifest: &Manifest, stop: &Stop) -> Result<Self, Error> {
        let mut plausible = PlausibleDates::default();
        let mut years = Years::default();
        let mut by_year = BTreeMap::<_, Top>::new();
        let mut common: Option<Vec<u8>> = None;
        let mut tops = Figure::ALL.map(|_| Top::default());
        let tallies = manifest.files(ShardTable::Tallies.name());
        let is_figure = |entry: &Entry| matches!(entry.fact, Fact::Figure(..));
        for entry in merge(root, tallies, is_figure, stop)? {
            let Fact::Figure(figure, name, amounts) = entry.map_err(Error::of_sort)?.fact else {
                continue;
            };
            match figure {
                Figure::Year => years.add_year(&name, amounts.count),
                Figure::Received => {
                    if let Some(newest) = InputDate::of_name(&name) {
                        plausible.add(newest, amounts.messages);
                    }
                }
                Figure::Date => {
                    let date = InputDate::of_name(&name);
                    let date = date.filter(|date| plausible.judge(*date, amounts.messages));
                    years.add_date(date.map(|date| date.date), amounts.count);
                }
                Figure::YearDomain => {
                    let name = str::from_utf8(&name).unwrap_or_default();
                    if let Some((year, domain)) = name.split_once(' ')
                        && let Ok(year) = year.parse()
                    {
                        let domains = by_year.entry(year).or_default();
                        domains.add(domain.as_bytes().into(), amounts, YEAR_TOP);
                    }
                }
                Figure::File => {
                    common = Some(match common {
                        Some(common) => common_folder(&common, &name).to_vec(),
                        None => folder(&name).to_vec(),
                    });
                }
                Figure::Host
                | Figure::Domain
                | Figure::Sender
                | Figure::Scheme
                | Figure::Standard
                | Figure::Delimiter
                | Figure::Warning
                | Figure::Guess
                | Figure::Damage
                | Figure::Join
                | Figure::Outside
                | Figure::Kind
                | Figure::Packing
                | Figure::Folder
                | Figure::Incomplete
                | Figure::ErrorCode
                | Figure::ErrorFile => {}
            }
            tops[figure as usize].add(name, amounts, TOP);
        }
        let mut settled = Top::default();
        for (name, &count) in manifest.settled() {
            let amounts = Amounts {
                count,
                ..Amounts::default()
            };
            settled.add(name.as_bytes().into(), amounts, TOP);
        }
        let mended = manifest.settled().iter();
        let mended = mended.filter(|(name, _)| !name.ends_with(":kept"));
        Ok(Self {
            links: manifest.rows(ShardTable::Links.name()),
            years,
            by_year,
            common: common.unwrap_or_default(),
            settled,
            mended: mended.map(|(_, count)| count).sum(),
            tops,
        })
    }

    /// Returns the names that a figure has counted.
    pub(super) const fn top(&self, figure: Figure) -> &Top {
        &self.tops[figure as usize]
    }
}

/// Returns the deepest folder that contains both a path and everything in `folder_path`.
fn common_folder<'f>(folder_path: &'f [u8], path: &[u8]) -> &'f [u8] {
    let pairs = folder_path.iter().zip(path);
    let len = pairs.take_while(|(one, other)| one == other).count();
    folder(&folder_path[..len])
}

#[cfg(test)]
mod tests {
    use super::common_folder;

    #[test]
    fn the_common_folder_contains_both() {
        for (one, other, expected) in [
            ("", "a", ""),
            ("a/b/", "a/b/c", "a/b/"),
            ("a/b/", "a/bc", "a/"),
            ("a/b/", "a/b", "a/"),
            ("a/", "b/", ""),
            ("/a/", "/b/c", "/"),
        ] {
            let common = common_folder(one.as_bytes(), other.as_bytes());
            assert_eq!(common, expected.as_bytes());
        }
    }
}
