//! An interactive picker of delimited URLs: lists the links of mail, news and text on a terminal, to open, copy or
//! print them.
//!
//! - [`pick`] lists the links of a [`LinkSource`], which `urlsift_search` finds, carries out the commands of the user,
//!   and returns an [`Outcome`].
//! - [`PickOptions`] has the terminal, and the [`Opener`] that opens links: at once, after a confirmation, or never, if
//!   a program could interpret a part of the URL as an option.
//! - A [`Selection`](urlsift_select::Selection) chooses the links to list; [`Host`] is the interface to the program
//!   that runs the picker.
//!
//! Other threads read the links, which are listed as they arrive. The picker uses the controlling terminal, so that
//! standard input and output stay free for the program. The terminal is restored when the picker returns or panics; a
//! program that ends in another way, such as by a signal, calls [`restore_terminal`].
//!
//! ```no_run
//! use urlsift_pick::{Host, LinkSource, Opener, PickOptions, open_terminal, pick};
//! use urlsift_search::{HyphenPolicy, Inputs, Searcher, Verdict};
//! use urlsift_select::Selection;
//!
//! struct Program;
//! impl Host for Program {
//!     fn explain(&self, url: &[u8], _width: usize) -> String {
//!         Verdict::of(url).conformance().to_string()
//!     }
//! }
//!
//! let source = LinkSource {
//!     searcher: Searcher::new(),
//!     inputs: Inputs::new(["Mail".into()]),
//!     selection: Selection::default().into(),
//!     threads: None,
//!     hyphen: HyphenPolicy::Keep,
//! };
//! let options = PickOptions {
//!     tty: open_terminal()?,
//!     opener: Opener::command("lynx %s")?,
//!     open_schemes: Vec::new(),
//!     prints: false,
//!     shows_names: false,
//!     color: true,
//!     draws_lines: true,
//! };
//! let outcome = pick(source, &options, &Program);
//! println!("{} links", outcome.links);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod excerpt;
mod host;
mod keys;
mod layout;
mod link;
mod opener;
mod opening;
mod options;
mod outcome;
mod page;
mod picker;
mod policy;
mod reader;
mod screen;
mod session;
mod shown_url;
mod view;

pub use host::Host;
pub use opener::{InvalidCommand, Opener};
pub use options::PickOptions;
pub use outcome::{Diagnostic, Outcome, PickEnd};
pub use reader::LinkSource;
pub use screen::{open_terminal, restore_terminal};
pub use session::pick;
