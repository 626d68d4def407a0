//! Filters for messages, their texts, and URLs.
//!
//! A link must match every filter flag, and any of the values of each. Messages are filtered by their headers
//! before they are scanned, parts by their types before they are decoded.

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
