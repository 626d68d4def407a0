//! Finds what link rewriters have wrapped in a URL.
//!
//! Mail filters replace the links of a message by links to their own servers, which contain the original. [`target`]
//! reads it from there; nothing is fetched. The rewriters are data: `rewriters.toml` describes each, with its cases.
//!
//! ```
//! let wrapped = b"https://nam01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb&data=05";
//! assert_eq!(urlsift_unwrap::target(wrapped).as_deref(), Some(&b"http://a.example/b"[..]));
//! assert_eq!(urlsift_unwrap::target(b"http://a.example/b"), None);
//! ```
//!
//! Time and memory are linear in the length of the URL.

mod decode;
mod rewriter;
mod runs;
mod unwrap;
mod wrapped;

pub use unwrap::{MAX_LEVELS, target};
