//! The JSON forms, which `docs/JSON.md` describes.

mod entry;
mod fields;
mod judged;
mod string;
mod writer;

pub use fields::JsonFields;
pub use judged::write_judged_line;
pub use writer::{write_link_line, write_rejected_line};
