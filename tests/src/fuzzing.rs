//! The meaning of fuzzer inputs. The fuzz targets and the test that replays known inputs share these functions.

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
    archiving,
    choices::Choices,
    judging,
    outlook::{
        self, Value,
        msg::Msg,
        pst::Version,
        shared::{Part, Shared},
    },
    paths, prefiltering,
    properties::{self, Escaped},
    ranges::{ALL_AT_ONCE, FullWalk, PushOptions},
    tokens, trigger_mail,
    unpacking::{self, samples::Sample},
};

/// The least first byte that selects a tight bound on candidates, from 1 to 128 bytes. Tight bounds make the
/// scanner reject candidates at unusual places even in short inputs. Lower bytes select the default.
const MIN_TIGHT: u8 = 128;

/// Checks every property of scanning on a text of tokens that the input selects.
///
/// # Panics
///
/// If a property does not hold.
pub fn tokens(data: &[u8]) {
    let (parameters, indices) = Parameters::split(data);
    parameters.check(&tokens::from_bytes(indices));
}

/// Checks the framing of a text of tokens that the input selects: cut at every byte, and in small chunks.
///
/// # Panics
///
/// If the results differ.
pub fn framing(data: &[u8]) {
    let (parameters, indices) = Parameters::split(data);
    properties::framing_changes_nothing(&tokens::from_bytes(indices), parameters.max_len);
}

/// Checks every property of scanning on the input as it is.
///
/// # Panics
///
/// If a property does not hold.
pub fn bytes(data: &[u8]) {
    let (parameters, text) = Parameters::split(data);
    parameters.check(text);
}

/// Checks every property of validation on the input. A line feed separates a base from a reference to resolve;
/// an input without one is used as both.
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

/// Checks every property of sifting on an archive.
///
/// # Panics
///
/// If a property does not hold.
pub fn archive(data: &[u8]) {
    let archive = Archive::split(data);
    archiving::any_file_is_sifted_consistently(archive.file, archive.kind, &mut archive.choices());
    let walked = walked::walk(archive.file, &archive.read_options(), 0);
    archive.links_are_in_messages(&walked);
    archive.check_ranges(walked.kinds[0]);
}

/// Checks every property of unpacking on a compressed file or on bytes to pack.
///
/// # Panics
///
/// If a property does not hold.
pub fn compressed(data: &[u8]) {
    let (sample, step, count) = parse_compressed(data);
    let events = unpacking::any_file_is_unpacked_consistently(&sample.file, step, count);
    unpacking::damage_is_reported(&sample, &events);
}

/// Checks every property of reading Outlook files, on a file that the input selects. The first byte is a letter:
///
/// - `m` for a message, `a` and `u` for stores of either version, each damaged at the offsets that follow
/// - `t` for a store that refers to the same part many times, which the next four bytes select, damaged likewise
/// - `r` and `z` for a message with the rest as its RTF, as it is or compressed
/// - `h` for a message with the rest as its header section
/// - any other byte: the rest is the file
///
/// # Panics
///
/// If a property does not hold.
pub fn outlook(data: &[u8]) {
    let (&kind, rest) = data.split_first().unwrap_or((&b'-', b""));
    let of = |id, value| Msg::new().with(id, value).finish();
    let file = match kind {
        b'm' => damaged(outlook::small_msg(), rest),
        b'a' => damaged(outlook::small_pst(Version::Ansi), rest),
        b'u' => damaged(outlook::small_pst(Version::Unicode), rest),
        b't' => {
            let (&choices, changes) = rest.split_first_chunk().unwrap_or((&[0; 4], &[]));
            damaged(shared(choices).store(), changes)
        }
        b'r' => of(outlook::id::RTF_COMPRESSED, outlook::rtf(rest)),
        b'z' => {
            let header = b"\0\0\0\0\xff\xff\0\0LZFu\0\0\0\0";
            let rtf = Value::Binary([&header[..], rest].concat());
            of(outlook::id::RTF_COMPRESSED, rtf)
        }
        b'h' => {
            let header = Value::String8(rest.into());
            let msg = Msg::new().with(outlook::id::TRANSPORT_MESSAGE_HEADERS, header);
            msg.with(outlook::id::BODY, outlook::text("a")).finish()
        }
        _ => rest.into(),
    };
    let _ = outlook::check(&file);
}

/// Selects a store that refers to the same part many times: by the part and the version, the number of references, of
/// levels, and of messages.
fn shared([part, times, levels, messages]: [u8; 4]) -> Shared {
    let parts = Part::ALL.len();
    Shared {
        version: if (usize::from(part) / parts).is_multiple_of(2) {
            Version::Ansi
        } else {
            Version::Unicode
        },
        part: Part::ALL[usize::from(part) % parts],
        times: usize::from(times),
        levels: levels % 9,
        messages: usize::from(messages),
    }
}

/// Changes bytes of a file: each change has an offset, of three bytes, and a value.
fn damaged(mut file: Vec<u8>, changes: &[u8]) -> Vec<u8> {
    for change in changes.chunks_exact(4) {
        let at = u32::from_be_bytes([0, change[0], change[1], change[2]]) as usize;
        let at = at % file.len();
        file[at] = change[3];
    }
    file
}

/// Checks that a file in the file system unpacks like its bytes, which takes long. Overwrites `file`.
///
/// # Errors
///
/// If the file cannot be written.
///
/// # Panics
///
/// If a property does not hold.
pub fn compressed_file(data: &[u8], file: &mut File) -> io::Result<()> {
    let (sample, ..) = parse_compressed(data);
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&sample.file)?;
    file.rewind()?;
    unpacking::a_file_unpacks_like_a_stream(&sample.file, file);
    Ok(())
}

/// Splits an input into its parameters and the bytes to pack. The first byte is a letter that selects the
/// layout; anything else selects the bytes as they are. The next two select the offset of the damage and the
/// number of events, the fourth the bits to flip, and the fifth the size of the reads. An input too short for
/// these is an empty file.
fn parse_compressed(data: &[u8]) -> (Sample, usize, usize) {
    let (&[layout, high, low, flip, step], bytes) =
        data.split_first_chunk().unwrap_or((b"-\0\0\0\0", &[]));
    let offset = u16::from_be_bytes([high, low]);
    let sample = Sample::new(layout, offset, flip, bytes);
    (sample, usize::from(step) + 1, usize::from(offset))
}

/// An archive and the parameters for reading it.
struct Archive<'f> {
    /// The kind given to the reader; `None` to recognise it.
    kind: Option<Kind>,
    /// The choices that split the file.
    choices: [u8; 4],
    file: &'f [u8],
}

impl<'f> Archive<'f> {
    /// Splits an input into parameters and a file. The first byte selects the kind: from `0` on the kinds of
    /// [`Kind::ALL`] in order, then none up to `O`, and so on. The next four bytes select how the file is split. An
    /// input too short for these is an empty file.
    fn split(data: &'f [u8]) -> Self {
        let (&[kind, choices @ ..], file) = data.split_first_chunk().unwrap_or((b"O0000", &[]));
        Self {
            kind: Kind::ALL
                .get(usize::from(kind.wrapping_sub(b'0') % 32))
                .copied(),
            choices,
            file,
        }
    }

    fn choices(&self) -> Choices {
        Choices::new(&self.choices)
    }

    fn read_options(&self) -> ReadOptions {
        prefiltering::read_options().kind(self.kind)
    }

    /// Returns an offset from 0 to the length of the file.
    fn offset(&self) -> usize {
        let [high, low, ..] = self.choices;
        usize::from(u16::from_be_bytes([high, low])) % (self.file.len() + 1)
    }

    /// Checks that each link is within a reported message, and that a plain text has the links that the scanner finds
    /// in it.
    fn links_are_in_messages(&self, walked: &Walked) {
        let mut sifter = Sifter::new().reading(self.read_options());
        let Sifted { found, .. } = found::sift(&mut sifter, self.file);
        // A text in UTF-16 is decoded before.
        let marks = [&b"\xff\xfe"[..], b"\xfe\xff"];
        let is_decoded = marks.iter().any(|mark| self.file.starts_with(mark));
        if walked.kinds == [Kind::Text] && !is_decoded {
            let scanned: Vec<_> = found.iter().map(|found| found.scanned.clone()).collect();
            let expected = paths::whole(&Config::new(), self.file).found;
            assert_eq!(scanned, expected, "{:?}", Escaped(self.file));
        }
        for found in found {
            let Some(message) = &found.message else {
                let has_text = walked.kinds.iter().all(|kind| kind.has_no_messages());
                assert!(has_text, "{found:?}, {:?}", Escaped(self.file));
                continue;
            };
            let walked_message = walked.messages.get(message.index as usize);
            let is_reported = walked_message.is_some_and(|walked| {
                walked.offset == message.offset && walked.header_offset <= found.span.0 as u64
            });
            assert!(
                is_reported,
                "{found:?}, {walked_message:?}, {:?}",
                Escaped(self.file)
            );
            let next = walked.messages.get(message.index as usize + 1);
            let is_before = next.is_none_or(|next| found.span.1 as u64 <= next.offset);
            assert!(is_before, "{found:?}, {next:?}, {:?}", Escaped(self.file));
        }
    }

    /// Checks that ranges of the file report together what the complete file reports.
    fn check_ranges(&self, kind: Kind) {
        /// The minimum size of a range, which bounds their number.
        const MIN_SIZE: usize = 8;
        let whole = FullWalk::of(self.file, kind, false);
        let start = self.offset();
        whole.check_first_message(start as u64);
        let [.., size, push_size] = self.choices.map(usize::from);
        let cuts = (start..=self.file.len()).step_by(size + MIN_SIZE);
        let cuts: Vec<u64> = cuts.map(|cut| cut as u64).collect();
        let options = PushOptions {
            push_size,
            ..ALL_AT_ONCE
        };
        whole.check_ranges(&cuts, options);
        whole.check_guessed_ranges(&cuts, options);
    }
}

/// The parameters at the start of an input.
struct Parameters {
    max_len: usize,
    cut: usize,
}

impl Parameters {
    /// Splits an input into parameters and a text. The first byte selects the bound on candidates, the next two the
    /// offset of the split. An input too short for these is an empty text.
    fn split(data: &[u8]) -> (Self, &[u8]) {
        let (&[bound, high, low], text) = data.split_first_chunk().unwrap_or((&[0; 3], &[]));
        let max_len = match bound.checked_sub(MIN_TIGHT) {
            None => Config::DEFAULT_MAX_LEN,
            Some(above) => usize::from(above) + 1,
        };
        let cut = usize::from(u16::from_be_bytes([high, low]));
        (Self { max_len, cut }, text)
    }

    fn check(&self, text: &[u8]) {
        let &Self { max_len, cut } = self;
        properties::agrees_with_the_oracle(text, max_len);
        // Most 16-bit numbers exceed the length of the text.
        properties::chunking_changes_nothing(text, max_len, cut % (text.len() + 1));
        properties::candidates_are_valid(text, max_len);
        properties::all_kinds_are_found_consistently(text, max_len, cut % (text.len() + 1));
        properties::refanged_text_is_read_consistently(text, max_len, cut);
        if let Ok(text) = str::from_utf8(text) {
            trigger_mail::no_url_is_lost(text, cut, cut % 2 == 1, cut % 4 > 1);
        }
    }
}
