mod broken;
mod formats;
mod samples;
mod sound;

use std::io::{self, Read};

use super::{Memory, Method, decoder};
use crate::{Fault, FaultKind, Format, peek::PeekReader};

/// Where the streams of these tests begin.
const START: u64 = 1000;

const MIB: u64 = 1 << 20;

/// Those that may have several members.
const MULTIPLE: [Method; 4] = [Method::Gzip, Method::Bzip2, Method::Xz, Method::Zstd];

/// Gives at most so many bytes at a time, and then what is said.
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

/// What a stream has given, and the error after it.
#[derive(Debug)]
struct Outcome {
    bytes: Vec<u8>,
    error: Option<io::Error>,
}

impl Outcome {
    /// All bytes, if there is no error.
    #[track_caller]
    fn sound(self) -> Vec<u8> {
        assert!(self.error.is_none(), "{:?}", self.error);
        self.bytes
    }

    /// What is wrong, and where in the stream.
    #[track_caller]
    fn fault(&self) -> (FaultKind, u64) {
        self.maybe_fault().expect("there is a fault")
    }

    fn maybe_fault(&self) -> Option<(FaultKind, u64)> {
        let fault = Fault::of(self.error.as_ref()?).expect("it is no other error");
        Some((fault.kind().clone(), fault.offset() - START))
    }
}

fn read_all(method: Method, from: &mut dyn Read, room: usize, most_window: u64) -> Outcome {
    let mut bytes = PeekReader::new(from);
    let memory = Memory::new(most_window);
    let mut reader = decoder(method, &mut bytes, Format::Gzip, START, &memory);
    let mut read = Vec::new();
    let mut into = vec![0; room];
    let error = loop {
        match reader.read(&mut into) {
            Ok(0) => break None,
            Ok(len) => read.extend_from_slice(&into[..len]),
            Err(error) => break Some(error),
        }
    };
    let after = reader.read(&mut into).expect("a fault is told once");
    assert_eq!(after, 0, "nothing comes after the end");
    Outcome { bytes: read, error }
}

fn decode_in(method: Method, packed: &[u8], piece: usize, room: usize) -> Outcome {
    read_all(method, &mut Source::new(packed, piece), room, 8 * MIB)
}

fn decode(method: Method, packed: &[u8]) -> Outcome {
    decode_in(method, packed, usize::MAX, 128 << 10)
}

fn decode_within(method: Method, packed: &[u8], most_window: u64) -> Outcome {
    let mut source = Source::new(packed, usize::MAX);
    read_all(method, &mut source, 128 << 10, most_window)
}
