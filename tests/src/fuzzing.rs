//! What a fuzzer's input stands for. The fuzz targets and the test that replays what they found both
//! come through here, so that an input means the same to both.

use std::{
    fs::File,
    io::{self, Cursor, Seek, Write},
    iter,
    ops::ControlFlow,
};

use urlsift::{
    Kind, Reading, Sifter,
    archive::{Chain, Rest, Walker},
};
use urlsift_scan::Config;

use crate::{
    archive::{
        found::{self, Sifted},
        walked::{self, Told, Walked},
    },
    archiving::{self, Choices},
    judging, paths,
    properties::{self, Escaped},
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
    archive.any_offset_leads_to_the_same_messages(&walked);
    archive.lengths_lead_to_the_same_messages(&walked);
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

    fn reading(&self) -> Reading {
        Reading::new().kind(self.told)
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

    /// Where no message tells a length, and each begins with a line of its own, a walk that begins
    /// in the middle finds the messages that the whole walk finds there.
    fn any_offset_leads_to_the_same_messages(&self, walked: &Walked) {
        let kind = walked.kinds[0];
        let has_length = || {
            let mut names = self.file.windows(b"content-length".len());
            names.any(|name| name.eq_ignore_ascii_case(b"content-length"))
        };
        if !(kind == Kind::Mmdf || kind.is_mbox() && !has_length()) {
            return;
        }
        let start = self.offset();
        let found = walk_within(self.file, kind, start);
        // At the start of a file there may be a message without such a line.
        let is_expected = |told: &&Told| {
            let is_seen = start == 0 || told.index > 0 || self.is_marked(told);
            told.offset >= start as u64 && is_seen
        };
        let expected: Vec<&Told> = walked.messages.iter().filter(is_expected).collect();
        let are_same = found
            .messages
            .iter()
            .map(place)
            .eq(expected.iter().copied().map(place));
        assert!(
            are_same,
            "{kind}, from {start} on: {found:?}\n  whole: {walked:?}\n  {:?}",
            Escaped(self.file)
        );
        let least = expected.first().map_or(u64::MAX, |told| told.offset);
        let warnings = walked.warnings.iter().filter(|(at, _)| *at >= least);
        assert!(
            found.warnings.iter().eq(warnings),
            "{kind}, from {start} on: {found:?}\n  whole: {walked:?}\n  {:?}",
            Escaped(self.file)
        );
    }

    /// Whether the line that stands in front of a message can be seen from its place alone.
    fn is_marked(&self, told: &Told) -> bool {
        let before = self.file[..told.offset as usize].last();
        told.header_offset > told.offset && before.is_none_or(|&byte| byte == b'\n')
    }

    /// Where messages tell their lengths, these lead to the messages that the walk finds.
    fn lengths_lead_to_the_same_messages(&self, walked: &Walked) {
        let kind = walked.kinds[0];
        if !(kind.is_mbox() || kind == Kind::Rnews) {
            return;
        }
        let chain = Chain::new(Cursor::new(self.file), kind);
        // One that does not end must not be collected.
        let chain = chain.take(walked.messages.len() + 2);
        let chain: Vec<u64> = chain
            .map(|start| start.expect("a slice can be read"))
            .collect();
        let offsets: Vec<u64> = walked.messages.iter().map(|told| told.offset).collect();
        assert!(
            chain == offsets,
            "{kind}: {chain:?}\n  whole: {offsets:?}\n  {:?}",
            Escaped(self.file)
        );
    }
}

/// Where a message stands in the file; its number is not the same from everywhere.
fn place(told: &Told) -> (u64, u64, &str) {
    (told.offset, told.header_offset, &told.header)
}

/// Walks through a file from an offset on.
fn walk_within(file: &[u8], kind: Kind, start: usize) -> Walked {
    let line_breaks = iter::repeat(&b'\n');
    let mut before = file[..start].iter().rev().chain(line_breaks);
    let mut before = [(); 3].map(|()| before.next().copied().unwrap_or(b'\n'));
    before.reverse();
    let mut all = Walked::default();
    let mut walker = Walker::within(Reading::new(), kind, start as u64, before);
    let flow = walker.push(&file[start..], Rest::Nothing, &mut all);
    assert!(matches!(flow, ControlFlow::Continue(_)));
    all
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
