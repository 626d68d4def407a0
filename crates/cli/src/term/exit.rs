//! The exit status, as grep has it.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Something was selected.
    Selected,
    /// Nothing was.
    Nothing,
    /// Something could not be read or written, whatever else was printed.
    Error,
    /// A signal ended it.
    Signal(u8),
}

impl Exit {
    /// The key that sends SIGINT ended it, where it is read as a key.
    pub(crate) const INTERRUPTED: Self = Self::Signal(2);

    pub(crate) const fn code(self) -> u8 {
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
