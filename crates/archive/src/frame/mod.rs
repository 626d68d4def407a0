//! Where messages begin and end.

pub(crate) mod before;
pub(crate) mod envelope;
pub(crate) mod framer;
pub(crate) mod from_line;
pub(crate) mod lines;
pub(crate) mod record_lines;
pub(crate) mod rules;
pub(crate) mod text_cut;
pub(crate) mod token;
pub(crate) mod window;
