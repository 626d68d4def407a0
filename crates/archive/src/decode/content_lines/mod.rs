//! Content lines: iCalendar (RFC 5545 §3.1), vCard (RFC 6350 §3.2) and LDIF (RFC 2849).
//!
//! All three have properties, one a line, which are folded like the fields of a header, and values with escapes. Three
//! decoders read them, of which each has exact offsets:
//!
//! - [`Unfold`] joins folded lines, and decodes the values that are encoded. It precedes the charset, as a fold may be
//!   in the middle of a character.
//! - [`Unescape`] resolves the escapes. It follows the charset, as the second byte of a character may be a backslash.
//! - [`PropertyText`] reads the values of iCalendar that are HTML.
//!
//! One decoder for all would be shorter, but a value in HTML is first unescaped and then read as HTML, and the offsets
//! of two steps need two maps. It was not worth parsing dates, parameters or components: no link depends on them.

mod format;
mod head;
mod property_text;
#[cfg(test)]
mod tests;
mod unescape;
mod unfold;

pub(crate) use self::{
    format::ContentLines,
    property_text::{Pages, PropertyText},
    unescape::Unescape,
    unfold::Unfold,
};
