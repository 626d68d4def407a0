//! The value of `--base`.

use std::ffi::OsString;

use urlsift_search::rfc1738::{Base, InvalidBase};

/// The text of a valid base URL.
#[derive(Debug)]
pub(crate) struct BaseText(OsString);

impl BaseText {
    /// Parses a base.
    ///
    /// # Errors
    ///
    /// Returns the text and the reason if the text is not a base.
    pub(crate) fn new(text: OsString) -> Result<Self, (OsString, InvalidBase)> {
        match Base::new(text.as_encoded_bytes()) {
            Ok(_) => Ok(Self(text)),
            Err(error) => Err((text, error)),
        }
    }

    /// Returns the base. It is always `Some`, because `new` has validated the text.
    pub(crate) fn base(&self) -> Option<Base<'_>> {
        Base::new(self.0.as_encoded_bytes()).ok()
    }
}
