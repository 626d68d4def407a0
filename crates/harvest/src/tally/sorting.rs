//! Errors of sorting.

use std::{env, io, path::Path};

use crate::error::Error;

/// Wraps the error of an entry of a file so that [`sort_error`] can name the file, unless it is one of a harvest.
pub(super) fn of_file(path: &Path, error: io::Error) -> io::Error {
    let error = error.downcast::<Error>().unwrap_or_else(Error::io(path));
    io::Error::other(error)
}

/// Returns the error of sorting: of the file that is read, or else of the directory of temporary files.
pub(crate) fn sort_error(error: io::Error) -> Error {
    let temporary = |error| Error::io(&env::temp_dir())(error);
    error.downcast().unwrap_or_else(temporary)
}

#[cfg(test)]
mod tests {
    use std::{env, io, path::Path};

    use super::{of_file, sort_error};
    use crate::error::Error;

    #[test]
    fn an_error_is_that_of_its_file() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let reason = full().to_string();
        let error = sort_error(of_file(Path::new("tallies/a"), full()));
        assert_eq!(error.to_string(), format!("tallies/a: {reason}"));
        let stopped = of_file(Path::new("tallies/a"), io::Error::other(Error::Stopped));
        assert!(matches!(sort_error(stopped), Error::Stopped));
        let error = sort_error(full());
        let dir = env::temp_dir();
        assert_eq!(error.to_string(), format!("{}: {reason}", dir.display()));
    }
}
