//! The header of a message or part: its fields and their values.

mod cfws;
mod content;
mod date;
pub(crate) mod extent;
mod fields;
mod metadata;
mod mime;
mod month;
mod value;

pub(crate) use content::{ContentType, content_length};
pub(crate) use fields::{HeaderEnd, fields, ftext_len, header_end, is_blank};
pub use metadata::{Metadata, field_values};
pub(crate) use mime::ContentFields;
pub use month::month_number;
pub(crate) use value::decode_value;
