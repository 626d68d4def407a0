//! Properties of unpacking that hold for any bytes.

pub mod events;
pub mod samples;

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    path::Path,
};

use urlsift_unpack::{ByteSource, FaultKind, Format, Recognised};

use self::{
    events::{Bytes, End, Event, MAX_MEMBERS, NAME, Problem, Recorder},
    samples::{CompressedFile, Damage, Layout, Sample},
};
use crate::{packing::zip::Method, properties::Escaped};

/// Checks that the events of unpacking a file are valid and do not depend on how the file is read. Returns
/// the events.
///
/// `step` is the size of the reads, at least 1. `count` chooses the number of events after which the
/// visitor stops.
///
/// # Panics
///
/// If a check fails.
#[must_use]
pub fn any_file_is_unpacked_consistently(file: &[u8], step: usize, count: usize) -> Vec<Event> {
    let whole = Recorder::DEFAULT.record_stream(&mut &*file);
    events_are_within_limits(file, &whole);
    let slowly = Recorder {
        read_size: step,
        ..Recorder::DEFAULT
    };
    for (how, recorder, read_size) in [
        ("a byte at a time", Recorder::DEFAULT, 1),
        ("in pieces", slowly, step),
    ] {
        let mut pieces = InterruptedReader {
            rest: file,
            read_size,
            is_interrupted: false,
        };
        let other = recorder.record_stream(&mut pieces);
        if !differ_as_allowed(&other, &whole) {
            assert_same(how, file, &other, &whole);
        }
    }
    // The visitor may stop at any event.
    let max_events = count % whole.len().max(1) + 1;
    let some = Recorder {
        max_events,
        ..Recorder::DEFAULT
    };
    let begun = some.record_stream(&mut &*file);
    let expected = &whole[..max_events.min(whole.len())];
    assert_same("ended early", file, &begun, expected);
    let heads = Recorder {
        max_bytes: step - 1,
        ..Recorder::DEFAULT
    };
    heads_match(file, &heads.record_stream(&mut &*file), &whole, step - 1);
    whole
}

/// Checks that a file unpacks to the same events as a stream of its bytes. `file` contains `bytes`.
///
/// # Panics
///
/// If the events differ.
pub fn a_file_unpacks_like_a_stream(bytes: &[u8], file: &File) {
    let whole = Recorder::DEFAULT.record_stream(&mut &*bytes);
    let other = Recorder::DEFAULT.record(ByteSource::File(file));
    assert_same("as a file", bytes, &other, &whole);
}

/// Checks that the compressed files are unpacked or an error is reported, unless the format cannot detect the damage.
///
/// # Panics
///
/// If damage goes unreported.
pub fn damage_is_reported(sample: &Sample, reported: &[Event]) {
    let Some(expected) = &sample.files else {
        return;
    };
    let about = || {
        let Sample { layout, damage, .. } = sample;
        format!(
            "{layout:?}, {damage:?}\n  of {:?}\n  events: {reported:?}",
            Escaped(&sample.file)
        )
    };
    // Without a directory, nothing marks the end of stored data whose size follows them.
    if let Damage::Cut(_) = sample.damage
        && sample.layout != Layout::Described(Method::Stored)
    {
        for file in reported {
            let is_valid = is_prefix_of_expected(file, expected);
            assert!(is_valid, "{file:?} has unexpected bytes\n  {}", about());
        }
    }
    // A fault after the last byte read goes unreported.
    let is_truncated = events::is_truncated(reported);
    if is_truncated
        || reported.iter().any(|event| event.problem().is_some())
        || is_not_recognised(&sample.file, reported)
    {
        let is_damaged = is_truncated || sample.damage != Damage::None;
        assert!(is_damaged, "{}", about());
        return;
    }
    let found: Vec<CompressedFile> = reported.iter().filter_map(compressed).collect();
    assert!(is_undetected(sample, expected, &found), "{}", about());
}

/// Returns whether unpacking may yield these files without reporting a fault.
fn is_undetected(sample: &Sample, expected: &[CompressedFile], found: &[CompressedFile]) -> bool {
    // An empty file has no bytes to lose, and a zip need not list it.
    let is_same = without_empty(found).eq(without_empty(expected));
    let is_in =
        |offset, ranges: &[Range<usize>]| ranges.iter().any(|range| range.contains(&offset));
    match sample.damage {
        Damage::None => found == expected,
        Damage::Cut(offset) => is_same || sample.boundary == Some(offset),
        Damage::Flipped(offset, flip) if is_in(offset, &sample.unchecked) => {
            let mut changed = expected.to_vec();
            for (range, file) in sample.unchecked.iter().zip(&mut changed) {
                if range.contains(&offset) {
                    file.bytes[offset - range.start] ^= flip;
                }
            }
            found == changed || !changed.iter().all(|file| samples::is_plain(&file.bytes))
        }
        Damage::Flipped(offset, _) if is_in(offset, &sample.attributes) => {
            found.iter().all(|file| expected.contains(file))
        }
        Damage::Flipped(..) => is_same,
    }
}

fn without_empty(files: &[CompressedFile]) -> impl Iterator<Item = &CompressedFile> {
    files.iter().filter(|file| !file.bytes.is_empty())
}

fn compressed(event: &Event) -> Option<CompressedFile> {
    match event {
        Event::File {
            path,
            packing,
            bytes,
            ..
        } => Some(CompressedFile {
            path: path.to_str()?.into(),
            packing: packing.clone(),
            bytes: bytes.0.clone(),
        }),
        _ => None,
    }
}

/// Returns whether a truncated file has only bytes of the original.
fn is_prefix_of_expected(event: &Event, expected: &[CompressedFile]) -> bool {
    let Some(file) = compressed(event) else {
        return true;
    };
    let mut expected = expected.iter();
    let is_same =
        |other: &&CompressedFile| other.path == file.path && other.packing == file.packing;
    expected
        .find(is_same)
        .is_none_or(|other| other.bytes.starts_with(&file.bytes))
}

/// Returns whether a file is reported as a plain file, with all of its bytes.
fn is_not_recognised(file: &[u8], reported: &[Event]) -> bool {
    let plain = Event::File {
        path: NAME.into(),
        packing: Vec::new(),
        bytes: Bytes(file.to_vec()),
        end: End::Complete,
    };
    *reported == [plain]
}

/// Checks that the events keep to the configured limits and to the bytes of the file.
fn events_are_within_limits(file: &[u8], all: &[Event]) {
    let mut files = 0;
    let mut members = 0;
    for event in all {
        match event {
            Event::File {
                path,
                packing,
                bytes,
                end,
            } => {
                files += 1;
                assert!(packing.len() <= events::MAX_LAYERS as usize, "{event:?}");
                let is_whole = bytes.0 == file && *end == End::Complete;
                let is_valid = !packing.is_empty() || path == Path::new(NAME) && is_whole;
                assert!(is_valid, "{event:?}\n  of {:?}", Escaped(file));
            }
            Event::Container {
                packing,
                members: more,
                ..
            } => {
                members += more;
                let is_container = packing.last().is_some_and(|format| format.is_container());
                assert!(is_container, "{event:?}\n  of {:?}", Escaped(file));
            }
            Event::Fault(..) => {}
        }
    }
    assert!(files <= MAX_MEMBERS && members <= MAX_MEMBERS, "{all:?}");
}

/// Returns whether a file is a tar whose first name contains a line break, `<` or `>`. Less than the first
/// block of such a tar is recognised as text.
fn is_mistaken_for_text(event: &Event) -> bool {
    let Event::File { bytes, .. } = event else {
        return false;
    };
    let mut name = bytes.0.iter().take_while(|&&byte| byte != 0);
    Recognised::from_head(&bytes.0, true) == Recognised::Format(Format::Tar)
        && name.any(|byte| b"\n<>".contains(byte))
}

/// Returns whether an error comes from corrupt bzip2 or LZMA. The bytes that their decoders return just
/// before the corruption depend on the size of the reads: bzip2 does not count what it has written in its
/// last step, and LZMA detects an end later if more input is available.
fn is_block_fault(event: &Event) -> bool {
    let Some(Problem::Compressed(_, FaultKind::Corrupt(reason))) = event.problem() else {
        return false;
    };
    reason.contains("bzip2") || reason.contains("LZMA")
}

/// Returns whether two events concern different files, or one has a prefix of the bytes of the other.
fn may_be_longer(one: Option<&Event>, other: Option<&Event>) -> bool {
    let files = [one, other].map(|event| event.and_then(compressed));
    let [Some(one), Some(other)] = files else {
        return true;
    };
    one.path != other.path
        || one.bytes.starts_with(&other.bytes)
        || other.bytes.starts_with(&one.bytes)
}

/// Returns whether two lists of events differ only where the size of the reads may matter.
fn differ_as_allowed(other: &[Event], whole: &[Event]) -> bool {
    let Some(at) = first_difference(other, whole) else {
        return false;
    };
    let mut seen = other.iter().take(at + 1).chain(whole.iter().take(at + 1));
    other.iter().any(is_mistaken_for_text)
        || seen.any(is_block_fault) && may_be_longer(other.get(at), whole.get(at))
}

/// Checks that reading at most `max` bytes of each file reports the same files and containers.
fn heads_match(file: &[u8], heads: &[Event], whole: &[Event], max_bytes: usize) {
    // The visitor that reads more may reach its limit earlier.
    if events::is_truncated(whole) || whole.iter().chain(heads).any(is_block_fault) {
        return;
    }
    let head = |event: &Event| match event {
        Event::File {
            path,
            packing,
            bytes,
            ..
        } => Some(Event::File {
            path: path.clone(),
            packing: packing.clone(),
            bytes: Bytes(bytes.0[..bytes.0.len().min(max_bytes)].to_vec()),
            end: End::Stopped,
        }),
        // If nobody reads a file, its fault may be reported for the container.
        Event::Fault(..) => None,
        Event::Container { .. } => Some(event.clone()),
    };
    let [heads, whole] = [heads, whole].map(|all| all.iter().filter_map(head).collect::<Vec<_>>());
    assert_same("only heads", file, &heads, &whole);
}

fn first_difference(other: &[Event], whole: &[Event]) -> Option<usize> {
    let last = whole.len().max(other.len());
    (0..last).find(|&at| other.get(at) != whole.get(at))
}

fn assert_same(how: &str, file: &[u8], other: &[Event], whole: &[Event]) {
    let Some(at) = first_difference(other, whole) else {
        return;
    };
    panic!(
        "{how}, event {at}: {:?}\n  otherwise: {:?}\n  of {:?}",
        other.get(at),
        whole.get(at),
        Escaped(file)
    );
}

/// A reader that returns at most `read_size` bytes per read, with an interruption before each.
struct InterruptedReader<'p> {
    rest: &'p [u8],
    read_size: usize,
    is_interrupted: bool,
}

impl Read for InterruptedReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let max = into.len().min(self.read_size);
        self.rest.read(&mut into[..max])
    }
}
