//! Reads mail and news archives as the texts they hold.

mod body;
mod decode;
mod frames;
mod from_line;
mod header;
mod kind;
mod media;
mod opener;
mod origin;
mod recognise;
mod unit;
mod visitor;
mod walker;
mod window;

pub use header::Metadata;
pub use kind::Kind;
pub use origin::Origin;
pub use visitor::{Message, Part, Place, TextUnit, Visitor, Warning};
pub use walker::{Reading, Walker};
