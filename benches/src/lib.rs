//! What the benches are made of: texts whose number of hits is known, URLs of which it is known to
//! what they conform, processes that are timed and whose answers are checked, the limit, the parser and the
//! decompressors they are held against, other programs if they are there, and tables.
//!
//! Time never fails a run; a wrong answer always does.

pub mod flags;
pub mod inputs;
pub mod limit;
pub mod machine;
pub mod measure;
pub mod mime;
pub mod packed;
pub mod parser;
pub mod peers;
pub mod process;
pub mod report;
pub mod runs;
pub mod samples;
pub mod spool;
pub mod text;
pub mod urls;

/// What goes wrong in a bench ends it, whatever it is.
pub type Error = Box<dyn std::error::Error>;
