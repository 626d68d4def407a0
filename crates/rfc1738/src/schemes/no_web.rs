//! What is left of `web` without the WHATWG URL standard.

use crate::{parts::Parts, steps::Steps};

/// Adds no steps: only the standard says what a browser does.
pub(crate) const fn explain(_: &mut Steps, _: &Parts<'_>) {}

/// Connects to the host of an ftp URL as it is written.
pub(crate) fn connect(steps: &mut Steps, parts: &Parts<'_>) -> bool {
    steps.connect(parts)
}
