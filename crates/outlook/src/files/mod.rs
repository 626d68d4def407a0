//! Reads the texts of the messages in files of Outlook.

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
