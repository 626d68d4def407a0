//! `list` and `grep`.

mod chunk;
mod progress;
mod run;

pub(crate) use run::run;
