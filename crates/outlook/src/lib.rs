//! Reads the texts of the messages in Outlook files, `.msg` and `.pst`, in bounded memory.
//!
//! [`read_msg`] reads a message in a compound file (MS-OXMSG), [`read_pst`] the messages of a store (MS-PST). Both pass
//! each [`Text`] of each message to a [`Visitor`]: the header section, the plain text, the HTML page, the RTF, and the
//! attachments that are texts or messages. RTF is decompressed (MS-OXRTFCP), and the HTML or the text that it wraps is
//! restored (MS-OXRTFEX). Each [`Text`] has a header section, so that any reader of RFC 5322 can read it.
//!
//! No input causes a panic, or work out of proportion to its size.
//!
//! ```
//! use std::{io::Cursor, ops::ControlFlow};
//! use urlsift_outlook::{Fault, Text, Visitor, read_msg};
//!
//! struct Print;
//! impl Visitor for Print {
//!     fn message(&mut self, _: &[String]) -> ControlFlow<()> {
//!         ControlFlow::Continue(())
//!     }
//!     fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()> {
//!         println!("{}: {} bytes", name.join("!"), text.bytes().len());
//!         ControlFlow::Continue(())
//!     }
//!     fn fault(&mut self, name: &[String], fault: Fault) -> ControlFlow<()> {
//!         eprintln!("{}: {fault}", name.join("!"));
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! assert!(read_msg(Cursor::new(b"not a compound file"), &mut Print).is_continue());
//! ```

mod budget;
mod fault;
mod filetime;
mod header;
mod limits;
mod message;
mod msg;
mod property;
mod pst;
mod visitor;

pub use fault::{Fault, FaultKind};
pub use limits::{MAX_NESTING, MAX_PROPERTY};
pub use msg::{is_message, read_msg};
pub use pst::read_pst;
pub use visitor::{Text, Visitor};
