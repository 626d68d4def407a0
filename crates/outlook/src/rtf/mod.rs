//! Decompresses RTF bodies and restores the text that they wrap.

mod compressed;
mod decode;
mod output;
mod token;

pub(crate) use compressed::decompress;
pub(crate) use decode::{Content, decode};
