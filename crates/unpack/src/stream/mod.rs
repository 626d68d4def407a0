//! Compressed streams: one file each.
//!
//! Each format is a [`Codec`](members::Codec): it tells where one of its members begins, and decodes it.
//! What all have in common is in `members`: one member after the other, padding, ends and faults.

mod bzip2;
mod deflate;
mod deflate64;
mod gzip;
mod lzma;
mod members;
#[cfg(test)]
mod tests;
mod window;
mod xz;
mod zstd;

use std::io::Read;

pub(crate) use self::window::Memory;
use self::{
    bzip2::Bzip2,
    deflate::Deflate,
    deflate64::Deflate64,
    gzip::Gzip,
    lzma::Lzma,
    members::{Decoder, FaultOrigin},
    window::Window,
    xz::Xz,
    zstd::Zstd,
};
use crate::{Format, peek::PeekReader};

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// gzip, any number of members (RFC 1952 §2.2).
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// xz, any number of streams, with padding between them.
    Xz,
    /// Zstandard, any number of frames.
    Zstd,
    /// What is in gzip (RFC 1951), as zip has it.
    Deflate,
    /// Its sibling with a window of 64 KiB, as zip has it.
    Deflate64,
    /// LZMA as zip has it (APPNOTE 5.8), and how many bytes it gives.
    Lzma {
        /// As the container says.
        size: u64,
    },
}

/// Decodes what `bytes` hold from here on to their end.
///
/// Faults are about `format`; `start` is where the bytes begin in what that is. A stream that asks for
/// more bytes than `memory` has left is a fault; what it takes is given back when the decoder goes. All that can be decoded before a fault is given out before
/// it is told; after it there is nothing more. An error of the source is passed on as it is.
///
/// A read fills what it is given as far as the bytes at hand allow. It waits for more of them only if
/// it would give nothing.
pub(crate) fn decoder<'d>(
    method: Method,
    bytes: &'d mut PeekReader<'_>,
    format: Format,
    start: u64,
    memory: &'d Memory,
) -> Box<dyn Read + 'd> {
    let origin = FaultOrigin { format, start };
    let window = Window::new(memory);
    match method {
        Method::Gzip => Box::new(Decoder::new(Gzip::new(), bytes, origin)),
        Method::Bzip2 => Box::new(Decoder::new(Bzip2::new(), bytes, origin)),
        Method::Xz => Box::new(Decoder::new(Xz::new(window), bytes, origin)),
        Method::Zstd => Box::new(Decoder::new(Zstd::new(window), bytes, origin)),
        Method::Deflate => Box::new(Decoder::new(Deflate::new(), bytes, origin)),
        Method::Deflate64 => Box::new(Decoder::new(Deflate64::new(), bytes, origin)),
        Method::Lzma { size } => {
            let codec = Lzma::new(size, window);
            Box::new(Decoder::new(codec, bytes, origin))
        }
    }
}
