//! Runs a decoder over its input, divided into chunks in every way.

use std::ops::Range;

use super::{decoder::Decoder, output::Output};

/// An output byte and its source range.
pub(crate) type MappedByte = (u8, Range<u64>);

/// Returns an output with the sources of its bytes.
pub(crate) fn mapped(out: &Output) -> Vec<MappedByte> {
    let map = out.map();
    let ranges = (0..).map(|at| map.start(at)..map.end(at + 1));
    out.bytes().iter().copied().zip(ranges).collect()
}

/// Returns text that is its own source, from the offset `at` on.
pub(crate) fn same(text: &str, at: u64) -> Vec<MappedByte> {
    (at..)
        .zip(text.bytes())
        .map(|(at, byte)| (byte, at..at + 1))
        .collect()
}

/// Returns a character decoded from a range of the input.
pub(crate) fn one(text: &str, source: Range<u64>) -> Vec<MappedByte> {
    text.bytes().map(|byte| (byte, source.clone())).collect()
}

/// Returns what the cells of a table stand for: each is a character and its source range, or a text that is its own
/// source and its offset.
pub(crate) fn mapped_cells(cells: &[&str]) -> Vec<MappedByte> {
    let mapped = cells.iter().flat_map(|cell| {
        let (text, source) = cell.rsplit_once(' ').expect("a source");
        let offset = |text: &str| text.parse().expect("an offset");
        match source.split_once("..") {
            Some((start, end)) => one(text, offset(start)..offset(end)),
            None => same(text, offset(source)),
        }
    });
    mapped.collect()
}

/// The output of a decoder for a whole input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) bytes: Vec<u8>,
    /// The start and end in the input of each byte.
    pub(crate) ranges: Vec<(u64, u64)>,
}

/// Decodes `input` whole, byte by byte, and in two chunks divided at every position. Asserts that
/// all results agree, and that the ranges are in order.
pub(crate) fn decode<D: Decoder>(make: impl Fn() -> D, input: &[u8]) -> Decoded {
    let whole = decode_chunks(make(), &[input]);
    check_order(&whole, input);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    let one_by_one = decode_chunks(make(), &bytes);
    assert_eq!(one_by_one, whole, "{}", input.escape_ascii());
    for cut in 0..=input.len() {
        let (front, back) = input.split_at(cut);
        let halves = decode_chunks(make(), &[front, back]);
        assert_eq!(halves, whole, "{} cut at {cut}", input.escape_ascii());
    }
    whole
}

/// Runs [`decode`] for `front` followed by each sequence of `len` of the `bytes`.
pub(crate) fn decode_all<D: Decoder>(make: impl Fn() -> D, front: &[u8], bytes: &[u8], len: u32) {
    for number in 0..bytes.len().pow(len) {
        let digits = (0..len).map(|digit| number / bytes.len().pow(digit) % bytes.len());
        let mut input = front.to_vec();
        input.extend(digits.map(|digit| bytes[digit]));
        decode(&make, &input);
    }
}

/// Asserts that each input is decoded to its text.
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

fn decode_chunks(mut decoder: impl Decoder, chunks: &[&[u8]]) -> Decoded {
    let mut out = Output::default();
    let mut at = 0;
    for chunk in chunks {
        decoder.decode(chunk, at, &mut out);
        at += chunk.len() as u64;
    }
    decoder.finish(at, &mut out);
    let map = out.map();
    let ranges = (0..map.len()).map(|offset| (map.start(offset), map.end(offset + 1)));
    Decoded {
        bytes: out.bytes().to_vec(),
        ranges: ranges.collect(),
    }
}

fn check_order(decoded: &Decoded, input: &[u8]) {
    assert_eq!(decoded.bytes.len(), decoded.ranges.len());
    let mut last = (0, 0);
    for &(start, end) in &decoded.ranges {
        assert!(start < end && end <= input.len() as u64, "{start}..{end}");
        assert!(
            last.0 <= start && last.1 <= end,
            "{start}..{end} after {last:?}"
        );
        last = (start, end);
    }
}
