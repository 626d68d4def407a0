//! Decodes the values of MAPI properties, in which Outlook keeps the texts of a message: compressed RTF, and strings in
//! Windows code pages.
//!
//! [`decompress`] decompresses RTF (MS-OXRTFCP), and [`decode_rtf`] restores the HTML or the text that it wraps
//! (MS-OXRTFEX). [`codepage`] maps code pages to encodings, [`id`] and [`value_type`] name properties and the types of
//! their values, and [`media_type_of`] returns the media type of an attached file that does not declare one.
//!
//! No input causes a panic, or work out of proportion to its size.
//!
//! ```
//! use urlsift_mapi::{RtfContent, decode_rtf};
//!
//! let (content, text) = decode_rtf(br"{\rtf1\ansi\fromtext see <URL:http://a.example/>\par}");
//! assert_eq!((content, &*text), (RtfContent::Text, "see <URL:http://a.example/>\r\n"));
//! ```

pub mod codepage;
mod file_name;
pub mod id;
mod rtf;
pub mod value_type;

pub use file_name::media_type_of;
pub use rtf::{RtfContent, RtfFault, decode as decode_rtf, decompress};
