//! Recovers the original URL from a link that a link rewriter has rewritten.
//!
//! Mail filters rewrite the links of a message, so that they go through the filter's own server. A rewritten link
//! contains the original. [`target`] reads it from there; nothing is fetched. The rewriters are data: `table.rs`
//! describes each.
//!
//! ```
//! let wrapped = b"https://nam01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb&data=05";
//! assert_eq!(urlsift::unwrap::target(wrapped).as_deref(), Some(&b"http://a.example/b"[..]));
//! assert_eq!(urlsift::unwrap::target(b"http://a.example/b"), None);
//! ```
//!
//! Time and memory are linear in the length of the URL.
//!
//! # What is not done
//!
//! A rewriter that keeps the original on its server is in the table, so that nothing is guessed about its links, and
//! yields only its name: asking the server would tell it who reads the message. The same holds for link shorteners,
//! which are not in the table.
//!
//! A host must be one of the table. Any URL with a parameter `url=` could be unwrapped by a general rule, but then a
//! page that takes a URL as its argument, such as a validator, would count as a rewriter.

mod base64;
mod decode;
mod in_path;
mod rewriter;
mod runs;
mod table;
mod target;
mod wrapped;

pub use target::{MAX_LEVELS, opaque_rewriter, rewriter_name, target};
