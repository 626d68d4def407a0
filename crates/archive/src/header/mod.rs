//! The header of a message or part: its fields and their values.

mod cfws;
mod content;
mod date;
mod extent;
mod fields;
mod metadata;
mod mime;
mod month;
mod value;

pub(crate) use content::{ContentType, NamedFile, content_length, decimal};
pub(crate) use extent::{HEADER_LOOKAHEAD, HeaderExtent, header_end};
pub(crate) use fields::{HeaderEnd, fields, ftext_len, is_blank};
pub use metadata::{Metadata, field_values};
pub(crate) use mime::ContentFields;
pub use month::month_number;
pub(crate) use value::decode_value;
