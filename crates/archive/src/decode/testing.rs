//! Runs a decoder over its input in every cut.

use super::{decoder::Decoder, output::Output};

/// What a decoder made of its whole input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// Where each of the bytes begins and ends in the input.
    pub(crate) places: Vec<(u64, u64)>,
}

/// Decodes `input` whole, byte by byte and cut in two at every place, and asserts that all agree,
/// that the places are in order, and that each `<` that was held back was told.
pub(crate) fn decode<D: Decoder>(make: impl Fn() -> D, input: &[u8]) -> Decoded {
    let whole = decode_pieces(make(), &[input]);
    check_order(&whole, input);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    let one_by_one = decode_pieces(make(), &bytes);
    assert_eq!(one_by_one, whole, "{}", input.escape_ascii());
    for cut in 0..=input.len() {
        let (front, back) = input.split_at(cut);
        let halves = decode_pieces(make(), &[front, back]);
        assert_eq!(halves, whole, "{} cut at {cut}", input.escape_ascii());
    }
    whole
}

/// Decodes, as [`decode`] does, every input of `len` of the `bytes` after `front`.
pub(crate) fn decode_all<D: Decoder>(make: impl Fn() -> D, front: &[u8], bytes: &[u8], len: u32) {
    for number in 0..bytes.len().pow(len) {
        let digits = (0..len).map(|digit| number / bytes.len().pow(digit) % bytes.len());
        let mut input = front.to_vec();
        input.extend(digits.map(|digit| bytes[digit]));
        decode(&make, &input);
    }
}

/// What is held back after `input`.
pub(crate) fn held(mut decoder: impl Decoder, input: &[u8]) -> Vec<u64> {
    decoder.decode(input, 0, &mut Output::default());
    let mut held = Vec::new();
    decoder.held(&mut |offset| held.push(offset));
    held
}

/// Asserts that each input gives its text.
pub(crate) fn check<D: Decoder>(make: impl Fn() -> D, cases: &[(&str, &str)]) {
    for (input, text) in cases {
        let decoded = decode(&make, input.as_bytes());
        assert_eq!(
            decoded.bytes.escape_ascii().to_string(),
            text.as_bytes().escape_ascii().to_string(),
            "{input:?}"
        );
    }
}

fn decode_pieces(mut decoder: impl Decoder, pieces: &[&[u8]]) -> Decoded {
    let mut out = Output::default();
    let mut at = 0;
    // For each cut: the bytes of output and of input before it, and what is held there.
    let mut cuts = Vec::new();
    for piece in pieces {
        decoder.decode(piece, at, &mut out);
        at += piece.len() as u64;
        let mut held = Vec::new();
        decoder.held(&mut |offset| held.push(offset));
        assert!(held.is_sorted(), "{held:?} held at {at}");
        cuts.push((out.bytes().len(), at, held));
    }
    decoder.finish(at, &mut out);
    let map = out.map();
    let places = (0..map.len()).map(|offset| (map.start(offset), map.end(offset + 1)));
    let all = Decoded {
        bytes: out.bytes().to_vec(),
        places: places.collect(),
    };
    for (made, read, held) in cuts {
        check_held(&all, made, read, &held);
    }
    all
}

/// Asserts that each `<` that came after `made` bytes of output and began before the offset `read`
/// of the input is among the `held`.
fn check_held(decoded: &Decoded, made: usize, read: u64, held: &[u64]) {
    let all = decoded.bytes.iter().zip(&decoded.places).skip(made);
    for (&byte, &(start, _)) in all {
        if byte == b'<' && start < read {
            assert!(
                held.binary_search(&start).is_ok(),
                "{start} is not held at {read}"
            );
        }
    }
}

fn check_order(decoded: &Decoded, input: &[u8]) {
    assert_eq!(decoded.bytes.len(), decoded.places.len());
    let mut last = (0, 0);
    for &(start, end) in &decoded.places {
        assert!(start < end && end <= input.len() as u64, "{start}..{end}");
        assert!(
            last.0 <= start && last.1 <= end,
            "{start}..{end} after {last:?}"
        );
        last = (start, end);
    }
}
