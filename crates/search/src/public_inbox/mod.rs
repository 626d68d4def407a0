//! public-inbox repositories (public-inbox-v1-format(5), public-inbox-v2-format(5)), read with the program `git`.
//!
//! A repository is untrusted input. `command.rs` runs git so that nothing in a repository makes it run
//! another program, connect to a server, or read another repository. Only plumbing commands are run: `rev-parse`,
//! `rev-list`, `diff-tree` and `cat-file`.

mod command;
mod history;
pub(crate) mod layout;
pub(crate) mod read;
