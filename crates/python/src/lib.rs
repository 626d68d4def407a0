//! The extension module `urlsift._urlsift`, from which the Python package `urlsift` is made.
//!
//! It converts: arguments to the options of [`urlsift_search`], links to objects ([`link::Link`]), and errors to
//! exceptions. What is found, and the fields of a link, are defined in the crates below.
//!
//! The GIL is released while a text is searched, and while Python waits for the results of a [`run::Run`], which other
//! threads search. These call Python only to read file objects, through [`interpreter::call`].

mod advice;
mod argument;
mod arrow;
mod command;
mod decoded_text;
mod file_object;
mod filters;
mod find;
mod harvest;
mod inputs;
mod interpreter;
mod interruptible;
mod kept_sifter;
mod link;
mod options;
mod page;
mod process;
mod run;
mod scan;
mod scan_error;
mod split;
mod text;
mod value;
mod verdict;

use pyo3::prelude::*;

/// The extension module.
#[pymodule(gil_used = false)]
mod _urlsift {
    #[pymodule_export]
    use crate::{
        arrow::{ArrowArray, ArrowScan, ArrowTable, find_arrow, scan_arrow},
        command::run_command,
        decoded_text::{DecodedText, restore_text, texts},
        find::{find, find_html, find_message},
        harvest::{diff_harvest, finish_harvest, plan_harvest, prune_harvest, run_harvest},
        interpreter::{end_calls, forget_calls},
        link::{Link, restore_link},
        scan::{Scan, scan},
        scan_error::{ScanError, ScanWarning, restore_error},
        split::{Split, plan_splits, restore_split},
        verdict::{Verdict, check, restore_verdict},
    };

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python has for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
