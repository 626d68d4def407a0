//! The version.

use std::ffi::c_char;

/// Returns the version of the library, such as "0.1.0".
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
