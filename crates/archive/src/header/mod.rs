//! The header of a message or of a part: its fields, and what they say.

mod cfws;
mod content;
mod date;
mod fields;
mod metadata;
mod mime;
mod value;

pub(crate) use content::{ContentType, content_length};
pub(crate) use fields::{HeaderEnd, fields, header_end, is_blank, is_ftext};
pub use metadata::{Metadata, field_values};
pub(crate) use mime::Content;
pub(crate) use value::decode_value;
