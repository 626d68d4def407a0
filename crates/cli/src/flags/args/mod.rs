//! The flags as clap takes them. What they mean together is resolved in `resolve`.

mod cli;
mod files;
mod filtering;
mod finding;
mod generating;
mod lists;
mod looks;
mod matching;
mod others;
mod pick;
mod printing;
mod records;
mod values;

pub(crate) use cli::{Cli, Command, Common, Grep, List};
pub(crate) use files::{Files, Packed, Texts};
pub(crate) use filtering::Filtering;
pub(crate) use finding::{Finding, Hyphen};
pub(crate) use generating::Document;
pub(crate) use lists::Lists;
pub(crate) use looks::{Hyperlink, Looks};
pub(crate) use matching::Matching;
pub(crate) use others::{Check, Info, Split};
pub(crate) use pick::{Pick, Picking};
pub(crate) use printing::{Color, Printing, Progress};
pub(crate) use records::{Records, Tally, Unique};
