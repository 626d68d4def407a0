//! Selects links: patterns, bases and deduplication.

pub(crate) mod base;
pub(crate) mod compare;
pub(crate) mod dedup;
pub(crate) mod hash_keys;
pub(crate) mod levels;
pub(crate) mod link_texts;
pub(crate) mod pattern;
pub(crate) mod selection;
pub(crate) mod settler;
pub(crate) mod tally_row;
