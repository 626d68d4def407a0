//! The JSON forms, which `docs/JSON.md` describes.

mod entry;
mod judged;
mod line;
mod link;
mod message;

pub use judged::Judged;
pub use line::write_json_line;
