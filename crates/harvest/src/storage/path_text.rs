//! Paths in JSON.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

/// A path as text, which may be lossy, and also exactly in base64 if it is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PathText {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
}

impl PathText {
    pub(crate) fn new(path: &Path) -> Self {
        let bytes = path.as_os_str().as_encoded_bytes();
        Self {
            path: String::from_utf8_lossy(bytes).into_owned(),
            path_base64: str::from_utf8(bytes)
                .is_err()
                .then(|| STANDARD.encode(bytes)),
        }
    }

    /// Returns the bytes of the path.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let exact = self.path_base64.as_ref();
        let exact = exact.and_then(|exact| STANDARD.decode(exact).ok());
        exact.unwrap_or_else(|| self.path.clone().into_bytes())
    }

    #[cfg(unix)]
    pub(crate) fn to_path(&self) -> PathBuf {
        use std::os::unix::ffi::OsStrExt;
        OsStr::from_bytes(&self.bytes()).into()
    }

    #[cfg(not(unix))]
    pub(crate) fn to_path(&self) -> PathBuf {
        OsStr::new(&self.path).into()
    }
}
