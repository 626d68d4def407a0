//! The base that `--base` gives.

use std::ffi::OsString;

use urlsift_search::rfc1738::{Base, InvalidBase};

/// The text of a URL that can be a base.
#[derive(Debug)]
pub(crate) struct BaseText(OsString);

impl BaseText {
    /// Parses a base.
    ///
    /// # Errors
    ///
    /// The text and the reason, if it is not a base.
    pub(crate) fn new(text: OsString) -> Result<Self, (OsString, InvalidBase)> {
        match Base::new(text.as_encoded_bytes()) {
            Ok(_) => Ok(Self(text)),
            Err(error) => Err((text, error)),
        }
    }

    /// Returns the base; `new` has checked that it is one.
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        Base::new(self.0.as_encoded_bytes()).ok()
    }
}
