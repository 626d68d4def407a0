//! Compares two data sets, or two manifests of one.
//!
//! The tallies of the shards are merged side by side: nothing is sorted, and no table is read. The price
//! is the grain: links are counted by the URLs as which they were found, and have moved if the first or the last file
//! with the URL is another one. A join of two tables `links` would find every occurrence.

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{
    dataset::{DataFile, MANIFEST, Manifest, ShardTable},
    error::Error,
    figures::Figure,
    observer::Stop,
    storage::{Digest, read_json, stale_path},
    tally::{Entry, Fact, merge},
    version::VERSION,
};

/// A host, a domain or a link of which two data sets have different numbers of links, or in different files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change<'c> {
    /// What has changed: `host`, `domain` or `link`.
    pub what: &'static str,
    /// How: `new`, `gone`, `more`, `fewer`, or `moved` if there are as many links in other files.
    pub change: &'static str,
    /// The number of links in the old data set.
    pub old: u64,
    /// The number of links in the new one.
    pub new: u64,
    /// The host in its canonical form, the registered domain, or the URL, which is the first reading of the links.
    pub name: &'c str,
}

/// Receives the changes. [`Error::Stopped`] if it breaks.
pub(crate) type Report<'r> = &'r mut dyn FnMut(Change<'_>) -> ControlFlow<()>;

/// Compares two data sets: first the hosts, then the domains, then the links.
pub(crate) fn diff(old: &Path, new: &Path, stop: &Stop, report: Report<'_>) -> Result<(), Error> {
    let sets = [DataSet::open(old)?, DataSet::open(new)?];
    let [old, new] = &sets;
    diff_names([old, new], stop, report)?;
    for_pairs([old.links(stop)?, new.links(stop)?], |link| {
        link.report("link", report)
    })
}

/// Compares the hosts, then the domains.
pub(crate) fn diff_names(
    sets: [&DataSet; 2],
    stop: &Stop,
    report: Report<'_>,
) -> Result<(), Error> {
    let [old, new] = sets;
    for (what, figure) in [("host", Figure::Host), ("domain", Figure::Domain)] {
        let pairs = [old.names(figure, stop)?, new.names(figure, stop)?];
        for_pairs(pairs, |name| name.report(what, report))?;
    }
    Ok(())
}

/// A data set that is compared.
pub(crate) struct DataSet {
    root: PathBuf,
    pub(crate) plan: Digest,
    /// The number of links.
    pub(crate) links: u64,
    tallies: Vec<DataFile>,
}

impl DataSet {
    /// Reads the manifest of a data set, or one that was copied in its directory. Tables that later plans do not need
    /// are stale.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let (root, file) = match path.parent() {
            Some(parent) if !path.is_dir() => (parent, path.to_owned()),
            _ => (path, path.join(MANIFEST)),
        };
        let manifest = read_json::<Manifest>(&file)?;
        let manifest = manifest.ok_or_else(|| Error::io(&file)(io::ErrorKind::NotFound.into()))?;
        if manifest.version != VERSION {
            return Err(Error::OtherVersion {
                plan: manifest.plan,
                version: manifest.version,
            });
        }
        let mut tallies = manifest.files(ShardTable::Tallies.name()).to_vec();
        for tally in &mut tallies {
            let stale = stale_path(&tally.file);
            if !root.join(&tally.file).exists() && root.join(&stale).exists() {
                tally.file = stale;
            }
        }
        let root = root.to_owned();
        Ok(Self {
            root,
            plan: manifest.plan,
            links: manifest.rows(ShardTable::Links.name()),
            tallies,
        })
    }

    /// Returns the names that a figure has counted, in order.
    fn names(
        &self,
        wanted: Figure,
        stop: &Stop,
    ) -> Result<impl Iterator<Item = io::Result<Side>>, Error> {
        let is_wanted =
            move |entry: &Entry| matches!(entry.fact, Fact::Figure(found, ..) if found <= wanted);
        let merged = merge(&self.root, &self.tallies, is_wanted, stop)?;
        let side = move |entry| Side::of_name(wanted, entry);
        Ok(merged.filter_map(move |entry| entry.map(side).transpose()))
    }

    /// Returns the URLs, in order.
    fn links(&self, stop: &Stop) -> Result<impl Iterator<Item = io::Result<Side>>, Error> {
        let merged = merge(&self.root, &self.tallies, |_| true, stop)?;
        Ok(merged.filter_map(|entry| entry.map(Side::of_link).transpose()))
    }
}

/// A host or a URL of one data set.
struct Side {
    name: Box<[u8]>,
    count: u64,
    /// Hashes of the first and the last file, in any order: the files may be named in another one.
    files: Option<[[u8; 8]; 2]>,
}

impl Side {
    fn of_name(wanted: Figure, entry: Entry) -> Option<Self> {
        let Fact::Figure(figure, name, amounts) = entry.fact else {
            return None;
        };
        // The empty name counts links without one.
        (figure == wanted && !name.is_empty()).then_some(Self {
            name,
            count: amounts.count,
            files: None,
        })
    }

    fn of_link(entry: Entry) -> Option<Self> {
        let Fact::Counts(counts) = entry.fact else {
            return None;
        };
        let mut files = [counts.first_file, counts.last_file];
        files.sort_unstable();
        Some(Self {
            name: entry.url,
            count: counts.count,
            files: Some(files),
        })
    }
}

/// A host, a domain or a URL, and the numbers of its links in both data sets.
struct Named {
    name: Box<[u8]>,
    old: u64,
    new: u64,
    /// Whether its links are in other files.
    has_moved: bool,
}

impl Named {
    /// Reports the change, if there is one.
    fn report(&self, what: &'static str, report: Report<'_>) -> Result<(), Error> {
        let change = match (self.old, self.new) {
            (0, _) => "new",
            (_, 0) => "gone",
            (old, new) if old < new => "more",
            (old, new) if old > new => "fewer",
            _ if self.has_moved => "moved",
            _ => return Ok(()),
        };
        let reported = report(Change {
            what,
            change,
            old: self.old,
            new: self.new,
            name: &String::from_utf8_lossy(&self.name),
        });
        match reported {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Stopped),
        }
    }
}

/// Calls a function for each name that one of two sorted sequences has.
fn for_pairs(
    sides: [impl Iterator<Item = io::Result<Side>>; 2],
    mut each: impl FnMut(&Named) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut sides = sides.map(Iterator::peekable);
    loop {
        let names = sides.each_mut().map(|side| match side.peek()? {
            Ok(side) => Some(&*side.name),
            // An error is met at once.
            Err(_) => Some(&[][..]),
        });
        let Some(least) = names.into_iter().flatten().min() else {
            return Ok(());
        };
        let is_due = names.map(|name| name == Some(least));
        let mut pair = [None, None];
        for (index, side) in sides.iter_mut().enumerate() {
            if is_due[index] {
                pair[index] = side.next().transpose().map_err(Error::of_sort)?;
            }
        }
        let [old, new] = pair.each_ref().map(Option::as_ref);
        let count = |side: Option<&Side>| side.map_or(0, |side| side.count);
        let has_moved = old.map(|side| side.files) != new.map(|side| side.files);
        let (old, new) = (count(old), count(new));
        if let Some(Side { name, .. }) = pair.into_iter().flatten().next() {
            each(&Named {
                name,
                old,
                new,
                has_moved,
            })?;
        }
    }
}
