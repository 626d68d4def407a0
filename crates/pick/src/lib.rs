//! Picks delimited URLs on a terminal: lists the links of mail, news and text to open, copy or print them.
//!
//! - [`pick`] lists the links of a [`LinkSource`], as `urlsift_search` finds them, and does what the user asks
//!   for. It returns an [`Outcome`].
//! - [`PickOptions`] has the terminal, and the [`Opener`] that opens links.
//! - [`Selector`] chooses which links are listed; [`Host`] is what the picker needs of the program.
//!
//! Links are read on other threads, and listed as they come. Standard input and output stay free for the
//! program: keys and screen are those of the terminal of the process. The terminal is restored when the picker
//! returns or panics; a program that ends in another way, such as by a signal, calls [`restore_terminal`].
//!
//! ```no_run
//! use urlsift_pick::{Host, LinkSource, Opener, PickOptions, Selector, open_terminal, pick};
//! use urlsift_search::{Conformance, Inputs, Link, Searcher, Verdict, rfc1738::Base};
//!
//! struct Urls;
//! impl Selector for Urls {
//!     fn selects(&self, _: &Link<'_>, verdict: &Verdict<'_>, _: Option<&Base<'_>>) -> bool {
//!         verdict.conformance().reaches(Conformance::Whatwg)
//!     }
//! }
//!
//! struct Program;
//! impl Host for Program {
//!     fn explain(&self, url: &[u8], _width: usize) -> String {
//!         Verdict::of(url).conformance().to_string()
//!     }
//! }
//!
//! let source = LinkSource::new(Searcher::new(), Inputs::new(["Mail".into()]), Urls);
//! let options = PickOptions::new(open_terminal()?).opener(Opener::command("lynx %s")?);
//! let outcome = pick(source, &options, &Program);
//! println!("{} links", outcome.links);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod excerpt;
mod host;
mod keys;
mod layout;
mod link;
mod opener;
mod options;
mod outcome;
mod page;
mod picker;
mod reader;
mod screen;
mod selector;
mod session;
mod view;

pub use host::Host;
pub use opener::{InvalidCommand, Opener};
pub use options::PickOptions;
pub use outcome::{Diagnostic, End, Outcome};
pub use reader::LinkSource;
pub use screen::{open_terminal, restore_terminal};
pub use selector::Selector;
pub use session::pick;
