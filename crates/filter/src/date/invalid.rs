//! The error for strings that are not dates.

use std::{error, fmt};

use jiff::civil::Date;

/// The reason why a string is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidDate {
    /// It has another form.
    Form,
    /// There is no such month.
    NoMonth {
        /// The number of the month.
        month: i8,
    },
    /// The month has no such day.
    NoDay {
        /// The year.
        year: i16,
        /// The number of the month, from 1.
        month: i8,
        /// The number of days of the month.
        days: i8,
    },
    /// It is before or after all dates that can be represented.
    OutOfRange,
}

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str(
                "expected a date such as 1995, 1995-01-31, 'Jan 1995', 1995-01-31T12:00:00Z, yesterday or '2 weeks ago'",
            ),
            Self::NoMonth { month } => write!(f, "there is no month {month}"),
            Self::NoDay { year, month, days } => match Date::new(*year, *month, 1) {
                Ok(month) => write!(f, "{} has {days} days", month.strftime("%B %Y")),
                Err(_) => write!(f, "the month has {days} days"),
            },
            Self::OutOfRange => f.write_str("the date is out of range"),
        }
    }
}

impl error::Error for InvalidDate {}
