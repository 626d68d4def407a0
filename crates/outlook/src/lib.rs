//! Reads the texts of Outlook's messages, in bounded memory.
//!
//! Outlook keeps a message as properties (MAPI). [`codepage`] decodes strings in Windows code pages. [`decompress`]
//! decompresses RTF (MS-OXRTFCP), and [`decode_rtf`] restores the HTML or the text that it wraps (MS-OXRTFEX). [`id`]
//! and [`value_type`] name properties and the types of their values, and [`media_type_of`] returns the media type of an
//! attached file that does not declare one. [`begins_office_document`] recognises the documents of office programs.
//!
//! The feature `files` adds the files of Outlook: `read_msg` reads a message in a compound file (`.msg`, MS-OXMSG), and
//! `read_pst` the messages of a store (`.pst`, MS-PST). Both pass each text of each message to a `Visitor`: the header
//! section, the plain text, the HTML page, the RTF, and the attachments that are texts or messages. Each has a header
//! section, so that any reader of RFC 5322 can read it.
//!
//! No input causes a panic, or work out of proportion to its size.
//!
//! ```
//! use urlsift_outlook::{RtfContent, decode_rtf};
//!
//! let (content, text) = decode_rtf(br"{\rtf1\ansi\fromtext see <URL:http://a.example/>\par}");
//! assert_eq!((content, &*text), (RtfContent::Text, "see <URL:http://a.example/>\r\n"));
//! ```

#![forbid(unsafe_code)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod codepage;
#[cfg(feature = "files")]
mod files;
pub mod id;
mod media_type;
mod office;
mod rtf;
pub mod value_type;

#[cfg(feature = "files")]
pub use files::{
    Fault, FaultKind, MAX_NESTING, MAX_PROPERTY, Text, Visitor, is_message, read_msg, read_pst,
};
pub use media_type::media_type_of;
pub use office::begins_office_document;
pub use rtf::{RtfContent, RtfFault, decode as decode_rtf, decompress};
