//! Access to bytes: buffered lookahead in a stream, random access to a container, and the space for temporary files.

pub(crate) mod peek;
pub(crate) mod store;
pub(crate) mod temp;
