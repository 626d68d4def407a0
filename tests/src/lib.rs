//! Test support for the workspace: the cases of `corpus/`, the code paths that each case runs on, a slow
//! reference implementation, and properties that hold for any text.

pub mod archive;
pub mod archiving;
pub mod bare_lines;
pub mod cases;
pub mod choices;
pub mod clients;
pub mod directories;
pub mod effort;
pub mod fuzzing;
pub mod grammar;
pub mod hostile;
pub mod hosts;
pub mod judging;
pub mod mail;
pub mod mailboxes;
pub mod marked;
pub mod oracle;
pub mod outlook;
pub mod packed;
pub mod packing;
pub mod paths;
pub mod picking;
pub mod prefiltering;
pub mod properties;
pub mod ranges;
pub mod readers;
pub mod real;
pub mod settling;
pub mod text;
pub mod threads;
pub mod tokens;
pub mod trigger_mail;
pub mod unpacking;
pub mod verdicts;
pub mod writing;
