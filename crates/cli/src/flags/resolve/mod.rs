//! Resolves flags to options, using the terminal, the environment and the inputs.

mod check;
mod color;
mod harvest;
mod info;
mod input;
mod line_style;
mod matching;
mod pick;
mod records;
mod refusal;
mod search;
mod shared;
mod split;
mod task;

pub(crate) use pick::PickTask;
pub(crate) use task::{Request, Task};
