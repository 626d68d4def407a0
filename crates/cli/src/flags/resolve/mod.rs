//! Resolves the flags to options, for this terminal and these inputs.

mod base;
mod check;
mod color;
mod filters;
mod info;
mod input;
mod line_style;
mod matching;
mod picks;
mod records;
mod search;
mod split;
mod task;

pub(crate) use picks::Picks;
pub(crate) use task::Task;
