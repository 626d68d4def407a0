//! The arguments that are filters.

use pyo3::{exceptions::PyValueError, prelude::*};
use urlsift_select::{FilterBuilder, FilterOption, Filters, ValueKind};

use crate::argument::strings;

/// The filters that were set so far.
#[derive(Debug, Default)]
pub(crate) struct FilterArguments(FilterBuilder);

impl FilterArguments {
    /// Sets a filter. Returns whether there is one with this name. `from_` is `from`, which is a keyword.
    ///
    /// # Errors
    ///
    /// `TypeError` or `ValueError` for an invalid value.
    pub(crate) fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let option = match name {
            "from" => None,
            "from_" => FilterOption::named("from"),
            name => FilterOption::named(name),
        };
        let Some(option) = option else {
            return Ok(false);
        };
        if value.is_none() {
            return Ok(true);
        }
        let has_commas = matches!(option.kind(), ValueKind::List(_) | ValueKind::Names(..));
        for text in texts(option, value)? {
            let items = text.split(|char| has_commas && char == ',');
            for item in items.map(|item| if has_commas { item.trim() } else { item }) {
                let added = option.add(&mut self.0, item);
                added.map_err(|error| PyValueError::new_err(format!("'{item}': {error}")))?;
            }
        }
        Ok(true)
    }

    /// Returns the filters.
    ///
    /// # Errors
    ///
    /// `ValueError` if they contradict each other.
    pub(crate) fn finish(self) -> PyResult<Filters> {
        self.0.build().map_err(|_| {
            PyValueError::new_err("the argument 'until': the date is before that of 'since'")
        })
    }
}

/// Returns the values of a filter as texts.
fn texts(option: &FilterOption, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let one = match option.kind() {
        ValueKind::Switch if option.name() == "quoted" => {
            Some(value.extract::<bool>()?.to_string())
        }
        ValueKind::Switch => value.extract::<bool>()?.then(|| "true".to_owned()),
        ValueKind::One(_) => Some(date(value)?),
        _ => return strings(value),
    };
    Ok(one.into_iter().collect())
}

/// Returns a text, or the form of ISO 8601 in which an object is printed, such as a `datetime`.
fn date(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.getattr_opt("isoformat")? {
        Some(format) => format.call0()?.extract(),
        None => value.extract(),
    }
}
