//! Errors of the library that writes and reads Parquet.

use std::io;

use parquet::errors::ParquetError;

/// Returns the I/O error that an error of the library wraps, or else the error as an I/O error.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
