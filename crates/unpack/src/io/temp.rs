//! Temporary files, and the limit on their size.

use std::{cell::Cell, env, fs::File, io, rc::Rc};

/// The space that the temporary files of one source share.
#[derive(Clone, Debug)]
pub(crate) struct TempSpace {
    max: u64,
    used: Rc<Cell<u64>>,
}

impl TempSpace {
    /// Creates a space of `max` bytes.
    pub(crate) fn new(max: u64) -> Self {
        Self {
            max,
            used: Rc::default(),
        }
    }
}

/// The space that a temporary file takes. It is freed on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    space: TempSpace,
    bytes: u64,
}

impl Reservation {
    /// Creates an empty reservation.
    pub(crate) fn new(space: &TempSpace) -> Self {
        Self {
            space: space.clone(),
            bytes: 0,
        }
    }

    /// Returns the number of bytes that all files of the source may take.
    pub(crate) fn max(&self) -> u64 {
        self.space.max
    }

    /// Reserves more bytes. Returns whether there is room for them.
    pub(crate) fn grow(&mut self, bytes: u64) -> bool {
        let TempSpace { max, used } = &self.space;
        let more = used.get().checked_add(bytes).filter(|more| more <= max);
        if let Some(more) = more {
            used.set(more);
            self.bytes += bytes;
        }
        more.is_some()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let used = &self.space.used;
        used.set(used.get() - self.bytes);
    }
}

/// Creates an unnamed temporary file.
///
/// # Errors
///
/// If the file cannot be created. The error names the directory.
pub(crate) fn create_temp_file() -> io::Result<File> {
    let dir = env::temp_dir();
    tempfile::tempfile_in(&dir).map_err(|error| explain_temp_error(&error))
}

/// Converts an error of a temporary file into one that names its directory.
pub(crate) fn explain_temp_error(error: &io::Error) -> io::Error {
    let system = |error: &io::Error| error.raw_os_error();
    // tempfile wraps the OS error to append the path, and the standard library appends its number.
    let inner = || system(error.get_ref()?.source()?.downcast_ref()?);
    let number = system(error).or_else(inner);
    let reason = number.map_or_else(
        || error.kind().to_string(),
        |number| io::Error::from_raw_os_error(number).to_string(),
    );
    let reason = reason.split(" (os error ").next().unwrap_or(&reason);
    let dir = env::temp_dir();
    let text = format!("temporary file in {}: {reason}", dir.display());
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use super::{Reservation, TempSpace};

    #[test]
    fn reservations_share_the_limit() {
        let space = TempSpace::new(10);
        let mut outer = Reservation::new(&space);
        let mut inner = Reservation::new(&space);
        assert!(outer.grow(6));
        assert!(inner.grow(4));
        assert!(!inner.grow(1));
        drop(inner);
        assert!(!outer.grow(u64::MAX));
        assert!(outer.grow(4));
    }
}
