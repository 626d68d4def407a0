//! The workspace's own test kit: the cases of `corpus/`, the paths that each case is run over, a
//! slow second implementation, and the properties that hold for every text.

pub mod archive;
pub mod archiving;
pub mod cases;
pub mod fuzzing;
pub mod grammar;
pub mod judging;
pub mod mailboxes;
pub mod marked;
pub mod oracle;
pub mod packing;
pub mod paths;
pub mod prefiltering;
pub mod properties;
pub mod ranges;
pub mod real;
pub mod soup;
pub mod threads;
pub mod unpacking;
pub mod verdicts;
