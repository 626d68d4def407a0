//! What a fuzzer's input stands for. The fuzz targets and the test that replays what they found both
//! come through here, so that an input means the same to both.

use std::{
    fs::File,
    io::{self, Seek, Write},
};

use urlsift::{Kind, ReadOptions, Sifter};
use urlsift_scan::Config;

use crate::{
    archive::{
        found::{self, Sifted},
        walked::{self, Walked},
    },
    archiving::{self, Choices},
    judging, paths, prefiltering,
    properties::{self, Escaped},
    ranges::{AT_ONCE, Pieces, Whole},
    soup,
    unpacking::{self, made::Made},
};

/// Bytes from this on ask for tight bounds, 1 to 128: they are where the scanner has to give up in
/// odd places, and a fuzzer's texts are not much longer. Those below ask for the default.
const FIRST_TIGHT: u8 = 128;

/// Takes an input for the names of tokens, and checks every property on the text they make.
///
/// # Panics
///
/// If a property does not hold.
pub fn tokens(data: &[u8]) {
    let (parameters, names) = Parameters::split(data);
    parameters.check(&soup::from_bytes(names));
}

/// Takes an input for a text as it is, and checks every property on it.
///
/// # Panics
///
/// If a property does not hold.
pub fn bytes(data: &[u8]) {
    let (parameters, text) = Parameters::split(data);
    parameters.check(text);
}

/// Takes an input for a text to be judged, and checks every property of that. A line feed in it parts a
/// base from a reference to be resolved; without one it is both.
///
/// # Panics
///
/// If a property does not hold.
pub fn judge(data: &[u8]) {
    judging::every_property_holds(data);
    let mut lines = data.splitn(2, |&byte| byte == b'\n');
    let base = lines.next().unwrap_or_default();
    judging::resolving_keeps_a_scheme(base, lines.next().unwrap_or(base));
    judging::resolving_keeps_a_scheme(b"http://a/b/c/d;p?q#f", base);
}

/// Takes an input for an archive, and checks every property of what is told of it.
///
/// # Panics
///
/// If a property does not hold.
pub fn archive(data: &[u8]) {
    let archive = Archive::split(data);
    archiving::any_file_is_sound(archive.file, archive.told, &mut archive.choices());
    let walked = walked::walk(archive.file, &archive.reading(), 0);
    archive.hits_stand_in_messages(&walked);
    archive.ranges_tell_the_same(walked.kinds[0]);
}

/// Takes an input for a packed file, or for what one is made of, and checks every property of what is told
/// of it.
///
/// # Panics
///
/// If a property does not hold.
pub fn packed(data: &[u8]) {
    let (made, step, count) = split_packed(data);
    let told = unpacking::any_file_is_sound(&made.file, step, count);
    unpacking::damage_is_told(&made, &told);
}

/// The same, of a file in the file system, which takes long. `file` is overwritten.
///
/// # Errors
///
/// If it cannot be written.
///
/// # Panics
///
/// If a property does not hold.
pub fn packed_file(data: &[u8], file: &mut File) -> io::Result<()> {
    let (made, ..) = split_packed(data);
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&made.file)?;
    file.rewind()?;
    unpacking::a_file_is_like_a_stream(&made.file, file);
    Ok(())
}

/// The first byte names how the rest is packed, a letter for each way; anything else that it is the file
/// as it is. The next two choose where that is damaged, and how much of it is listened to, the next how,
/// and the next the size of the pieces that it comes in. An input that is too short for these is an
/// empty file.
fn split_packed(data: &[u8]) -> (Made, usize, usize) {
    let (&[way, high, low, flip, step], bytes) =
        data.split_first_chunk().unwrap_or((b"-\0\0\0\0", &[]));
    let place = u16::from_be_bytes([high, low]);
    let made = Made::of(way, place, flip, bytes);
    (made, usize::from(step) + 1, usize::from(place))
}

/// An archive, and what an input's first bytes choose of how it is read.
struct Archive<'f> {
    /// The kind that the reader is told; `None` if it must recognise it.
    told: Option<Kind>,
    /// Where the file is cut, and into what.
    choices: [u8; 4],
    file: &'f [u8],
}

impl<'f> Archive<'f> {
    /// The first byte chooses the kind: `0` to `8` name those of [`Kind::ALL`] in their order, by the
    /// lower half of the byte, and all others none. The next four choose how the file is cut. An
    /// input that is too short for these is an empty file.
    fn split(data: &'f [u8]) -> Self {
        let (&[kind, choices @ ..], file) = data.split_first_chunk().unwrap_or((b"90000", &[]));
        Self {
            told: Kind::ALL.get(usize::from(kind & 0xF)).copied(),
            choices,
            file,
        }
    }

    fn choices(&self) -> Choices {
        Choices::new(&self.choices)
    }

    fn reading(&self) -> ReadOptions {
        prefiltering::reading().kind(self.told)
    }

    /// An offset in the file, its length included: where it is cut in two, too.
    fn offset(&self) -> usize {
        let [high, low, ..] = self.choices;
        usize::from(u16::from_be_bytes([high, low])) % (self.file.len() + 1)
    }

    /// Each hit is told to stand in a message that is told, too, and behind where it begins. A text
    /// has the hits that the scanner finds in it.
    fn hits_stand_in_messages(&self, walked: &Walked) {
        let mut sifter = Sifter::new().reading(self.reading());
        let Sifted { found, .. } = found::sift(&mut sifter, self.file);
        if walked.kinds == [Kind::Text] {
            let scanned: Vec<_> = found.iter().map(|found| found.scanned.clone()).collect();
            let expected = paths::whole(&Config::new(), self.file).found;
            assert_eq!(scanned, expected, "{:?}", Escaped(self.file));
        }
        for found in found {
            let Some(message) = &found.message else {
                let is_text = walked.kinds == [Kind::Text];
                assert!(is_text, "{found:?}, {:?}", Escaped(self.file));
                continue;
            };
            let told = walked.messages.get(message.index as usize);
            let is_told = told.is_some_and(|told| {
                told.offset == message.offset && told.header_offset <= found.span.0 as u64
            });
            assert!(is_told, "{found:?}, {told:?}, {:?}", Escaped(self.file));
            let next = walked.messages.get(message.index as usize + 1);
            let is_before = next.is_none_or(|next| found.span.1 as u64 <= next.offset);
            assert!(is_before, "{found:?}, {next:?}, {:?}", Escaped(self.file));
        }
    }

    /// Ranges of the file tell together what all of it tells.
    fn ranges_tell_the_same(&self, kind: Kind) {
        /// Fewer bytes would be too many ranges.
        const LEAST: usize = 8;
        let whole = Whole::of(self.file, kind, false);
        let start = self.offset();
        whole.first_message_is_found(start as u64);
        let [.., size, at_a_time] = self.choices.map(usize::from);
        let cuts = (start..=self.file.len()).step_by(size + LEAST);
        let cuts: Vec<u64> = cuts.map(|cut| cut as u64).collect();
        let pieces = Pieces {
            at_a_time,
            ..AT_ONCE
        };
        whole.ranges_tell_the_same(&cuts, pieces);
        whole.guessing_tells_the_same(&cuts, pieces);
    }
}

/// What an input's first bytes choose; the rest of it is the text.
struct Parameters {
    max_len: usize,
    cut: usize,
}

impl Parameters {
    /// The first byte chooses the bound on candidates, the next two the cut. An input that is too
    /// short for these is an empty text.
    fn split(data: &[u8]) -> (Self, &[u8]) {
        let (&[bound, high, low], text) = data.split_first_chunk().unwrap_or((&[0; 3], &[]));
        let max_len = match bound.checked_sub(FIRST_TIGHT) {
            None => Config::DEFAULT_MAX_LEN,
            Some(above) => usize::from(above) + 1,
        };
        let cut = usize::from(u16::from_be_bytes([high, low]));
        (Self { max_len, cut }, text)
    }

    fn check(&self, text: &[u8]) {
        let &Self { max_len, cut } = self;
        properties::agrees_with_the_oracle(text, max_len);
        // Most of the numbers that two bytes can name lie behind the end of the text.
        properties::chunking_changes_nothing(text, max_len, cut % (text.len() + 1));
        properties::candidates_are_sound(text, max_len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_inputs_are_empty_texts() {
        for len in 0..=3 {
            let (parameters, text) = Parameters::split(&[0; 3][..len]);
            assert_eq!(parameters.max_len, Config::DEFAULT_MAX_LEN);
            assert_eq!((parameters.cut, text), (0, &[][..]));
        }
    }

    #[test]
    fn the_first_bytes_choose_the_bound_and_the_cut() {
        let (parameters, text) = Parameters::split(b"\x80\x01\x02text");
        assert_eq!((parameters.max_len, parameters.cut), (1, 0x102));
        assert_eq!(text, b"text");
        let (parameters, _) = Parameters::split(b"\xff\0\0");
        assert_eq!(parameters.max_len, 128);
    }
}
