//! A run of `check`.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
};

use urlsift_search::Conformance;

use super::{BaseText, paints};
use crate::args::Check;

/// Everything that a run of `check` has to know.
#[derive(Debug)]
pub(crate) struct Checks {
    /// Empty: standard input has them.
    pub(crate) urls: Vec<OsString>,
    /// What each has to conform to.
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) show: CheckShow,
}

/// What `check` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckShow {
    /// A picture of each URL.
    Picture {
        color: bool,
    },
    Json,
    Nothing,
}

impl Checks {
    pub(super) fn resolve(check: Check) -> Result<Self, String> {
        Ok(Self {
            urls: check.urls,
            level: check.conforms,
            base: check.base.map(BaseText::new).transpose()?,
            show: match (check.quiet, check.json) {
                (true, _) => CheckShow::Nothing,
                (false, true) => CheckShow::Json,
                (false, false) => CheckShow::Picture {
                    color: paints(check.color, io::stdout().is_terminal()),
                },
            },
        })
    }
}
