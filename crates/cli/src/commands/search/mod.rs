//! `list` and `grep`.

mod chunk;
mod evidence;
mod hint;
mod progress;
mod run;

pub(crate) use hint::{MAX_TIME_FOR_NOTHING, look_for_others};
pub(crate) use run::run;
