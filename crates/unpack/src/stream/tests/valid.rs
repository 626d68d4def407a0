use std::io::{self, Read};

use super::{
    MIB, MULTIPLE, Method, Source, decode, decode_in,
    samples::{TEXT, all, lines, pack},
};
use crate::{
    Format,
    io::peek::PeekReader,
    stream::{WindowBudget, decoder},
};

#[test]
fn decoding_is_independent_of_the_pieces() {
    for text in [&b""[..], b"x", TEXT, &lines(200_000)] {
        for (method, compressed) in all(text) {
            for (piece, room) in [(usize::MAX, 128 << 10), (1, 128 << 10), (70_000, 1), (7, 3)] {
                let decoded = decode_in(method, &compressed, piece, room).into_bytes();
                assert!(decoded == text, "{method:?} by {piece} into {room}");
            }
        }
    }
}

#[test]
fn empty_buffer_is_not_the_end() {
    for (method, compressed) in all(TEXT) {
        let mut source = Source::new(&compressed, usize::MAX);
        let mut bytes = PeekReader::new(&mut source);
        let budget = WindowBudget::new(8 * MIB);
        let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &budget);
        assert_eq!(reader.read(&mut []).expect("an empty read"), 0);
        let mut text = Vec::new();
        reader.read_to_end(&mut text).expect("a valid stream");
        assert_eq!(text, TEXT, "{method:?}");
    }
}

/// Returns its bytes in one read, and panics at the next.
struct Pipe<'p>(Option<&'p [u8]>);

impl Read for Pipe<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.take().expect("no second read");
        into[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn buffered_input_is_decoded_without_blocking() {
    for (method, compressed) in all(TEXT) {
        let is_single = !MULTIPLE.contains(&method);
        // A second member may follow.
        let begun = &compressed[..usize::from(!is_single)];
        for begun in [&[][..], begun] {
            let compressed = [&compressed[..], begun].concat();
            let mut pipe = Pipe(Some(&compressed));
            let mut bytes = PeekReader::new(&mut pipe);
            let budget = WindowBudget::new(8 * MIB);
            let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &budget);
            let mut text = [0; 1000];
            let len = reader.read(&mut text).expect("a valid stream");
            match method {
                // The last bytes are withheld.
                Method::Lzma { .. } | Method::LzmaFile => {
                    assert!(len > 0 && TEXT.starts_with(&text[..len]));
                }
                _ => assert_eq!(&text[..len], TEXT, "{method:?}"),
            }
        }
    }
}

#[test]
fn several_members_fill_one_buffer() {
    for method in MULTIPLE {
        let compressed = pack(method, TEXT).repeat(3);
        let mut source = &compressed[..];
        let mut bytes = PeekReader::new(&mut source);
        let budget = WindowBudget::new(8 * MIB);
        let mut reader = decoder(method, &mut bytes, Format::Zip, 0, &budget);
        let mut text = [0; 1000];
        let len = reader.read(&mut text).expect("a valid stream");
        assert_eq!(text[..len], TEXT.repeat(3), "{method:?}");
    }
}

#[test]
fn highly_compressed_text_is_complete() {
    let text = vec![b'a'; 3_000_000];
    for (method, compressed) in all(&text) {
        if method != Method::Deflate64 {
            assert!(
                decode(method, &compressed).into_bytes() == text,
                "{method:?}"
            );
        }
    }
}
