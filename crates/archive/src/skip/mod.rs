//! Which bytes need not be read, because they cannot contain a candidate.

mod header_check;
mod landmarks;
pub(crate) mod prefilter;
mod skipping;

pub(crate) use header_check::{HeaderCheck, check_header, check_header_ahead};
pub(crate) use landmarks::Landmarks;
pub(crate) use prefilter::{
    MAX_OPENER_DISTANCE, find_opener, first_non_ascii_in_candidate, may_be_in_header,
    may_be_in_quoted_printable, may_be_in_text, may_be_without_trigger, may_open, may_open_in_html,
    may_open_in_quoted_html,
};
pub use prefilter::{Prefilter, Triggers};
pub(crate) use skipping::{
    AfterBytes, DecidedEnd, KnownBytes, MAX_AWAITED_MESSAGE, MAX_AWAITED_PART, MessageContents,
    is_decided_by_raw_bytes, may_be_in_part,
};
