//! xz (The .xz File Format, version 1.2.1).

use liblzma::stream::{Action, Error, Status, Stream};

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    window::WindowReservation,
};
use crate::FaultKind;

/// The memory that a decoder needs in addition to the dictionary, in bytes: about 70 KiB, and up to three more
/// filters.
pub(super) const OVERHEAD: u64 = 256 << 10;

/// The Header Magic Bytes (§2.1.1.1).
const MAGIC: &[u8] = b"\xfd7zXZ\0";

/// The length of Stream Padding is a multiple of this (§2.2).
const PADDING: u64 = 4;

/// Decodes xz streams. Each block needs its dictionary. A wrong check cannot be distinguished from other errors. How
/// many bytes of corrupt data are decoded depends on how the input is split.
pub(super) struct Xz<'w> {
    stream: Option<Stream>,
    window: WindowReservation<'w>,
    /// Whether the dictionary of the stream is reserved.
    has_reserved: bool,
}

impl<'w> Xz<'w> {
    pub(super) fn new(window: WindowReservation<'w>) -> Self {
        Self {
            stream: None,
            window,
            has_reserved: false,
        }
    }

    /// Reserves the dictionary of the first block, which leaves less for streams nested in this one.
    fn reserve_dictionary(&mut self) {
        if let Some(stream) = &mut self.stream {
            let most = stream.memlimit();
            self.window.reserve(dictionary(stream));
            self.has_reserved = stream.set_memlimit(most).is_ok();
        }
    }
}

impl Codec for Xz<'_> {
    const TRAILING: Trailing = Trailing::PaddedMembers(PADDING);

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        let len = head.len().min(MAGIC.len());
        if !MAGIC.starts_with(&head[..len]) {
            return MemberStart::Other;
        }
        if len < MAGIC.len() {
            return MemberStart::Undecided;
        }
        let most = self.window.allowed().saturating_add(OVERHEAD);
        self.has_reserved = false;
        match Stream::new_stream_decoder(most, 0) {
            Ok(stream) => self.stream = Some(stream),
            Err(error) => return MemberStart::Fault(reason(error)),
        }
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut progress = decode_in(&mut self.stream, input, output);
        if progress.produced > 0 && !self.has_reserved {
            self.reserve_dictionary();
        }
        if let CodecStatus::Fault(FaultKind::Window { needed, allowed }, _) = &mut progress.status {
            *allowed = self.window.allowed();
            *needed = self.stream.as_mut().map_or(*needed, dictionary);
        }
        progress
    }
}

pub(super) fn decode_in(stream: &mut Option<Stream>, input: &[u8], output: &mut [u8]) -> Progress {
    match stream {
        Some(stream) => decode(stream, input, output),
        None => Progress {
            consumed: 0,
            produced: 0,
            status: CodecStatus::More,
        },
    }
}

pub(super) fn decode(stream: &mut Stream, input: &[u8], output: &mut [u8]) -> Progress {
    let (total_in, total_out) = (stream.total_in(), stream.total_out());
    let result = stream.process(input, output, Action::Run);
    Progress {
        consumed: (stream.total_in() - total_in) as usize,
        produced: (stream.total_out() - total_out) as usize,
        status: match result {
            Ok(Status::StreamEnd) => CodecStatus::End,
            Ok(_) => CodecStatus::More,
            Err(error) => CodecStatus::Fault(reason(error), 0),
        },
    }
}

pub(super) fn reason(error: Error) -> FaultKind {
    let reason = match error {
        Error::MemLimit => {
            let (needed, allowed) = (0, 0);
            return FaultKind::Window { needed, allowed };
        }
        Error::Options => "unsupported options",
        Error::Format => "invalid header",
        Error::Mem => "out of memory",
        _ => "invalid LZMA data or wrong checksum",
    };
    FaultKind::Corrupt(reason)
}

/// Returns the size of the dictionary of a stream, in bytes. Sets the memory limit of the stream to the lowest
/// one that it accepts.
///
/// Liblzma reveals only whether a stream accepts a limit on its total memory. Possible dictionary sizes are so
/// far apart (§5.3.1) that the largest one below the lowest limit is the right one.
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
