//! Decoders. Each turns one form of a text into the next, and maps its output to its input.
//!
//! A note to maintainers: to add a transfer encoding, write its [`Decoder`] in a new file here, and
//! add a variant to the enum in `transfer`, where the compiler asks for the rest. Then update what users
//! see: the list of encodings in `docs/JSON.md` and its schema, and the rules in `conformance/mime.toml`, with their
//! cases in `corpus/archive`.

mod decoder;
mod html;
mod output;
mod page_event;

#[cfg(feature = "mail")]
mod ampersands;
#[cfg(feature = "mail")]
mod base64;
#[cfg(feature = "mail")]
mod carried;
#[cfg(feature = "mail")]
mod charset;
#[cfg(feature = "mail")]
mod content_lines;
#[cfg(feature = "mail")]
mod dash_escape;
#[cfg(feature = "mail")]
mod flowed;
#[cfg(feature = "mail")]
mod html_openers;
#[cfg(feature = "mail")]
mod html_prefilter;
#[cfg(feature = "mail")]
mod long_lines;
#[cfg(feature = "outlook")]
mod msg;
#[cfg(feature = "mail")]
mod page_charset;
#[cfg(feature = "mail")]
mod quoted_printable;
#[cfg(feature = "mail")]
mod signed_data;
#[cfg(all(test, feature = "mail"))]
pub(crate) mod testing;
#[cfg(all(test, feature = "mail"))]
mod tests;
#[cfg(feature = "mail")]
mod text;
#[cfg(feature = "mail")]
mod tnef;
#[cfg(feature = "mail")]
mod transfer;
#[cfg(feature = "mail")]
pub(crate) mod uuencode;

pub(crate) use decoder::Decoder;
pub(crate) use html::Html;
pub(crate) use output::Output;
pub(crate) use page_event::PageBuffers;

#[cfg(feature = "mail")]
pub(crate) use self::{
    ampersands::Ampersands,
    base64::Quantum,
    charset::{Charset, CodePage, LineCharsets, decides_charset, label},
    content_lines::{ContentLines, Pages, PropertyText, Unescape, Unfold},
    dash_escape::{BEGIN_SIGNED_TEXT, DashEscape},
    flowed::Flowed,
    html::decode_references,
    html_openers::{may_show_opener, may_show_opener_quoted_printable},
    html_prefilter::HtmlPrefilter,
    long_lines::LongLines,
    page_charset::PageCharset,
    page_event::{PageEvent, PageReader},
    signed_data::SignedData,
    text::{hex, percent_decoded, without_line_break},
    tnef::Tnef,
    transfer::TransferEncoding,
};

#[cfg(feature = "outlook")]
pub(crate) use self::msg::Msg;
