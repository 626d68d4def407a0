//! Bytes and lines: classes, quote prefixes, and text that may be incomplete.

pub(crate) mod class;
mod dropped;
mod near;
mod prefix;

pub(crate) use dropped::{DroppedChar, RAW_SOFT_HYPHEN, ends_in_raw_soft_hyphen};
pub(crate) use near::Near;
pub(crate) use prefix::{Prefix, text_start};
