//! Integration tests of the command: each runs the program in a process of its own.

mod check;
#[cfg(unix)]
mod check_streams;
mod context;
mod display;
mod encoding;
mod environment;
mod filters;
mod flags;
mod format;
#[cfg(unix)]
mod guide;
mod headings;
#[cfg(target_os = "linux")]
mod hostile;
mod hyperlinks;
mod info;
mod inputs;
mod json;
mod judging;
mod levels;
mod lists;
#[cfg(unix)]
mod manual;
mod matching;
mod messages;
mod modes;
mod packed;
mod patterns;
#[cfg(unix)]
mod pick;
mod pictures;
mod printing;
mod progress;
#[cfg(unix)]
mod readme;
mod rejects;
mod robustness;
mod schema;
mod selection;
mod split;
mod stats;
mod statuses;
#[cfg(unix)]
mod streams;
mod support;
mod tables;
mod tally;
mod threads;
mod unique;
mod usage;
#[cfg(unix)]
mod walks;
