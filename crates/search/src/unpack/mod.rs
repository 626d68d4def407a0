//! Opens inputs and passes on the files in them: the input itself, or the files packed in it.

pub(crate) mod ahead;
pub(crate) mod files;
pub(crate) mod packing;
mod source;
