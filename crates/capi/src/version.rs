//! The version.

use std::ffi::c_char;

/// The major version of this header. `urlsift_version` returns the version of the library.
pub const URLSIFT_VERSION_MAJOR: u32 = 0;

/// The minor version of this header.
pub const URLSIFT_VERSION_MINOR: u32 = 1;

/// The patch version of this header.
pub const URLSIFT_VERSION_PATCH: u32 = 0;

/// Returns the version of the library, such as "0.1.0".
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
