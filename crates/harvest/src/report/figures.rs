//! The figures of a data set, from the figures of its shards.

use std::{mem, path::Path};

use super::{top::Top, years::Years};
use crate::{
    dataset::{Manifest, ShardTable},
    error::Error,
    figures::{Amounts, Figure, InputDate, PlausibleDates, folder},
    observer::Stop,
    options::Options,
    tally::{Entry, Fact, merge},
};

/// The maximum number of rows of a table of the page.
const TOP: usize = 50;

/// The contents of a data set. A figure is `None` if its column is left out.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) links: u64,
    pub(super) years: Option<Years>,
    pub(super) hosts: Option<Top>,
    pub(super) schemes: Option<Top>,
    pub(super) standards: Top,
    pub(super) delimiters: Option<Top>,
    pub(super) damage: Option<DamagedLinks>,
    /// The warnings that are not about damage, and the number of links with each.
    pub(super) warnings: Option<Top>,
    /// The reasons of second guesses.
    pub(super) guesses: Option<Top>,
    /// The evidence for readings, and the number of links with each.
    pub(super) settled: Top,
    /// The number of links that were settled as something else than their first readings.
    pub(super) mended: u64,
    pub(super) sources: Sources,
    pub(super) errors: Errors,
}

/// Damaged links and their joins, by the kinds of damage. Those without a name are all of them.
#[derive(Debug)]
pub(super) struct DamagedLinks {
    pub(super) links: Top,
    pub(super) joins: Top,
}

impl DamagedLinks {
    /// Returns the number of all damaged links.
    pub(super) const fn count(&self) -> u64 {
        self.links.unnamed.count
    }
}

/// The files that were read.
#[derive(Debug)]
pub(super) struct Sources {
    /// The numbers of links, messages, files and bytes of all files.
    pub(super) sum: Amounts,
    /// The number of files, or ranges of files, that are not complete.
    pub(super) incomplete: u64,
    /// The folder that contains all files, with a slash at its end.
    pub(super) common: Vec<u8>,
    pub(super) kinds: Top,
    pub(super) packings: Top,
    pub(super) folders: Top,
    pub(super) files: Top,
}

/// The damaged places of files.
#[derive(Debug)]
pub(super) struct Errors {
    pub(super) codes: Top,
    pub(super) files: Top,
}

impl Figures {
    /// Merges the figures of all shards.
    pub(super) fn gather(
        root: &Path,
        manifest: &Manifest,
        options: &Options,
        stop: &Stop,
    ) -> Result<Self, Error> {
        let mut plausible = PlausibleDates::default();
        let mut years = Years::default();
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
                Figure::File => {
                    common = Some(match common {
                        Some(common) => common_folder(&common, &name).to_vec(),
                        None => folder(&name).to_vec(),
                    });
                }
                Figure::Host
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
        let mut take = |figure: Figure| mem::take(&mut tops[figure as usize]);
        years.outside = take(Figure::Outside).unnamed.count;
        let damage = DamagedLinks {
            links: take(Figure::Damage),
            joins: take(Figure::Join),
        };
        let files = take(Figure::File);
        let sources = Sources {
            sum: files.sum,
            incomplete: take(Figure::Incomplete).unnamed.count,
            common: common.unwrap_or_default(),
            kinds: take(Figure::Kind),
            packings: take(Figure::Packing),
            folders: take(Figure::Folder),
            files,
        };
        let errors = Errors {
            codes: take(Figure::ErrorCode),
            files: take(Figure::ErrorFile),
        };
        let (settled, mended) = settled(manifest);
        let has = |column| !options.leaves_out(column);
        Ok(Self {
            links: manifest.rows(ShardTable::Links.name()),
            years: has("date").then_some(years),
            hosts: has("host_ascii").then(|| take(Figure::Host)),
            schemes: has("scheme").then(|| take(Figure::Scheme)),
            standards: take(Figure::Standard),
            delimiters: has("delimiter").then(|| take(Figure::Delimiter)),
            damage: (has("joins") && has("warnings")).then_some(damage),
            warnings: has("warnings").then(|| take(Figure::Warning)),
            guesses: has("also").then(|| take(Figure::Guess)),
            settled,
            mended,
            sources,
            errors,
        })
    }
}

/// Returns the evidence for readings, and the number of links that were settled as something else than their first
/// readings.
fn settled(manifest: &Manifest) -> (Top, u64) {
    let mut settled = Top::default();
    let mut mended = 0;
    for (name, &count) in manifest.settled() {
        if !name.ends_with(":kept") {
            mended += count;
        }
        let amounts = Amounts {
            count,
            ..Amounts::default()
        };
        settled.add(name.as_bytes().into(), amounts, TOP);
    }
    (settled, mended)
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
