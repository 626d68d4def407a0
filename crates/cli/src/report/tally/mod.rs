//! `--tally`: counts equal texts, or rows of them, in bounded memory.
//!
//! Each chunk counts its own texts ([`ChunkTally`]) on the thread that fills it; the [`Tally`] adds these counts up.

mod chunk;
mod count_table;
mod counted;
mod counter;
mod sort;

pub(crate) use chunk::{ChunkTally, write_text};
pub(crate) use counted::Counted;
pub(crate) use counter::Tally;
