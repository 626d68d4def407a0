//! The command line: parses flags and resolves them to options.

mod advice;
mod args;
mod environment;
mod full_help;
mod harvest_steps;
pub(crate) mod help;
mod implied_list;
mod named_command;
mod opposites;
mod resolve;
mod short_help;
mod version;

pub(crate) use args::{Cli, Document, Sandbox};
pub(crate) use resolve::{PickTask, Request, Task};

/// Parses the command line and resolves its flags.
///
/// # Errors
///
/// Returns an error if the command line or `URLSIFT_OPTS` is invalid, or if help is requested.
pub(crate) fn request() -> clap::error::Result<Request> {
    Request::resolve(environment::parse()?)
}
