//! xz (The .xz File Format, version 1.2.1).

mod walk;

use liblzma::stream::{Action, Error, Status, Stream};

use self::walk::Walk;
use super::{
    members::{Codec, Head, Step, Then, Trailing},
    window::Window,
};
use crate::FaultKind;

/// What a decoder needs beside the dictionary, in bytes: some 70 KiB and up to three more filters.
pub(super) const OVERHEAD: u64 = 256 << 10;

/// The Header Magic Bytes (§2.1.1.1).
const MAGIC: &[u8] = b"\xfd7zXZ\0";

/// Stream Padding comes in fours (§2.2).
const PADDING: u64 = 4;

/// One stream after the other. Each block needs its dictionary. How much the decoder gives of data that
/// are wrong depends on how much of them is at hand.
pub(super) struct Xz<'w> {
    stream: Option<Stream>,
    walk: Walk,
    window: Window<'w>,
    /// Whether the dictionary of the stream has been taken.
    has_taken: bool,
}

impl<'w> Xz<'w> {
    pub(super) fn new(window: Window<'w>) -> Self {
        Self {
            stream: None,
            walk: Walk::new(),
            window,
            has_taken: false,
        }
    }

    /// Takes what the stream's first block has asked for, so that what lies in it gets less.
    fn take_dictionary(&mut self) {
        if let Some(stream) = &mut self.stream {
            let most = stream.memlimit();
            self.window.take(dictionary(stream));
            self.has_taken = stream.set_memlimit(most).is_ok();
        }
    }
}

impl Codec for Xz<'_> {
    const TRAILING: Trailing = Trailing::PaddedMembers(PADDING);

    fn begin(&mut self, head: &[u8]) -> Head {
        let len = head.len().min(MAGIC.len());
        if !MAGIC.starts_with(&head[..len]) {
            return Head::Other;
        }
        if len < MAGIC.len() {
            return Head::Undecided;
        }
        let most = self.window.allowed().saturating_add(OVERHEAD);
        self.has_taken = false;
        match Stream::new_stream_decoder(most, 0) {
            Ok(stream) => self.stream = Some(stream),
            Err(error) => return Head::Fault(reason(error)),
        }
        self.walk = Walk::new();
        Head::Member { taken: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut step = decode_in(&mut self.stream, input, output);
        self.walk.advance(&input[..step.used]);
        if step.given > 0 && !self.has_taken {
            self.take_dictionary();
        }
        if let Then::Fault(kind, back) = &mut step.then {
            match kind {
                FaultKind::Window { needed, allowed } => {
                    *allowed = self.window.allowed();
                    *needed = self.stream.as_mut().map_or(*needed, dictionary);
                }
                FaultKind::Corrupt(_) => {
                    if let Some(check) = self.walk.after_check() {
                        *kind = FaultKind::Checksum;
                        *back = check;
                    }
                }
                _ => {}
            }
        }
        step
    }
}

pub(super) fn decode_in(stream: &mut Option<Stream>, input: &[u8], output: &mut [u8]) -> Step {
    match stream {
        Some(stream) => decode(stream, input, output),
        None => Step {
            used: 0,
            given: 0,
            then: Then::More,
        },
    }
}

pub(super) fn decode(stream: &mut Stream, input: &[u8], output: &mut [u8]) -> Step {
    let (taken, made) = (stream.total_in(), stream.total_out());
    let result = stream.process(input, output, Action::Run);
    Step {
        used: (stream.total_in() - taken) as usize,
        given: (stream.total_out() - made) as usize,
        then: match result {
            Ok(Status::StreamEnd) => Then::End,
            Ok(_) => Then::More,
            Err(error) => Then::Fault(reason(error), 0),
        },
    }
}

pub(super) fn reason(error: Error) -> FaultKind {
    let reason = match error {
        Error::MemLimit => {
            let (needed, allowed) = (0, 0);
            return FaultKind::Window { needed, allowed };
        }
        Error::Options => "it asks for what is not known",
        Error::Format => "it does not begin as it should",
        Error::Mem => "there is not enough memory for it",
        _ => "invalid LZMA data",
    };
    FaultKind::Corrupt(reason)
}

/// How large a dictionary is asked for by a stream, which is left with the least limit that it takes.
///
/// The stream tells what it needs, all in all, only by the limits it takes. The sizes are so far apart
/// (§5.3.1) that the largest one below is meant.
fn dictionary(stream: &mut Stream) -> u64 {
    let (mut low, mut high) = (1, u64::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        match stream.set_memlimit(middle) {
            Ok(()) => high = middle,
            Err(_) => low = middle + 1,
        }
    }
    let sizes = (0..=40).map(|bits: u32| u64::from(2 | bits & 1) << (bits / 2 + 11));
    sizes
        .take_while(|&size| size <= high)
        .last()
        .unwrap_or(high)
}
