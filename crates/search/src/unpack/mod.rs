//! Opens inputs and passes on the files in them: the input itself or, if it is a compressed file or a container, the
//! files in it.

pub(crate) mod files;
pub(crate) mod packing;
