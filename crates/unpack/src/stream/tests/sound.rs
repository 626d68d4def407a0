use std::io::{self, Read};

use super::{
    MIB, MULTIPLE, Method, Source, decode, decode_in,
    samples::{TEXT, all, lines, pack},
};
use crate::{
    Format,
    peek::PeekReader,
    stream::{Memory, decoder},
};

#[test]
fn a_text_comes_back_however_it_is_read() {
    for text in [&b""[..], b"x", TEXT, &lines(200_000)] {
        for (method, packed) in all(text) {
            for (piece, room) in [(usize::MAX, 128 << 10), (1, 128 << 10), (70_000, 1), (7, 3)] {
                let decoded = decode_in(method, &packed, piece, room).sound();
                assert!(decoded == text, "{method:?} by {piece} into {room}");
            }
        }
    }
}

#[test]
fn members_may_be_cut_anywhere() {
    for method in MULTIPLE {
        for cut in 0..=TEXT.len() {
            let (one, other) = TEXT.split_at(cut);
            let packed = [pack(method, one), pack(method, other)].concat();
            for (piece, room) in [(usize::MAX, 99), (1, 99), (20, 1), (1, 1)] {
                let decoded = decode_in(method, &packed, piece, room).sound();
                assert_eq!(decoded, TEXT, "{method:?}, cut at {cut}");
            }
        }
    }
}

#[test]
fn empty_members_stand_anywhere() {
    for method in MULTIPLE {
        let (empty, full) = (pack(method, b""), pack(method, TEXT));
        let packed = [&empty, &empty, &full, &empty, &full, &empty].map(|member| &member[..]);
        for room in [1, 99] {
            let decoded = decode_in(method, &packed.concat(), 5, room).sound();
            assert_eq!(decoded, TEXT.repeat(2), "{method:?}");
        }
    }
}

#[test]
fn zeros_after_the_end_are_padding() {
    for method in MULTIPLE {
        for zeros in [1, 2, 3, 4, 512, 70_000] {
            let packed = [pack(method, TEXT), vec![0; zeros]].concat();
            for piece in [1, usize::MAX] {
                assert_eq!(
                    decode_in(method, &packed, piece, 99).sound(),
                    TEXT,
                    "{method:?}"
                );
            }
        }
    }
}

#[test]
fn a_buffer_without_room_is_not_an_end() {
    for (method, packed) in all(TEXT) {
        let mut source = Source::new(&packed, usize::MAX);
        let mut bytes = PeekReader::new(&mut source);
        let memory = Memory::new(8 * MIB);
        let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &memory);
        assert_eq!(reader.read(&mut []).expect("nothing is read"), 0);
        let mut text = Vec::new();
        reader.read_to_end(&mut text).expect("it is sound");
        assert_eq!(text, TEXT, "{method:?}");
    }
}

/// Gives its bytes at once, and must not be asked again.
struct Pipe<'p>(Option<&'p [u8]>);

impl Read for Pipe<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.take().expect("nobody waits for more");
        into[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn what_is_at_hand_is_given_without_waiting() {
    for (method, packed) in all(TEXT) {
        let is_single = !MULTIPLE.contains(&method);
        // A second member may begin, but not for sure.
        let begun = &packed[..usize::from(!is_single)];
        for begun in [&[][..], begun] {
            let packed = [&packed[..], begun].concat();
            let mut pipe = Pipe(Some(&packed));
            let mut bytes = PeekReader::new(&mut pipe);
            let memory = Memory::new(8 * MIB);
            let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &memory);
            let mut text = [0; 1000];
            let len = reader.read(&mut text).expect("it is sound");
            match method {
                // Its last bytes are kept back.
                Method::Lzma { .. } => assert!(len > 0 && TEXT.starts_with(&text[..len])),
                _ => assert_eq!(&text[..len], TEXT, "{method:?}"),
            }
        }
    }
}

#[test]
fn several_members_fill_one_buffer() {
    for method in MULTIPLE {
        let packed = pack(method, TEXT).repeat(3);
        let mut source = &packed[..];
        let mut bytes = PeekReader::new(&mut source);
        let memory = Memory::new(8 * MIB);
        let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &memory);
        let mut text = [0; 1000];
        let len = reader.read(&mut text).expect("it is sound");
        assert_eq!(text[..len], TEXT.repeat(3), "{method:?}");
    }
}

#[test]
fn what_is_highly_compressed_comes_whole() {
    let text = vec![b'a'; 3_000_000];
    for (method, packed) in all(&text) {
        if method != Method::Deflate64 {
            assert!(decode(method, &packed).sound() == text, "{method:?}");
        }
    }
}
