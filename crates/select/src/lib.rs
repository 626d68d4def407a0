//! Which links are wanted.
//!
//! A [`Selection`] says which kinds of links are found and how, and which of them are wanted: by the standard that they
//! satisfy, by a [`Pattern`], and by [`Filters`] for messages, their texts, and URLs. A link must match every filter,
//! and any of the values of each. Messages are filtered by their headers before they are scanned, parts by their types
//! before they are decoded: there is a function for each step of a [`Sink`](urlsift::Sink).
//!
//! [`FilterOption::ALL`] is the table of filters. The flags of the command and the arguments in Python are made from
//! it. Their values are texts.
//!
//! ```
//! use urlsift::message;
//! use urlsift_select::{FilterBuilder, FilterOption, Selection};
//!
//! let mut filters = FilterBuilder::default();
//! let host = FilterOption::named("host").expect("a filter");
//! host.add(&mut filters, "example.org")?;
//! let selection = Selection {
//!     filters: filters.build()?,
//!     ..Selection::default()
//! };
//!
//! let mail = b"Subject: x\n\n<http://www.example.org/> <http://example.net/>\n";
//! let links = message(mail).links();
//! let links = links.filter(|link| selection.accepts_url(link, &link.verdict(), None));
//! assert_eq!(links.count(), 1);
//! # Ok::<_, urlsift_select::InvalidValue>(())
//! ```
//!
//! # Features
//!
//! - `filters`, on by default, adds filters and patterns.
//! - `serde` makes how links are found serializable.

#![forbid(unsafe_code)]

mod base;
#[cfg(feature = "filters")]
mod filters;
mod invalid;
#[cfg(feature = "filters")]
mod options;
#[cfg(feature = "filters")]
mod pattern;
mod selection;

pub use base::BaseText;
#[cfg(feature = "filters")]
pub use filters::{Filters, Scheme, WarningFilter};
pub use invalid::InvalidValue;
#[cfg(feature = "filters")]
pub use options::{FilterBuilder, FilterOption, ValueKind};
#[cfg(feature = "filters")]
pub use pattern::{Bounds, Case, Pattern, Syntax};
pub use selection::{LastAnchor, Selection};
