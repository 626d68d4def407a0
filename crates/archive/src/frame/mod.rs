//! Where messages begin and end.

pub(crate) mod before;
pub(crate) mod bounds;
pub(crate) mod framer;
pub(crate) mod framing;
pub(crate) mod from_line;
pub(crate) mod lines;
pub(crate) mod matching;
pub(crate) mod text_cut;
pub(crate) mod token;
pub(crate) mod window;
