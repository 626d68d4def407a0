//! Filters: which messages, which of their texts, and which URLs in these are selected.
//!
//! Flags of different names must all hold, of the values of one flag any. A message is filtered by its header
//! before anything of it is scanned, a part by its type before it is decoded.

mod date;
mod filters;
mod host;
mod message;
mod url;
mod wildmat;

pub(crate) use date::Period;
pub(crate) use filters::Filters;
pub(crate) use host::Host;
pub(crate) use message::{FieldPattern, MediaRange, MessageFilter, MessageId, by_name};
pub(crate) use url::{Scheme, UrlFilter, WarningCode};
pub(crate) use wildmat::Wildmat;
