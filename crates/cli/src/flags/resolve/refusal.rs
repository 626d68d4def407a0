//! Why flags cannot be resolved.

use clap::{Command, Error, error::ErrorKind};
use urlsift_select::InvalidValue;

/// The reason for a usage error.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A value that was given is invalid: the value, its argument and the reason.
    Value(String),
    /// An argument that was not given is required.
    Missing(&'static str),
    /// An argument needs others.
    Needs {
        argument: &'static str,
        others: &'static str,
    },
}

impl From<InvalidValue> for Refusal {
    fn from(error: InvalidValue) -> Self {
        Self::Value(error.to_string())
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Value(reason)
    }
}

impl Refusal {
    /// Returns the usage error of a command, in clap's wording.
    pub(super) fn error(self, command: &mut Command) -> Error {
        match self {
            Self::Value(reason) => {
                let message = format!("invalid value {reason}");
                command.error(ErrorKind::ValueValidation, message)
            }
            Self::Missing(argument) => {
                let message =
                    format!("the following required arguments were not provided:\n  {argument}");
                command.error(ErrorKind::MissingRequiredArgument, message)
            }
            Self::Needs { argument, others } => {
                let message = format!("the argument '{argument}' needs {others}");
                command.error(ErrorKind::MissingRequiredArgument, message)
            }
        }
    }
}
