//! The base of relative references.

use std::ffi::OsString;

use crate::select::base::BaseText;

/// Parses the value of `--base`.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(base: Option<OsString>) -> Result<Option<BaseText>, String> {
    let base = base.map(BaseText::new).transpose();
    base.map_err(|(text, error)| {
        let text = text.display();
        format!("'{text}' for '--base <URL>': {error}")
    })
}
