//! The status that functions return.

use std::{
    ffi::{CStr, c_char, c_int},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Success.
pub const URLSIFT_OK: c_int = 0;
/// A pointer is null that must not be, or a number or name is not a valid value.
pub const URLSIFT_INVALID_ARGUMENT: c_int = 1;
/// The text is not UTF-8, but offsets in units other than bytes were requested.
pub const URLSIFT_NOT_UTF8: c_int = 2;
/// There is no link with this index.
pub const URLSIFT_OUT_OF_RANGE: c_int = 3;
/// A file, or a part of it, could not be read. The callback was called with the reason.
pub const URLSIFT_UNREADABLE: c_int = 4;
/// The callback ended the search.
pub const URLSIFT_STOPPED: c_int = 5;
/// A fault of the library; please report it. The call had no other effect, except on a search of a file: links passed
/// to the callback before are valid, and the file was not read to its end.
pub const URLSIFT_INTERNAL: c_int = 6;

/// Why a function fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    InvalidArgument,
    NotUtf8,
    OutOfRange,
    #[cfg(feature = "search")]
    Unreadable,
    #[cfg(feature = "search")]
    Stopped,
}

impl Failure {
    const fn status(self) -> c_int {
        match self {
            Self::InvalidArgument => URLSIFT_INVALID_ARGUMENT,
            Self::NotUtf8 => URLSIFT_NOT_UTF8,
            Self::OutOfRange => URLSIFT_OUT_OF_RANGE,
            #[cfg(feature = "search")]
            Self::Unreadable => URLSIFT_UNREADABLE,
            #[cfg(feature = "search")]
            Self::Stopped => URLSIFT_STOPPED,
        }
    }
}

/// Runs the body of a function, and returns its status. A panic must not unwind into C, and becomes a status.
pub(crate) fn status_of(body: impl FnOnce() -> Result<(), Failure>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => URLSIFT_OK,
        Ok(Err(failure)) => failure.status(),
        Err(_) => URLSIFT_INTERNAL,
    }
}

/// Runs the body of a function that returns no status. Returns `otherwise` if it panics: a panic must not unwind into
/// C.
pub(crate) fn value_or<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// Returns a short English text for a status, such as "success".
///
/// The string is static, and never null.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_status_text(status: c_int) -> *const c_char {
    let text: &CStr = match status {
        URLSIFT_OK => c"success",
        URLSIFT_INVALID_ARGUMENT => c"invalid argument",
        URLSIFT_NOT_UTF8 => c"the text is not UTF-8",
        URLSIFT_OUT_OF_RANGE => c"there is no link with this index",
        URLSIFT_UNREADABLE => c"a file or a part of it could not be read",
        URLSIFT_STOPPED => c"the callback ended the search",
        URLSIFT_INTERNAL => c"a fault of urlsift",
        _ => c"unknown status",
    };
    text.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::{Failure, URLSIFT_INTERNAL, URLSIFT_OUT_OF_RANGE, status_of, value_or};

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(status_of(|| panic!("on purpose")), URLSIFT_INTERNAL);
        assert_eq!(value_or(7, || panic!("on purpose")), 7);
        assert_eq!(status_of(|| Err(Failure::OutOfRange)), URLSIFT_OUT_OF_RANGE);
    }
}
