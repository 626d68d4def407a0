//! Errors in the choice of columns.

use std::{error, fmt};

/// The reason why columns cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnError {
    /// There is no column with this name.
    Unknown(String),
    /// The column cannot have a dictionary, because it has no strings.
    NoStrings(&'static str),
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no column '{name}'"),
            Self::NoStrings(name) => write!(f, "the column '{name}' has no strings"),
        }
    }
}

impl error::Error for ColumnError {}
