//! The base of relative references.

use std::sync::Arc;

use urlsift::rfc1738::Base;

use crate::InvalidValue;

/// The text of a valid base URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseText(Arc<[u8]>);

impl BaseText {
    /// Parses a base.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a base.
    pub fn new(text: &[u8]) -> Result<Self, InvalidValue> {
        match Base::new(text) {
            Ok(_) => Ok(Self(text.into())),
            Err(error) => Err(error.to_string().into()),
        }
    }

    /// Returns the text.
    #[must_use]
    pub const fn text(&self) -> &Arc<[u8]> {
        &self.0
    }

    /// Returns the base. It is always `Some`, because `new` has validated the text.
    #[must_use]
    pub fn base(&self) -> Option<Base<'_>> {
        Base::new(&self.0).ok()
    }
}

#[cfg(feature = "serde")]
mod stored {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::BaseText;

    impl Serialize for BaseText {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&String::from_utf8_lossy(&self.0))
        }
    }

    impl<'de> Deserialize<'de> for BaseText {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            Self::new(text.as_bytes()).map_err(D::Error::custom)
        }
    }
}
