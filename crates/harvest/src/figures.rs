//! The figures of the report: counts by name, gathered while the rows of a shard are written.
//!
//! They are entries of the shard's tally. So they are committed with it, and merged as the counts of URLs are, by an
//! external sort. The alternative is to read the tables back: that takes a reader for each of their formats, a join of
//! links with messages, and nearly as long as writing them. The price of counting early is that a figure that is not
//! counted cannot be had from a data set, so that a new one changes the version of data sets.

mod counts;
mod damage;
mod figure;
mod links;
mod plausible;

pub(crate) use counts::{FigureCounts, folder, year};
pub(crate) use damage::{JOINS, KINDS};
pub(crate) use figure::{Amounts, Figure};
pub(crate) use links::LinkFigures;
pub(crate) use plausible::{InputDate, PlausibleDates, is_certain, is_possible};
