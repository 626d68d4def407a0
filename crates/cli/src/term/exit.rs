//! The exit status, as in grep.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Something was selected.
    Selected,
    /// Nothing was selected.
    Nothing,
    /// An input could not be read or the output not be written.
    Error,
    /// A signal ended the run.
    Signal(u8),
}

impl Exit {
    /// The interrupt key ended the run; in raw mode it sends no SIGINT.
    pub(crate) const INTERRUPTED: Self = Self::Signal(2);

    /// Returns the exit of a run without errors.
    pub(crate) const fn of_selection(is_selected: bool) -> Self {
        if is_selected {
            Self::Selected
        } else {
            Self::Nothing
        }
    }

    /// Returns the exit of a run that may have failed. An error takes precedence over what was selected.
    pub(crate) const fn or_error(self, has_failed: bool) -> Self {
        if has_failed { Self::Error } else { self }
    }

    /// Returns the exit status.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Selected => 0,
            Self::Nothing => 1,
            Self::Error => 2,
            Self::Signal(signal) => 128_u8.saturating_add(signal),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
