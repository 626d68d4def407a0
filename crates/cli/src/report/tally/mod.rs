//! `--tally`: counts equal texts in bounded memory.

mod counted;
mod counter;
mod merge;
mod run;
mod runs;

pub(crate) use counted::Counted;
pub(crate) use counter::{Tally, write};
