//! Which bytes need not be read, because they cannot contain a candidate.

pub(crate) mod landmarks;
pub(crate) mod prefilter;
pub(crate) mod skipping;
