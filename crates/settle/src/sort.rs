//! Sorts more records than fit into memory.
//!
//! A [`Sorter`] keeps as many records as fit, and writes them as a sorted run to an unnamed temporary file. A caller
//! that sorts its records itself passes them to [`Runs::push`]. The merge returns all records in order. Records that
//! compare as equal are combined ([`Record::absorb`]), in the order in which they were pushed.
//!
//! ```
//! use std::{cmp::Ordering, io};
//! use borsh::{BorshDeserialize, BorshSerialize};
//! use urlsift_settle::sort::{Record, Sorter};
//!
//! #[derive(Debug, PartialEq, BorshSerialize, BorshDeserialize)]
//! struct Count {
//!     name: u8,
//!     count: u64,
//! }
//!
//! impl Record for Count {
//!     type Order = ();
//!     fn compare(&self, other: &Self, _: ()) -> Ordering {
//!         self.name.cmp(&other.name)
//!     }
//!     fn absorb(&mut self, equal: Self) {
//!         self.count += equal.count;
//!     }
//! }
//!
//! let mut sorter = Sorter::new((), 16 << 20);
//! for (name, count) in [(1, 1), (3, 1), (2, 1), (3, 4)] {
//!     sorter.push(Count { name, count }, size_of::<Count>())?;
//! }
//! let all: io::Result<Vec<Count>> = sorter.merge()?.collect();
//! let expected = [(1, 1), (2, 1), (3, 5)].map(|(name, count)| Count { name, count });
//! assert_eq!(all?, expected);
//! # Ok::<(), io::Error>(())
//! ```
//!
//! # The choice
//!
//! A sort that gives back every record would write and read repeated keys until the end. Here, equal records are
//! combined while runs are merged, so that counts of a few frequent keys shrink at each merge, and a record is written
//! in the form that the caller chooses. An embedded database would do the same with an index that nobody needs: records
//! are written once and read once, in order.

mod check;
mod merge;
mod record;
mod run;
mod runs;
mod sorter;

pub use check::Check;
pub use merge::Merge;
pub use record::Record;
pub use run::ReadRun;
pub use runs::Runs;
pub use sorter::Sorter;
