//! Where messages begin and end.

mod before;
mod bounds;
mod framer;
mod framing;
pub(crate) mod from_line;
mod lines;
mod matching;
mod text_cut;
mod tight;
mod token;
mod window;

pub use before::Before;
pub(crate) use bounds::{Bounds, FromLineAt, KnownFromLine, MAX_LOOKAHEAD, read_from_line};
pub(crate) use framer::Framer;
pub(crate) use framing::{Candidate, Envelope, Framing, Lookback, Mark};
pub(crate) use lines::{
    MAX_LINE_BREAKS, after_empty_lines, ends_before, len_of_line_with, may_begin_with,
};
pub(crate) use matching::{MAX_DIGITS, Match, decimal};
pub(crate) use text_cut::can_cut_before;
pub(crate) use tight::lacks_empty_lines;
pub(crate) use token::{FrameToken, FrameTokenKind};
pub(crate) use window::{Line, MAX_LINE, Search, Window};
