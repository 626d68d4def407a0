//! The JSON forms, which `docs/JSON.md` describes.

mod entry;
mod fields;
mod judged;
mod line;
mod string;
mod writer;

pub use fields::JsonFields;
pub use judged::Judged;
pub use line::write_json_line;
pub use writer::{write_link_line, write_rejected_line};
