//! Sorts more records than fit into memory.
//!
//! The caller sorts as many records as fit and passes them to [`Runs::push`], which writes them to an unnamed temporary
//! file. [`Runs::merge`] returns all records in order. Records that compare as equal are combined ([`Record::absorb`]),
//! in the order in which they were pushed.
//!
//! ```
//! use std::{cmp::Ordering, io::{self, BufRead, Write}};
//! use urlsift_sort::{Encode, Record, Runs};
//!
//! #[derive(Debug, PartialEq)]
//! struct Count(u8, u8);
//!
//! impl Encode for Count {
//!     fn encode(&self, out: &mut impl Write) -> io::Result<()> {
//!         out.write_all(&[self.0, self.1])
//!     }
//! }
//!
//! impl Record for Count {
//!     type Order = ();
//!     fn decode(source: &mut impl BufRead) -> io::Result<Self> {
//!         let mut bytes = [0; 2];
//!         source.read_exact(&mut bytes)?;
//!         Ok(Self(bytes[0], bytes[1]))
//!     }
//!     fn compare(&self, other: &Self, _: ()) -> Ordering {
//!         self.0.cmp(&other.0)
//!     }
//!     fn absorb(&mut self, equal: Self) {
//!         self.1 += equal.1;
//!     }
//! }
//!
//! let mut runs = Runs::new(());
//! runs.push([Count(1, 1), Count(3, 1)].iter())?;
//! runs.push([Count(2, 1), Count(3, 4)].iter())?;
//! let all: io::Result<Vec<Count>> = runs.merge()?.collect();
//! assert_eq!(all?, [Count(1, 1), Count(2, 1), Count(3, 5)]);
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
pub mod number;
mod record;
mod run;
mod runs;

pub use check::Check;
pub use merge::Merge;
pub use record::{Encode, Record};
pub use run::ReadRun;
pub use runs::Runs;
