//! Compressed streams, which hold one file each.
//!
//! Each format is a [`Codec`](members::Codec), which recognises the start of a member and decodes it. The
//! module `members` has what all formats share: consecutive members, padding, ends and faults.

mod bzip2;
mod compress;
mod deflate;
mod deflate64;
mod gzip;
mod lz4;
mod lzip;
mod lzma;
mod members;
mod skippable;
#[cfg(test)]
mod tests;
mod window;
mod xz;
mod zstd;

use std::io::Read;

pub(crate) use self::window::WindowBudget;
use self::{
    bzip2::Bzip2,
    compress::Compress,
    deflate::Deflate,
    deflate64::Deflate64,
    gzip::Gzip,
    lz4::Lz4,
    lzip::Lzip,
    lzma::{Lzma, LzmaHeader},
    members::{Decoder, FaultOrigin},
    window::WindowReservation,
    xz::Xz,
    zstd::Zstd,
};
use crate::{Format, format::Method, io::peek::PeekReader};

/// Returns a reader that decodes `bytes` to their end.
///
/// Faults name `format`; `start` is the offset of the stream in it. A stream whose window exceeds what is left
/// of `budget` is a fault; the decoder frees its window on drop. All bytes that can be decoded before a fault
/// are returned before it, and none after it. Errors of the source are returned unchanged.
///
/// A read fills its buffer as far as the buffered input allows. It blocks for more input only if it would
/// otherwise return no bytes.
pub(crate) fn decoder<'d>(
    method: Method,
    bytes: &'d mut PeekReader<'_>,
    format: Format,
    start: u64,
    budget: &'d WindowBudget,
) -> Box<dyn Read + 'd> {
    let origin = FaultOrigin { format, start };
    let window = WindowReservation::new(budget);
    match method {
        Method::Gzip => Box::new(Decoder::new(Gzip::new(), bytes, origin)),
        Method::Bzip2 => Box::new(Decoder::new(Bzip2::new(), bytes, origin)),
        Method::Xz => Box::new(Decoder::new(Xz::new(window), bytes, origin)),
        Method::Zstd => Box::new(Decoder::new(Zstd::new(window), bytes, origin)),
        Method::Lzip => Box::new(Decoder::new(Lzip::new(window), bytes, origin)),
        Method::Lz4 => Box::new(Decoder::new(Lz4::new(window), bytes, origin)),
        Method::LzmaFile => {
            let codec = Lzma::new(LzmaHeader::File, window);
            Box::new(Decoder::new(codec, bytes, origin))
        }
        Method::Compress => Box::new(Decoder::new(Compress::new(), bytes, origin)),
        Method::Deflate => Box::new(Decoder::new(Deflate::new(), bytes, origin)),
        Method::Deflate64 => Box::new(Decoder::new(Deflate64::new(), bytes, origin)),
        Method::Lzma { size } => {
            let codec = Lzma::new(LzmaHeader::Zip { size }, window);
            Box::new(Decoder::new(codec, bytes, origin))
        }
    }
}
