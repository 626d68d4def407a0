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

use std::ffi::OsString;

use crate::term::streams::Streams;

pub(crate) use args::{Cli, Document, Sandbox};
pub(crate) use resolve::{PickTask, Request, Task};

/// Parses the command line, which begins with the name of the program, and resolves its flags.
///
/// # Errors
///
/// Returns an error if the command line or `URLSIFT_OPTS` is invalid, or if help is requested.
pub(crate) fn request(args: Vec<OsString>, streams: &Streams) -> clap::error::Result<Request> {
    Request::resolve(environment::parse(args, streams)?, streams)
}
