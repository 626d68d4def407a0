//! Filters for messages, their texts, and URLs.
//!
//! A link must match every filter, and any of the values of each. Messages are filtered by their headers before they
//! are scanned, parts by their types before they are decoded: [`Filters`] has a function for each step of a
//! [`Sink`](urlsift::Sink). The values are parsed from the texts that the command accepts.
//!
//! ```
//! use urlsift::{Verdict, message};
//! use urlsift_filter::Filters;
//!
//! let mut filters = Filters::default();
//! filters.urls.hosts.push("example.org".parse()?);
//!
//! let mail = b"Subject: x\n\n<http://www.example.org/> <http://example.net/>\n";
//! let links = message(mail).links();
//! let links = links.filter(|link| filters.accepts_url(link.candidate(), &link.verdict(), None));
//! assert_eq!(links.count(), 1);
//! # Ok::<_, urlsift_filter::InvalidHost>(())
//! ```

mod date;
mod filters;
mod host;
mod message;
mod url;
mod wildmat;

pub use date::{Date, InvalidDate, Period};
pub use filters::Filters;
pub use host::{Host, InvalidHost};
pub use message::{
    FieldPattern, InvalidFieldPattern, InvalidMediaRange, InvalidMessageId, MediaRange,
    MessageFilter, MessageId, ReversedDates, field_regex,
};
pub use url::{InvalidSchemeName, Scheme, UrlFilter, WarningFilter};
pub use wildmat::{InvalidWildmat, Wildmat};
