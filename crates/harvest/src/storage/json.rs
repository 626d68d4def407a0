//! Reads JSON files.

use std::{fs, io, path::Path};

use serde::de::DeserializeOwned;

use crate::error::Error;

/// Reads a JSON file. `None` if it does not exist.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Error> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io(path)(error)),
    };
    let parsed = serde_json::from_slice(&bytes);
    parsed.map(Some).map_err(|error| Error::Invalid {
        path: path.into(),
        reason: error.to_string(),
    })
}
