//! RTF bodies: decompressed, and read as what they wrap.

mod compressed;
mod decode;
mod output;
mod token;

pub(crate) use compressed::decompress;
pub(crate) use decode::{Content, decode};
