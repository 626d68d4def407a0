//! The resolved options of each command, independent of flags.

mod check;
mod harvest;
mod info;
mod input;
mod record;
mod search;
mod show;
mod split;

pub(crate) use check::{CheckOptions, CheckShow, MessageOptions};
pub(crate) use harvest::{HarvestOptions, HarvestStep, Printed};
pub(crate) use info::{InfoOptions, InfoShow};
pub(crate) use input::{InputOptions, is_stdin};
pub(crate) use record::RecordOptions;
pub(crate) use search::{HintSource, SearchOptions};
pub(crate) use show::{ProgressShow, Show};
pub(crate) use split::SplitOptions;
