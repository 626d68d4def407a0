//! Blocks that are decoded apart from the rest of their stream.

use std::io;

use bzip2::{Decompress, Status};

/// The maximum number of bytes that are kept of the text of a job.
const MAX_KEPT: usize = 2 << 20;

/// The number of bytes by which the buffer for the text grows.
const GROWTH: usize = 1 << 20;

/// The result of decoding a stream.
pub(super) enum Decoded {
    /// Its text.
    Text(Vec<u8>),
    /// The stream is valid. Its text is longer than 2 MiB, and is decoded again as it is read.
    Long(LongText),
    /// The stream is not valid, or more bytes follow it.
    Invalid,
}

/// Decodes a stream.
pub(super) fn decode(compressed: Vec<u8>) -> Decoded {
    let mut decoder = Decompress::new(false);
    let (mut text, mut is_long) = (Vec::new(), false);
    loop {
        if text.len() == text.capacity() {
            if text.len() < MAX_KEPT {
                text.reserve_exact(GROWTH);
            } else {
                is_long = true;
                text.clear();
            }
        }
        let before = (decoder.total_in(), decoder.total_out());
        let result = decoder.decompress_vec(&compressed[before.0 as usize..], &mut text);
        match result {
            Ok(Status::StreamEnd) if decoder.total_in() == compressed.len() as u64 => break,
            Ok(Status::Ok) if (decoder.total_in(), decoder.total_out()) != before => {}
            _ => return Decoded::Invalid,
        }
    }
    if is_long {
        Decoded::Long(LongText::new(compressed))
    } else {
        Decoded::Text(text)
    }
}

/// The text of a stream that is known to be valid.
pub(super) struct LongText {
    compressed: Vec<u8>,
    decoder: Decompress,
    is_over: bool,
}

impl LongText {
    fn new(compressed: Vec<u8>) -> Self {
        Self {
            compressed,
            decoder: Decompress::new(false),
            is_over: false,
        }
    }
}

impl io::Read for LongText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let decoder = &mut self.decoder;
        let (consumed, produced) = (decoder.total_in(), decoder.total_out());
        // It was valid before.
        let status = decoder
            .decompress(&self.compressed[consumed as usize..], into)
            .map_err(io::Error::other)?;
        self.is_over = status == Status::StreamEnd;
        Ok((decoder.total_out() - produced) as usize)
    }
}
