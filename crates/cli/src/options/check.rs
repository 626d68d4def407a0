//! The options of `check`.

use std::ffi::OsString;

use urlsift_search::Conformance;

use crate::select::base::BaseText;

/// The options of `check`.
#[derive(Debug)]
pub(crate) struct CheckOptions {
    /// The URLs; standard input if there are none.
    pub(crate) urls: Vec<OsString>,
    /// The level to which each has to conform.
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) show: CheckShow,
}

/// What `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckShow {
    /// A report on each URL, for people.
    Report {
        color: bool,
    },
    Json,
    Nothing,
}
