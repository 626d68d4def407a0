//! Reads mail and news archives as the texts they hold.

mod decode;
mod origin;

pub use origin::Origin;
