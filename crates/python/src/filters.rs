//! The arguments that are filters.

use std::{fmt::Display, str::FromStr};

use pyo3::{exceptions::PyValueError, prelude::*};
use urlsift_filter::{FieldPattern, Filters, Period, WarningFilter, field_regex};

use crate::argument::{optional, strings, unknown};

/// The filters that were set so far.
#[derive(Debug, Default)]
pub(crate) struct FilterArguments {
    filters: Filters,
    header: Vec<FieldPattern>,
    since: Option<Period>,
    until: Option<Period>,
}

impl FilterArguments {
    /// Sets a filter. Returns whether there is one with this name.
    ///
    /// # Errors
    ///
    /// `TypeError` or `ValueError` for an invalid value.
    pub(crate) fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Filters {
            messages,
            types,
            urls,
        } = &mut self.filters;
        match name {
            "scheme" => urls.schemes = parsed(value)?,
            "host" => urls.hosts = parsed(value)?,
            "newsgroup" => messages.newsgroups = parsed(value)?,
            "from_" => messages.from = each(value, field_regex)?,
            "subject" => messages.subject = each(value, field_regex)?,
            "header" => self.header = parsed(value)?,
            "message_id" => messages.ids = parsed(value)?,
            "thread" => messages.threads = parsed(value)?,
            "since" => self.since = optional(value, period)?,
            "until" => self.until = optional(value, period)?,
            "type" => *types = parsed(value)?,
            "quoted" => urls.is_quoted = optional(value, |value| value.extract())?,
            "joined" => urls.joined = value.extract()?,
            "warn" => urls.warnings = warnings(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the filters.
    ///
    /// # Errors
    ///
    /// `ValueError` if they contradict each other.
    pub(crate) fn finish(self) -> PyResult<Filters> {
        let mut filters = self.filters;
        for field in self.header {
            filters.messages.require(field);
        }
        let dates = filters.messages.set_dates(self.since, self.until);
        dates.map_err(|_| {
            PyValueError::new_err("the argument 'until': the date is before that of 'since'")
        })?;
        Ok(filters)
    }
}

/// Parses each string of a string or an iterable of strings.
fn each<T, E: Display>(
    value: &Bound<'_, PyAny>,
    parse: impl Fn(&str) -> Result<T, E>,
) -> PyResult<Vec<T>> {
    let parse = |text: String| {
        let parsed = parse(&text);
        parsed.map_err(|error| PyValueError::new_err(format!("'{text}': {error}")))
    };
    strings(value)?.into_iter().map(parse).collect()
}

fn parsed<T: FromStr<Err: Display>>(value: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    each(value, str::parse)
}

fn warnings(value: &Bound<'_, PyAny>) -> PyResult<Vec<WarningFilter>> {
    let warning = |name: String| {
        let filter = WarningFilter::with_name(&name);
        filter.ok_or_else(|| unknown("warning", &name, WarningFilter::names()))
    };
    strings(value)?.into_iter().map(warning).collect()
}

/// Returns the period of a text, or of an object that is printed in the form of ISO 8601, such as a `datetime`.
fn period(value: &Bound<'_, PyAny>) -> PyResult<Period> {
    let text: String = match value.getattr_opt("isoformat")? {
        Some(format) => format.call0()?.extract()?,
        None => value.extract()?,
    };
    Period::parse(&text).map_err(|error| PyValueError::new_err(format!("'{text}': {error}")))
}
