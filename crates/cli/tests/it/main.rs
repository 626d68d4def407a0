//! Integration tests that run the program as a child process. What needs no process is a case, in `tests/cases`.

mod binary;
mod check;
mod check_reports;
#[cfg(unix)]
mod check_streams;
mod clients;
#[cfg(unix)]
mod completions;
mod compressed;
mod conformance;
mod context;
mod display;
mod encoding;
mod environment;
mod errors;
mod exit_status;
mod fields;
mod file_lists;
mod filters;
mod flags;
mod flags_page;
mod format;
#[cfg(unix)]
mod harvest;
mod harvest_flags;
mod harvest_inputs;
mod harvest_print;
mod harvest_report;
mod headings;
#[cfg(target_os = "linux")]
mod hints;
mod hostile;
mod hyperlinks;
mod implied_list;
mod info;
mod inputs;
#[cfg(target_os = "linux")]
mod interrupted;
mod json;
mod json_errors;
mod levels;
#[cfg(unix)]
mod manual;
mod matching;
mod messages;
mod modes;
mod newsletters;
mod outlook;
mod packaging;
#[cfg(unix)]
mod pages;
mod patterns;
mod pick;
mod progress;
#[cfg(unix)]
mod public_inbox;
#[cfg(unix)]
mod readme;
mod rejects;
#[cfg(target_os = "linux")]
mod resource_limits;
mod robustness;
#[cfg(target_os = "linux")]
mod sandbox;
mod schema;
#[cfg(unix)]
mod security;
mod selection;
mod settle;
#[cfg(unix)]
mod settle_typeset;
mod smime;
mod split;
mod stats;
#[cfg(unix)]
mod streams;
mod support;
mod tables;
mod tally;
#[cfg(unix)]
mod terminal_svg;
mod threads;
mod unique;
mod usage;
#[cfg(unix)]
mod walk;
