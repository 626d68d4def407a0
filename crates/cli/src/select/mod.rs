//! What becomes of selected links: deduplication, counts and evidence.

pub(crate) mod compare;
pub(crate) mod dedup;
pub(crate) mod hash_keys;
pub(crate) mod levels;
pub(crate) mod link_texts;
pub(crate) mod settler;
pub(crate) mod tally_row;
