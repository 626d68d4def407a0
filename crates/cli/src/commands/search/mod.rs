//! `list` and `grep`.

mod chunk;
mod evidence;
mod hint;
mod progress;
mod run;

pub(crate) use run::run;
