mod compress;
mod corrupt;
mod formats;
mod gzip;
mod lz4;
mod samples;
mod valid;

use std::io::{self, Read};

use super::{WindowBudget, decoder};
use crate::{Fault, FaultKind, Format, format::Method, io::peek::PeekReader};

/// The offset of the streams in these tests.
const START: u64 = 1000;

const MIB: u64 = 1 << 20;

/// The methods that allow several members.
const MULTIPLE: [Method; 6] = [
    Method::Gzip,
    Method::Bzip2,
    Method::Xz,
    Method::Zstd,
    Method::Lzip,
    Method::Lz4,
];

/// Reads at most `piece` bytes at a time, and then fails with `end`, if there is one.
struct Source<'s> {
    bytes: &'s [u8],
    piece: usize,
    end: Option<io::Error>,
}

impl<'s> Source<'s> {
    fn new(bytes: &'s [u8], piece: usize) -> Self {
        let end = None;
        Self { bytes, piece, end }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.end.take_if(|_| self.bytes.is_empty()) {
            return Err(error);
        }
        let most = into.len().min(self.piece);
        self.bytes.read(&mut into[..most])
    }
}

/// The decoded bytes of a stream, and the error after them.
#[derive(Debug)]
struct Outcome {
    bytes: Vec<u8>,
    error: Option<io::Error>,
}

impl Outcome {
    /// Returns the bytes. Panics if there is an error.
    #[track_caller]
    fn into_bytes(self) -> Vec<u8> {
        assert!(self.error.is_none(), "{:?}", self.error);
        self.bytes
    }

    /// Asserts that these are the bytes, and that there is no error.
    #[track_caller]
    fn gives(self, bytes: &[u8]) {
        assert_eq!(self.into_bytes(), bytes);
    }

    /// Returns the kind of the fault, and its offset in the stream.
    #[track_caller]
    fn fault(&self) -> (FaultKind, u64) {
        self.maybe_fault().expect("a fault")
    }

    fn maybe_fault(&self) -> Option<(FaultKind, u64)> {
        let fault = Fault::of(self.error.as_ref()?).expect("a fault");
        Some((fault.kind().clone(), fault.offset() - START))
    }
}

fn read_all(method: Method, from: &mut dyn Read, room: usize, max_window: u64) -> Outcome {
    let mut bytes = PeekReader::new(from);
    let budget = WindowBudget::new(max_window);
    let mut reader = decoder(method, &mut bytes, Format::Gzip, START, &budget);
    let mut read = Vec::new();
    let mut into = vec![0; room];
    let error = loop {
        match reader.read(&mut into) {
            Ok(0) => break None,
            Ok(len) => read.extend_from_slice(&into[..len]),
            Err(error) => break Some(error),
        }
    };
    let after = reader.read(&mut into).expect("a fault is returned once");
    assert_eq!(after, 0, "the end");
    Outcome { bytes: read, error }
}

fn decode_in(method: Method, compressed: &[u8], piece: usize, room: usize) -> Outcome {
    read_all(method, &mut Source::new(compressed, piece), room, 8 * MIB)
}

fn decode(method: Method, compressed: &[u8]) -> Outcome {
    decode_in(method, compressed, usize::MAX, 128 << 10)
}

fn decode_within(method: Method, compressed: &[u8], max_window: u64) -> Outcome {
    let mut source = Source::new(compressed, usize::MAX);
    read_all(method, &mut source, 128 << 10, max_window)
}
