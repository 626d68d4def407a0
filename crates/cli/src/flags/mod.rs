//! The command line: flags as they are given, and the options that they resolve to.

mod args;
mod environment;
pub(crate) mod help;
mod opposites;
mod resolve;

pub(crate) use args::{Cli, Document};
pub(crate) use environment::parse;
pub(crate) use resolve::{Picks, Task};
