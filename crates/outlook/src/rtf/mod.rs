//! Decompresses RTF bodies and restores the text that they wrap.

mod compressed;
mod decode;
mod output;
mod token;

pub use compressed::{RtfFault, decompress};
pub use decode::{RtfContent, decode};
