//! Records of fields, for other programs.

mod format;
mod separated;
mod template;

pub(crate) use format::RecordFormat;
pub(crate) use template::Template;
