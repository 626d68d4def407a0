//! The C library `liburlsift`: the links of texts and messages, for mail clients.
//!
//! Its interface is `include/urlsift.h`, which is generated from these items and is its documentation;
//! `docs/embedding/c.md`, in the project's repository, says which function is for which client.
//!
//! A search returns a [`Links`], which owns everything that its links point to and does not change. No panic leaves a
//! function: it becomes [`URLSIFT_INTERNAL`].
//!
//! # Safety
//!
//! The unsafe functions are called by C, and their docs are those of the header. All demand that their pointers are
//! valid, or null where that is allowed, and that no other thread changes or frees an object that is being used.
//!
//! This crate and the binding for WebAssembly are the only ones of the workspace with unsafe code. Only `memory` reads
//! the memory that C passes in, and writes to it; the other files call `memory`, and rely on the promises of their
//! callers. `scan_file` also calls the callback that C passes in, and `testing` is a caller like a C program: it reads
//! what the functions return.

mod check;
mod codes;
mod find;
mod link;
mod links;
mod memory;
mod options;
#[cfg(feature = "search")]
mod scan_file;
mod select;
mod status;
#[cfg(feature = "exercise")]
mod testing;
mod version;

pub use check::{Verdict, urlsift_check, urlsift_host_ascii};
pub use codes::{
    URLSIFT_ADDRESS, URLSIFT_ADVICE_ASK, URLSIFT_ADVICE_OPEN, URLSIFT_ADVICE_SHOW,
    URLSIFT_ADVICE_TEXT, URLSIFT_ANGLE, URLSIFT_ATTRIBUTE, URLSIFT_BARE, URLSIFT_DELIMITED,
    URLSIFT_EVERY_KIND, URLSIFT_NAME, URLSIFT_NONE, URLSIFT_PREFIX, URLSIFT_QUOTE,
    URLSIFT_RELATIVE, URLSIFT_RFC1738, URLSIFT_RFC3986, URLSIFT_URL, URLSIFT_WARN_DOUBTFUL_CLOSE,
    URLSIFT_WARN_ENCODED_CRLF, URLSIFT_WARN_EXPERIMENTAL_SCHEME, URLSIFT_WARN_HOST_DIFFERS,
    URLSIFT_WARN_HOSTNUMBER_RANGE, URLSIFT_WARN_INVALID_HOST, URLSIFT_WARN_INVISIBLE_IN_HOST,
    URLSIFT_WARN_LOGIN_IN_WEB_URL, URLSIFT_WARN_LOOKALIKE_HOST, URLSIFT_WARN_MAILTO_NOT_ADDR_SPEC,
    URLSIFT_WARN_MIXED_SCRIPT_HOST, URLSIFT_WARN_NUMERIC_HOST, URLSIFT_WARN_PASSWORD_IN_URL,
    URLSIFT_WARN_PORT_RANGE, URLSIFT_WARN_RAGGED_QUOTE, URLSIFT_WARN_REFANGED,
    URLSIFT_WARN_RESERVED_PORT, URLSIFT_WARN_RESERVED_SCHEME, URLSIFT_WARN_SPACED,
    URLSIFT_WARN_TEXT_DIFFERS, URLSIFT_WARN_TRAILING_TEXT, URLSIFT_WARN_UNCLOSED, URLSIFT_WHATWG,
    urlsift_advice_name, urlsift_conforms_name, urlsift_kind_name, urlsift_warning_name,
};
pub use find::{
    urlsift_find, urlsift_find_html, urlsift_find_in_message, urlsift_find_in_part,
    urlsift_find_utf16, urlsift_show_html,
};
pub use link::{Bytes, Link, Span};
pub use links::{
    Links, urlsift_links_at, urlsift_links_free, urlsift_links_get, urlsift_links_len,
    urlsift_links_text,
};
pub use options::{
    Options, URLSIFT_NO_REJOIN, URLSIFT_REFANG, URLSIFT_UNITS_CODE_POINTS, URLSIFT_UNITS_OF_TEXT,
    URLSIFT_UNITS_UTF16, URLSIFT_UNWRAP, URLSIFT_WWW, urlsift_options_add_scheme,
    urlsift_options_free, urlsift_options_new, urlsift_options_set_conforms,
    urlsift_options_set_flags, urlsift_options_set_kinds, urlsift_options_set_max_len,
    urlsift_options_set_units, urlsift_options_set_width,
};
#[cfg(feature = "search")]
pub use scan_file::{Callback, urlsift_scan_file};
pub use status::{
    URLSIFT_INTERNAL, URLSIFT_INVALID_ARGUMENT, URLSIFT_NOT_UTF8, URLSIFT_OK, URLSIFT_OUT_OF_RANGE,
    URLSIFT_STOPPED, URLSIFT_UNREADABLE, urlsift_status_text,
};
#[cfg(feature = "exercise")]
pub use testing::exercise;
pub use version::{
    URLSIFT_VERSION_MAJOR, URLSIFT_VERSION_MINOR, URLSIFT_VERSION_PATCH, urlsift_version,
};
