//! What holds for all that is read of packed files, whatever their bytes are.

pub mod made;
pub mod told;

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    path::Path,
};

use urlsift_unpack::{FaultKind, Format, Recognised, Source};

use self::{
    made::{Damage, Made, Packed, Way},
    told::{End, Listening, MOST_MEMBERS, NAME, Problem, Text, Told},
};
use crate::{packing::zip::Method, properties::Escaped};

/// Checks that what is told of a packed file makes sense and does not depend on how its bytes come, nor
/// on how they are taken; gives what is told.
///
/// `step` is the size of the pieces, at least 1, and `count` says behind how many things to end early.
///
/// # Panics
///
/// If not.
#[must_use]
pub fn any_file_is_sound(file: &[u8], step: usize, count: usize) -> Vec<Told> {
    let whole = Listening::ALL.to_stream(&mut &*file);
    told_within_bounds(file, &whole);
    let slowly = Listening {
        at_a_time: step,
        ..Listening::ALL
    };
    for (how, listening, at_a_time) in [
        ("a byte at a time", Listening::ALL, 1),
        ("in pieces", slowly, step),
    ] {
        let mut pieces = Pieces {
            rest: file,
            at_a_time,
            is_interrupted: false,
        };
        let other = listening.to_stream(&mut pieces);
        if !differ_as_they_may(&other, &whole) {
            are_same(how, file, &other, &whole);
        }
    }
    // ReadOptions on is up to who listens.
    let most_told = count % whole.len().max(1) + 1;
    let some = Listening {
        most_told,
        ..Listening::ALL
    };
    let begun = some.to_stream(&mut &*file);
    let expected = &whole[..most_told.min(whole.len())];
    are_same("ended early", file, &begun, expected);
    let heads = Listening {
        most: step - 1,
        ..Listening::ALL
    };
    heads_are_of_the_same_files(file, &heads.to_stream(&mut &*file), &whole, step - 1);
    whole
}

/// Checks that the same is told of a packed file whether it is one or a stream. `file` has its bytes.
///
/// # Panics
///
/// If not.
pub fn a_file_is_like_a_stream(bytes: &[u8], file: &File) {
    let whole = Listening::ALL.to_stream(&mut &*bytes);
    let other = Listening::ALL.to(Source::File(file));
    are_same("as a file", bytes, &other, &whole);
}

/// Checks that what was packed is told again, or a fault is; what a format cannot notice aside.
///
/// # Panics
///
/// If not.
pub fn damage_is_told(made: &Made, told: &[Told]) {
    let Some(expected) = &made.files else {
        return;
    };
    let about = || {
        let Made { way, damage, .. } = made;
        format!(
            "{way:?}, {damage:?}\n  of {:?}\n  told {told:?}",
            Escaped(&made.file)
        )
    };
    // Without a directory nothing tells where stored data end, if their size stands behind them.
    if let Damage::Cut(_) = made.damage
        && made.way != Way::Described(Method::Stored)
    {
        for file in told {
            let is_sound = begins_an_expected_one(file, expected);
            assert!(is_sound, "{file:?} is too much\n  {}", about());
        }
    }
    // A fault behind what was read is told to nobody.
    let is_cut_off = told::had_enough(told);
    if is_cut_off || told.iter().any(Told::is_fault) || is_not_recognised(&made.file, told) {
        let is_damaged = is_cut_off || made.damage != Damage::None;
        assert!(is_damaged, "{}", about());
        return;
    }
    let found: Vec<Packed> = told.iter().filter_map(packed).collect();
    assert!(may_be_told(made, expected, &found), "{}", about());
}

/// Whether these files may be told without any fault.
fn may_be_told(made: &Made, expected: &[Packed], found: &[Packed]) -> bool {
    // What has no bytes cannot be lost: a zip need not show it.
    let is_same = without_empty(found).eq(without_empty(expected));
    let is_in = |place, ranges: &[Range<usize>]| ranges.iter().any(|range| range.contains(&place));
    match made.damage {
        Damage::None => found == expected,
        Damage::Cut(place) => is_same || made.seam == Some(place),
        Damage::Flipped(place, flip) if is_in(place, &made.unchecked) => {
            let mut changed = expected.to_vec();
            for (range, file) in made.unchecked.iter().zip(&mut changed) {
                if range.contains(&place) {
                    file.bytes[place - range.start] ^= flip;
                }
            }
            found == changed || !changed.iter().all(|file| made::is_plain(&file.bytes))
        }
        // In a sparse tar there are data and maps everywhere.
        Damage::Flipped(..) if made.way == Way::SparseTar => true,
        Damage::Flipped(place, _) if is_in(place, &made.kinds) => {
            found.iter().all(|file| expected.contains(file))
        }
        Damage::Flipped(..) => is_same,
    }
}

fn without_empty(files: &[Packed]) -> impl Iterator<Item = &Packed> {
    files.iter().filter(|file| !file.bytes.is_empty())
}

fn packed(told: &Told) -> Option<Packed> {
    match told {
        Told::File {
            path,
            packing,
            bytes,
            ..
        } => Some(Packed {
            path: path.to_str()?.into(),
            packing: packing.clone(),
            bytes: bytes.0.clone(),
        }),
        _ => None,
    }
}

/// Whether a file that is cut off has no byte that it should not have.
fn begins_an_expected_one(told: &Told, expected: &[Packed]) -> bool {
    let Some(file) = packed(told) else {
        return true;
    };
    let mut expected = expected.iter();
    let is_same = |other: &&Packed| other.path == file.path && other.packing == file.packing;
    expected
        .find(is_same)
        .is_none_or(|other| other.bytes.starts_with(&file.bytes))
}

/// Whether a file was taken for one that is not packed, and nothing is lost of it.
fn is_not_recognised(file: &[u8], told: &[Told]) -> bool {
    let plain = Told::File {
        path: NAME.into(),
        packing: Vec::new(),
        bytes: Text(file.to_vec()),
        end: End::Whole,
    };
    *told == [plain]
}

/// What is told is no more than may be, by the bounds that are set and the bytes that there are.
fn told_within_bounds(file: &[u8], all: &[Told]) {
    let mut files = 0;
    let mut members = 0;
    for told in all {
        match told {
            Told::File {
                path,
                packing,
                bytes,
                end,
            } => {
                files += 1;
                assert!(packing.len() <= told::MOST_LAYERS as usize, "{told:?}");
                let is_whole = bytes.0 == file && *end == End::Whole;
                let is_sound = !packing.is_empty() || path == Path::new(NAME) && is_whole;
                assert!(is_sound, "{told:?}\n  of {:?}", Escaped(file));
            }
            Told::Container {
                packing,
                members: more,
                ..
            } => {
                members += more;
                let is_container = packing.last().is_some_and(|format| format.is_container());
                assert!(is_container, "{told:?}\n  of {:?}", Escaped(file));
            }
            Told::Fault(..) => {}
        }
    }
    assert!(files <= MOST_MEMBERS && members <= MOST_MEMBERS, "{all:?}");
}

/// Whether a file is a tar whose first name has a line break or a `<` or `>`. Of such a one less than the
/// first block is taken for a text.
fn is_mistaken_for_text(told: &Told) -> bool {
    let Told::File { bytes, .. } = told else {
        return false;
    };
    let mut name = bytes.0.iter().take_while(|&&byte| byte != 0);
    Recognised::from_head(&bytes.0, true) == Recognised::Packed(Format::Tar)
        && name.any(|byte| b"\n<>".contains(byte))
}

/// Whether something could not be read because of broken bzip2 or LZMA. How much their decoders give of
/// what stands right before an impossible place depends on how the bytes come and go: that of bzip2 does
/// not count what it has written in its last step, that of LZMA notices an end later if more is at hand.
fn is_fault_of_block(told: &Told) -> bool {
    let (Told::File {
        end: End::Failed(problem),
        ..
    }
    | Told::Fault(_, problem)) = told
    else {
        return false;
    };
    let Problem::Packed(_, FaultKind::Corrupt(reason)) = problem else {
        return false;
    };
    reason.contains("bzip2") || reason.contains("LZMA")
}

/// Whether two things told are not of one file, or one of them has only more of it.
fn may_be_longer(one: Option<&Told>, other: Option<&Told>) -> bool {
    let files = [one, other].map(|told| told.and_then(packed));
    let [Some(one), Some(other)] = files else {
        return true;
    };
    one.path != other.path
        || one.bytes.starts_with(&other.bytes)
        || other.bytes.starts_with(&one.bytes)
}

/// Whether what was told differs where it may: of what comes in pieces.
fn differ_as_they_may(other: &[Told], whole: &[Told]) -> bool {
    let Some(at) = first_difference(other, whole) else {
        return false;
    };
    let mut seen = other.iter().take(at + 1).chain(whole.iter().take(at + 1));
    other.iter().any(is_mistaken_for_text)
        || seen.any(is_fault_of_block) && may_be_longer(other.get(at), whole.get(at))
}

/// Who reads only the first bytes of each file, `most` at most, is told of the same files and containers.
fn heads_are_of_the_same_files(file: &[u8], heads: &[Told], whole: &[Told], most: usize) {
    // Who has read more may have had enough.
    if told::had_enough(whole) || whole.iter().chain(heads).any(is_fault_of_block) {
        return;
    }
    let head = |told: &Told| match told {
        Told::File {
            path,
            packing,
            bytes,
            ..
        } => Some(Told::File {
            path: path.clone(),
            packing: packing.clone(),
            bytes: Text(bytes.0[..bytes.0.len().min(most)].to_vec()),
            end: End::Enough,
        }),
        // What is wrong with a file may be told as wrong with what it is in, if nobody reads it.
        Told::Fault(..) => None,
        Told::Container { .. } => Some(told.clone()),
    };
    let [heads, whole] = [heads, whole].map(|all| all.iter().filter_map(head).collect::<Vec<_>>());
    are_same("only heads", file, &heads, &whole);
}

fn first_difference(other: &[Told], whole: &[Told]) -> Option<usize> {
    let last = whole.len().max(other.len());
    (0..last).find(|&at| other.get(at) != whole.get(at))
}

fn are_same(how: &str, file: &[u8], other: &[Told], whole: &[Told]) {
    let Some(at) = first_difference(other, whole) else {
        return;
    };
    panic!(
        "{how}, thing {at}: {:?}\n  otherwise: {:?}\n  of {:?}",
        other.get(at),
        whole.get(at),
        Escaped(file)
    );
}

/// Gives so many bytes at a time. Before each time a signal comes.
struct Pieces<'p> {
    rest: &'p [u8],
    at_a_time: usize,
    is_interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = into.len().min(self.at_a_time);
        self.rest.read(&mut into[..most])
    }
}
