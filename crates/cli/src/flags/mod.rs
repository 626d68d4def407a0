//! The command line: parses flags and resolves them to options.

mod args;
mod attached_values;
mod conflicts;
mod environment;
mod foreign;
mod harvest_steps;
pub(crate) mod help;
mod implied_errors;
mod implied_list;
mod opposites;
mod resolve;
mod short_help;
mod version;

pub(crate) use args::{Cli, Document, Sandbox};
pub(crate) use environment::parse;
pub(crate) use resolve::{PickTask, Request, Task};
