//! Bytes and lines: classes, quote prefixes, and text that may be incomplete.

pub(crate) mod class;
mod dropped;
mod quote_prefix;
mod view;

pub(crate) use dropped::{DroppedChar, RAW_SOFT_HYPHEN, ends_in_raw_soft_hyphen, space_len};
pub use quote_prefix::LinePrefix;
pub(crate) use quote_prefix::{PrefixSkipper, QuoteMark, QuoteMarks, QuotePrefix};
pub(crate) use view::{NeedMore, View};
