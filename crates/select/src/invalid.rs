//! The error for values of options.

use std::{borrow::Cow, error, fmt};

use urlsift::InvalidScheme;

/// The reason why a text is not a value of an option, as a message: there is nothing else that a program can do with it
/// than to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue(Cow<'static, str>);

impl From<&'static str> for InvalidValue {
    fn from(reason: &'static str) -> Self {
        Self(reason.into())
    }
}

impl From<String> for InvalidValue {
    fn from(reason: String) -> Self {
        Self(reason.into())
    }
}

impl From<InvalidScheme> for InvalidValue {
    fn from(error: InvalidScheme) -> Self {
        error.to_string().into()
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for InvalidValue {}
