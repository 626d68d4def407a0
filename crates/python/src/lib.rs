//! The extension module `urlsift._urlsift`, from which the Python package `urlsift` is made.
//!
//! It converts: arguments to the options of [`urlsift_search`], links to objects ([`link::Link`]), and errors to
//! exceptions. What is found, and the fields of a link, are defined in the crates below.
//!
//! The GIL is released while a text is searched.

mod code_points;
mod find;
mod link;
mod options;
mod selection;
mod text;
mod value;
mod verdict;

use pyo3::prelude::*;

/// The extension module.
#[pymodule(gil_used = false)]
mod _urlsift {
    #[pymodule_export]
    use crate::{
        find::{find, find_in_message},
        link::{Link, restore_link},
        verdict::{Verdict, check, restore_verdict},
    };
}
