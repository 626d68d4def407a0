//! bzip2 on several threads gives what one thread gives.

use std::{
    io::{self, Cursor, Read, Seek, SeekFrom},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::Path,
};

use proptest::{collection::vec, prelude::*, sample::Index};
use urlsift_tests::packing::stream::Stream;

use crate::{ByteSource, Format, UnpackedFile, Unpacker, Visitor};

/// Records the bytes of files and the faults.
#[derive(Debug, Default, PartialEq, Eq)]
struct Recorder {
    read_size: usize,
    bytes: Vec<u8>,
    faults: Vec<String>,
}

impl Visitor for Recorder {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        assert_eq!(file.packing, [Format::Bzip2]);
        let mut into = vec![0; self.read_size];
        loop {
            match file.bytes.read(&mut into) {
                Ok(0) => break,
                Ok(len) => self.bytes.extend(&into[..len]),
                Err(error) => self.faults.push(error.to_string()),
            }
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
        self.faults.push(error.to_string());
        ControlFlow::Continue(())
    }
}

/// A file that cannot be read from an offset on.
struct Failing {
    file: Cursor<Vec<u8>>,
    fails_at: u64,
}

impl Read for Failing {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.fails_at.saturating_sub(self.file.position());
        if left == 0 && !into.is_empty() {
            return Err(io::Error::other("cannot be read"));
        }
        let most = into.len().min(left as usize);
        self.file.read(&mut into[..most])
    }
}

impl Seek for Failing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

fn record(source: ByteSource<'_>, threads: usize, read_size: usize) -> Recorder {
    let mut recorder = Recorder {
        read_size,
        ..Recorder::default()
    };
    let mut unpacker = Unpacker::new();
    unpacker.set_threads(NonZeroUsize::new(threads).expect("some"));
    let end = unpacker.unpack(Path::new("in"), source, &mut recorder);
    assert!(end.is_continue());
    recorder
}

/// Checks that a file gives the same on one thread and on several, and returns that.
#[track_caller]
fn decode_both(compressed: &[u8], fails_at: u64) -> Recorder {
    let file = Cursor::new(compressed.to_vec());
    let mut file = Failing { file, fails_at };
    let expected = record(ByteSource::Stream(&mut file), 1, 128 << 10);
    for (threads, read_size) in [(2, 128 << 10), (3, 1000)] {
        file.file.set_position(0);
        let found = record(ByteSource::Seekable(&mut file), threads, read_size);
        assert_eq!(found.faults, expected.faults, "{threads}");
        assert!(found.bytes == expected.bytes, "{threads}: other bytes");
    }
    expected
}

/// A text of some compressible and some random lines.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        vec(any::<u8>(), 0..400),
        (any::<u8>(), 0..2000_usize).prop_map(|(byte, len)| vec![byte; len]),
        Just(b"see <http://a.example/> for it\n".to_vec()),
    ];
    (vec(line, 0..20), 1..60_usize).prop_map(|(lines, times)| lines.concat().repeat(times))
}

/// What is done to a file.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Cut(Index),
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Append(Vec<u8>),
    FailsAt(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let garbage = || {
        prop_oneof![
            vec(any::<u8>(), 1..40),
            vec(Just(0), 1..40),
            Just(b"BZh9\x17rE8P\x90\0\0\0\0".to_vec()),
            Just(b"BZh1\x31\x41\x59\x26\x53\x59".to_vec()),
            Just(b"\x31\x41\x59\x26\x53\x59".to_vec()),
        ]
    };
    prop_oneof![
        Just(Damage::None),
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), 1..=255_u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (any::<Index>(), garbage()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        garbage().prop_map(Damage::Append),
        any::<Index>().prop_map(Damage::FailsAt),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_file_gives_the_same_on_several_threads(
        members in vec((text(), 1..=9_u32), 1..5),
        damage in damage(),
    ) {
        let pack = |(text, level): &(Vec<u8>, u32)| Stream::Bzip2.pack_piped(*level, text);
        let mut compressed = members.iter().flat_map(pack).collect::<Vec<_>>();
        let mut fails_at = u64::MAX;
        // The first bytes are left, so that it is recognised.
        match &damage {
            Damage::None => {}
            Damage::Cut(at) => compressed.truncate(10 + at.index(compressed.len() - 10)),
            Damage::Flip(at, bits) => {
                let at = 10 + at.index(compressed.len() - 10);
                compressed[at] ^= bits;
            }
            Damage::Insert(at, bytes) => {
                let at = 10 + at.index(compressed.len() - 10);
                compressed.splice(at..at, bytes.iter().copied());
            }
            Damage::Append(bytes) => compressed.extend(bytes),
            Damage::FailsAt(at) => fails_at = 10 + at.index(compressed.len()) as u64,
        }
        let decoded = decode_both(&compressed, fails_at);
        if matches!(damage, Damage::None) {
            let text: Vec<u8> = members.into_iter().flat_map(|(text, _)| text).collect();
            prop_assert!(decoded.faults.is_empty(), "{:?}", decoded.faults);
            prop_assert!(decoded.bytes == text);
        }
    }
}

/// Returns bytes that cannot be compressed.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(len).collect()
}

#[test]
fn damage_anywhere_in_a_long_file_has_the_same_offset() {
    let text = noise(500_000);
    let whole = [
        Stream::Bzip2.pack_piped(1, &text),
        Stream::Bzip2.pack_piped(2, &text),
    ]
    .concat();
    let mut offsets = std::collections::BTreeSet::new();
    for at in (0..whole.len()).step_by(whole.len() / 60).skip(1) {
        let mut compressed = whole.clone();
        compressed[at] ^= 0x40;
        let flipped = decode_both(&compressed, u64::MAX);
        assert_eq!(flipped.faults.len(), 1, "{at}");
        offsets.extend(flipped.faults);
        compressed.truncate(at);
        let cut = decode_both(&compressed, u64::MAX);
        assert_eq!(cut.faults.len(), 1, "{at}");
    }
    assert!(offsets.len() > 8, "{offsets:?}");
}

#[test]
fn a_text_that_is_much_longer_than_its_blocks_is_the_same() {
    let mut text = vec![b'a'; 60_000_000];
    text.extend(noise(10_000));
    let decoded = decode_both(&Stream::Bzip2.pack_piped(9, &text), u64::MAX);
    assert!(decoded.faults.is_empty() && decoded.bytes == text);
}

/// Writes bits.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    len: usize,
}

impl BitWriter {
    fn write(&mut self, value: u64, count: usize) {
        for bit in (0..count).rev() {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().expect("one was added");
            *last |= (((value >> bit) & 1) as u8) << (7 - self.len % 8);
            self.len += 1;
        }
    }
}

/// Returns a stream of one block whose symbols, after the move-to-front transform, are these bytes; none may be 255.
fn stream_of_symbols(symbols: &[u8], checksum: u32) -> Vec<u8> {
    let mut bits = BitWriter::default();
    bits.write(0x425a_6831, 32);
    bits.write(0x3141_5926_5359, 48);
    bits.write(checksum.into(), 32);
    // Not randomised; the first byte.
    bits.write(0, 25);
    // All bytes but two are used. With the two symbols for runs and zeros and the end, this makes 256 symbols.
    bits.write(0xffff, 16);
    for group in 0..16 {
        bits.write(if group == 15 { 0xfffc } else { 0xffff }, 16);
    }
    // Two equal tables, of which the first is used: each symbol has eight bits.
    let selectors = (symbols.len() + 1).div_ceil(50);
    bits.write(2, 3);
    bits.write(selectors as u64, 15);
    (0..selectors).for_each(|_| bits.write(0, 1));
    for _ in 0..2 {
        bits.write(8, 5);
        (0..256).for_each(|_| bits.write(0, 1));
    }
    for &symbol in symbols {
        bits.write(symbol.into(), 8);
    }
    bits.write(255, 8);
    bits.write(0x1772_4538_5090, 48);
    bits.write(checksum.into(), 32);
    bits.bytes
}

/// The checksum of bzip2: CRC-32, the most significant bit first.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte) << 24, |sum, _| {
            let carry = if sum >> 31 == 1 { 0x04c1_1db7 } else { 0 };
            sum << 1 ^ carry
        })
    })
}

#[test]
fn marks_within_a_block_change_nothing() {
    let block = b"\x31\x41\x59\x26\x53\x59";
    let end = b"\x17\x72\x45\x38\x50\x90";
    for marks in [&block[..], end, &[&block[..], end].concat(), &end.repeat(3)] {
        let symbols = [&[7; 200], marks, &[9; 300]].concat();
        let wrong = decode_both(&stream_of_symbols(&symbols, 0), u64::MAX);
        assert_eq!(wrong.faults.len(), 1);
        let valid = stream_of_symbols(&symbols, checksum(&wrong.bytes));
        let other = Stream::Bzip2.pack(b"Another member.\n");
        let decoded = decode_both(&[&valid[..], &other].concat(), u64::MAX);
        assert!(decoded.faults.is_empty(), "{:?}", decoded.faults);
        assert_eq!(decoded.bytes.len(), wrong.bytes.len() + 16);
    }
}

/// Reads the first bytes of a file.
struct First;
impl Visitor for First {
    fn file(&mut self, UnpackedFile { bytes, .. }: UnpackedFile<'_>) -> ControlFlow<()> {
        assert_eq!(bytes.read(&mut []).expect("nothing"), 0);
        assert!(bytes.read(&mut [0; 10]).expect("bytes") > 0);
        ControlFlow::Break(())
    }

    fn fault(&mut self, _: &Path, error: io::Error) -> ControlFlow<()> {
        panic!("{error}")
    }
}

#[test]
fn the_end_of_a_file_may_be_dropped() {
    let compressed = Stream::Bzip2.pack_piped(1, &noise(3_000_000));
    let mut file = Cursor::new(compressed);
    let mut unpacker = Unpacker::new();
    unpacker.set_threads(NonZeroUsize::new(4).expect("some"));
    let end = unpacker.unpack(Path::new("in"), ByteSource::Seekable(&mut file), &mut First);
    assert!(end.is_break());
}
