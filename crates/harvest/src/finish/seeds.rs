//! The URLs of a data set for a crawler.

use std::cmp::Ordering;

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift::table::UrlRow;
use urlsift_search::Conformance;
use urlsift_settle::sort::{Merge, Record, Sorter};

use crate::{error::Error, observer::Stop};

/// The maximum memory of seeds that are not in a temporary file, in bytes, for each of two sorts.
const MAX_BYTES: usize = 8 << 20;

/// The URLs for a crawler: those with `http` and `https` that browsers accept, each once, however it is written, in the
/// spelling that most links have. Those with the most links come first; of those with as many, in the order of their
/// keys.
pub struct Seeds(Merge<Seed>);

impl Iterator for Seeds {
    type Item = Result<String, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let seed = self.0.next()?.map_err(Error::of_sort);
        Some(seed.map(|seed| String::from_utf8_lossy(&seed.url).into_owned()))
    }
}

/// Collects the URLs, in any order.
pub(super) struct SeedSorter {
    seeds: Sorter<Seed>,
    is_wanted: bool,
}

impl SeedSorter {
    /// Creates a sorter that keeps no URLs unless they are wanted.
    pub(super) fn new(is_wanted: bool, stop: &Stop) -> Self {
        Self {
            seeds: Sorter::new(Order::Key, MAX_BYTES).check(stop.of_merges()),
            is_wanted,
        }
    }

    /// Adds a URL, if it is one for a crawler.
    pub(super) fn add(&mut self, row: &UrlRow<'_>, conformance: Conformance) -> Result<(), Error> {
        let is_web = matches!(row.scheme, Some("http" | "https"));
        let is_line = !row.url.iter().any(u8::is_ascii_whitespace);
        if !self.is_wanted || !is_web || !is_line || !conformance.reaches(Conformance::Whatwg) {
            return Ok(());
        }
        let seed = Seed {
            key: row.url_key.as_bytes().into(),
            url: row.url.into(),
            links: row.count,
            most: row.count,
        };
        let size = seed.size();
        self.seeds.push(seed, size).map_err(Error::of_sort)
    }

    /// Sorts the URLs by their numbers of links.
    pub(super) fn finish(self, stop: &Stop) -> Result<Seeds, Error> {
        let mut sorter = Sorter::new(Order::Links, MAX_BYTES).check(stop.of_merges());
        for seed in self.seeds.merge().map_err(Error::of_sort)? {
            let seed = seed.map_err(Error::of_sort)?;
            let size = seed.size();
            sorter.push(seed, size).map_err(Error::of_sort)?;
        }
        sorter.merge().map(Seeds).map_err(Error::of_sort)
    }
}

/// How seeds are sorted.
#[derive(Clone, Copy, Debug)]
enum Order {
    Key,
    /// By falling numbers of links, then by key.
    Links,
}

#[derive(Debug, BorshSerialize, BorshDeserialize)]
struct Seed {
    key: Box<[u8]>,
    /// The spelling that most links have; of several, the first in bytewise order.
    url: Box<[u8]>,
    links: u64,
    /// The number of links with this spelling.
    most: u64,
}

impl Seed {
    /// Returns the approximate memory, in bytes.
    fn size(&self) -> usize {
        self.key.len() + self.url.len() + size_of::<Self>()
    }
}

impl Record for Seed {
    type Order = Order;

    fn compare(&self, other: &Self, order: Order) -> Ordering {
        let by_links = match order {
            Order::Key => Ordering::Equal,
            Order::Links => other.links.cmp(&self.links),
        };
        by_links.then_with(|| self.key.cmp(&other.key))
    }

    fn absorb(&mut self, equal: Self) {
        self.links += equal.links;
        // The later one in the order of URLs, in which they are added.
        if equal.most > self.most {
            (self.url, self.most) = (equal.url, equal.most);
        }
    }
}
