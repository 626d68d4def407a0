//! What a program does with a URL before it opens it.

use pyo3::{prelude::*, types::PyDict};
use urlsift::{Advice, Field, LinkWarning, Verdict};

use crate::value::{entry, entry_bytes};

/// Returns the advice on a link or a verdict, whose object of `docs/JSON.md` this is, and the reason.
pub(crate) fn advice_on(object: &Bound<'_, PyDict>) -> PyResult<(Advice, &'static str)> {
    let mut url = None;
    for field in [Field::Target, Field::Resolved, Field::Url] {
        if url.is_none() {
            url = entry_bytes(object, field.name())?;
        }
    }
    let leads_to = Verdict::of(url.as_ref().map_or(&[], |url| url.as_bytes()));
    let codes: Vec<String> = entry(object, Field::Warnings.name())?.extract()?;
    let warnings = codes.iter().filter_map(|code| LinkWarning::from_code(code));
    Ok(Advice::of_url(&leads_to, warnings))
}
