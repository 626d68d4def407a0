//! Tests for sparse files.

use super::*;
use crate::container::tar::sparse::{MAX_SEGMENTS, SparseMapBuilder, SparseReader};

/// An offset and a length.
type Segment = (u64, u64);

/// The file that all versions encode here: 8 bytes, `ab` at 1 and `cd` at 5.
const FILE: &[u8] = b"\0ab\0\0cd\0";

fn version_1(size: u64) -> Vec<(&'static str, &'static str)> {
    vec![
        ("GNU.sparse.major", "1"),
        ("GNU.sparse.minor", "0"),
        ("GNU.sparse.name", "sparse"),
        ("GNU.sparse.realsize", if size == 8 { "8" } else { "6" }),
    ]
}

fn version_0_1(size: u64) -> Vec<(&'static str, &'static str)> {
    vec![
        ("GNU.sparse.size", if size == 8 { "8" } else { "6" }),
        ("GNU.sparse.numblocks", "2"),
        ("GNU.sparse.name", "sparse"),
        ("GNU.sparse.map", "1,2,5,2"),
    ]
}

/// The data of version 1.0.
fn condensed() -> Vec<u8> {
    with_map("2\n1\n2\n5\n2\n", "abcd")
}

fn with_map(map: &str, data: &str) -> Vec<u8> {
    let mut condensed = Tar::new().blocks(map).unfinished();
    condensed.extend_from_slice(data.as_bytes());
    condensed
}

/// Returns a header in GNU's old format, with up to four segments.
fn old(segments: &[(u64, u64)], size: u64, stored: u64) -> Header {
    let mut header = header(b'S', "sparse", stored);
    let gnu = header.as_gnu_mut().expect("a header of this format");
    for (field, segment) in gnu.sparse.iter_mut().zip(segments) {
        field.set_offset(segment.0);
        field.set_length(segment.1);
    }
    gnu.set_real_size(size);
    gnu.set_is_extended(segments.len() > 4);
    header
}

/// Returns a member in GNU's old format, with as many blocks of segments as needed.
fn old_member(segments: &[(u64, u64)], size: u64, stored: u64) -> Tar {
    let mut writer = Tar::new().bare(old(segments, size, stored));
    let mut rest = segments.get(4..).unwrap_or_default();
    while !rest.is_empty() {
        let (here, after) = rest.split_at(rest.len().min(21));
        let mut extension = GnuExtSparseHeader::new();
        for (field, segment) in extension.sparse_mut().iter_mut().zip(here) {
            field.set_offset(segment.0);
            field.set_length(segment.1);
        }
        extension.set_is_extended(!after.is_empty());
        writer = writer.blocks(extension.as_bytes());
        rest = after;
    }
    writer
}

#[test]
fn old_gnu_format() {
    let three = old_member(&[(1, 2), (5, 2), (8, 0)], 8, 4).blocks("abcd");
    let last = |writer: Tar| parse(&writer.file("last", "1").finish());
    let expected = [file("sparse", FILE), file("last", "1")];
    assert_eq!(last(three), expected);
    // 100 segments: four in the header, 21 in each of four more blocks, 12 in the last.
    let segments: Vec<_> = (0..100).map(|index| (2 * index + 1, 1)).collect();
    let many = old_member(&segments, 201, 100);
    assert_eq!(many.clone().unfinished().len(), 6 * BLOCK);
    let filled = [&b"\0x".repeat(100)[..], b"\0"].concat();
    let expected = [file("sparse", filled), file("last", "1")];
    assert_eq!(last(many.blocks([b'x'; 100])), expected);
}

#[test]
fn single_hole() {
    let old = old_member(&[(3, 0)], 3, 0);
    let expected = [file("sparse", [0; 3]), file("last", "1")];
    assert_eq!(parse(&old.file("last", "1").finish()), expected);
    let pax = Tar::new()
        .pax(
            b'x',
            &[("GNU.sparse.numblocks", "0"), ("GNU.sparse.size", "3")],
        )
        .file("sparse", "")
        .file("last", "1");
    assert_eq!(parse(&pax.finish()), expected);
}

#[test]
fn pax_versions() {
    let version_0_0 = [
        ("GNU.sparse.size", "8"),
        ("GNU.sparse.numblocks", "2"),
        ("GNU.sparse.offset", "1"),
        ("GNU.sparse.numbytes", "2"),
        ("GNU.sparse.offset", "5"),
        ("GNU.sparse.numbytes", "2"),
    ];
    let items = parse(
        &Tar::new()
            .pax(b'x', &version_0_0)
            .file("a", "abcd")
            .pax(b'x', &version_0_1(8))
            .file("b", "abcd")
            .pax(b'x', &version_1(8))
            .file("c", condensed())
            .file("last", "1")
            .finish(),
    );
    let expected = [
        file("a", FILE),
        file("sparse", FILE),
        file("sparse", FILE),
        file("last", "1"),
    ];
    assert_eq!(items, expected);
}

#[test]
fn stored_size_in_the_extended_header() {
    let mut records = version_1(8);
    records.push(("size", "516"));
    let tar = Tar::new()
        .pax(b'x', &records)
        .bare(header(b'0', "a", 0))
        .blocks(condensed())
        .file("last", "1")
        .finish();
    assert_eq!(parse(&tar), [file("sparse", FILE), file("last", "1")]);
}

#[test]
fn map_of_several_blocks() {
    let mut map = String::from("300\n");
    for index in 0..300 {
        writeln!(map, "{}\n1", 2 * index + 1).expect("a String");
    }
    assert!(map.len() > 2 * BLOCK);
    let data = "x".repeat(300);
    let tar = Tar::new()
        .pax(
            b'x',
            &[
                ("GNU.sparse.major", "1"),
                ("GNU.sparse.minor", "0"),
                ("GNU.sparse.realsize", "600"),
            ],
        )
        .file("a", with_map(&map, &data))
        .finish();
    assert_eq!(parse(&tar), [file("a", b"\0x".repeat(300))]);
}

#[test]
fn invalid_maps() {
    let cases: [(&[Segment], u64, &str); 8] = [
        (&[(1, 2), (2, 2)], 8, ORDER),
        (&[(5, 2), (1, 2)], 8, ORDER),
        (&[(1, 2), (5, 2)], 6, MISFIT),
        (&[(1, 2), (5, 1)], 8, MISFIT),
        (&[(1, 2), (5, 3)], 8, MISFIT),
        (&[(1, 4), (9, 0)], 8, MISFIT),
        (&[(u64::MAX, 4)], 8, MISFIT),
        (&[], 8, MISFIT),
    ];
    for (segments, size, reason) in cases {
        let writer = old_member(segments, size, 4).blocks("abcd");
        let expected = [corrupt_member("sparse", 0, reason), file("last", "1")];
        let items = parse(&writer.file("last", "1").finish());
        assert_eq!(items, expected, "{segments:?} in {size}");
    }
}

#[test]
fn holes_are_limited() {
    let map = || {
        let mut map = SparseMapBuilder::default();
        map.push(Some(2), Some(1));
        map.push(Some(4), Some(1));
        map.build(Some(8), 2)
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let file = |holes: &Cell<u64>| {
        let mut text = Vec::new();
        let end = SparseReader::new(&b"ab"[..], map(), holes, 7).read_to_end(&mut text);
        (text, end.map_err(|error| Failure::of(&error)))
    };
    let holes = Cell::new(9);
    assert_eq!(file(&holes), (b"\0\0a\0b\0\0\0".to_vec(), Ok(8)));
    // The limit applies to all files together.
    assert_eq!(holes.get(), 3);
    let fault = Failure::Fault(7, FaultKind::Corrupt("its holes exceed the limit"));
    assert_eq!(file(&holes), (b"\0\0a\0b".to_vec(), Err(fault)));
    assert_eq!(holes.get(), 0);
    // The holes of a file that is not read count, too.
    let holes = Cell::new(9);
    SparseReader::new(&b""[..], map(), &holes, 7);
    assert_eq!(holes.get(), 3);
}

#[test]
fn invalid_maps_in_records() {
    let map = |map| vec![("GNU.sparse.size", "8"), ("GNU.sparse.map", map)];
    let cases = [
        (map("1,2,5"), NUMBER),
        (map("1,2,5,x"), NUMBER),
        (map("1,2,5,-2"), NUMBER),
        (map("1,2,18446744073709551615,2"), MISFIT),
        (map(""), MISFIT),
        (
            vec![("GNU.sparse.map", "1,4")],
            "a sparse member has no size",
        ),
        (vec![("GNU.sparse.numbytes", "4")], NUMBER),
        (
            vec![("GNU.sparse.major", "2"), ("GNU.sparse.minor", "0")],
            "a sparse member is of an unknown version",
        ),
    ];
    for (pairs, reason) in cases {
        let extended = Tar::new().pax(b'x', &pairs);
        let tar = extended.file("a", "abcd").file("last", "1").finish();
        let expected = [corrupt_member("a", 2 * BLOCK, reason), file("last", "1")];
        assert_eq!(parse(&tar), expected, "{pairs:?}");
    }
}

#[test]
fn invalid_maps_before_the_data() {
    let cases = [
        ("2\n1\n2\n5\n", NUMBER),
        ("x", NUMBER),
        ("\n", NUMBER),
        ("1\n1\n99999999999999999999\n", NUMBER),
        ("2\n5\n2\n1\n2\n", ORDER),
        ("0\n", MISFIT),
        ("9999999999\n1\n2\n", NUMBER),
    ];
    for (map, reason) in cases {
        let tar = Tar::new()
            .pax(b'x', &version_1(8))
            .file("a", with_map(map, "abcd"))
            .file("last", "1")
            .finish();
        let expected = [
            corrupt_member("sparse", 2 * BLOCK, reason),
            file("last", "1"),
        ];
        assert_eq!(parse(&tar), expected, "{map:?}");
    }
    // The member is too short for a map.
    let short = Tar::new().pax(b'x', &version_1(8)).file("a", "abcd");
    let expected = [
        corrupt_member("sparse", 2 * BLOCK, NUMBER),
        file("last", "1"),
    ];
    assert_eq!(parse(&short.file("last", "1").finish()), expected);
}

#[test]
fn a_million_segments() {
    let segments: Vec<_> = (0..1_000_000).map(|index| (2 * index, 1)).collect();
    let expected = [corrupt_member("sparse", 0, SEGMENTS), file("last", "1")];
    let old = old_member(&segments, 2_000_000, 5).blocks("abcde");
    let old = old.file("last", "1").finish();
    assert!(old.len() > 24_000_000);
    assert_eq!(Recorder::new().parse(&old[..]), expected);

    let mut map = String::from("1000000\n");
    for (offset, len) in segments {
        writeln!(map, "{offset}\n{len}").expect("a String");
    }
    let new = Tar::new()
        .pax(b'x', &version_1(8))
        .file("a", with_map(&map, ""));
    let new = new.file("last", "1").finish();
    let expected = [
        corrupt_member("sparse", 2 * BLOCK, SEGMENTS),
        file("last", "1"),
    ];
    assert_eq!(Recorder::new().parse(&new[..]), expected);
}

#[test]
fn maximum_number_of_segments() {
    let segments: Vec<_> = (0..MAX_SEGMENTS).map(|index| (2 * index, 1)).collect();
    let data = vec![b'x'; MAX_SEGMENTS as usize];
    let tar = old_member(&segments, 2 * MAX_SEGMENTS, MAX_SEGMENTS);
    let tar = tar.blocks(data).finish();
    let expected = b"x\0".repeat(MAX_SEGMENTS as usize);
    assert!(Recorder::new().parse(&tar[..]) == [file("sparse", expected)]);
}

#[test]
fn truncated_map_or_data() {
    let cut_map = old_member(&[(0, 1); 5], 9, 5).unfinished();
    let failure = Failure::Fault(0, FaultKind::Truncated);
    let expected = [Item::Fault(Some("sparse".to_owned()), failure)];
    assert_eq!(parse(&cut_map[..BLOCK + 5]), expected);
    let whole = old_member(&[(1, 2), (5, 2)], 8, 4)
        .blocks("abcd")
        .unfinished();
    let cut_data = &whole[..BLOCK + 3];
    assert_eq!(parse(cut_data), [cut("sparse", b"\0ab\0\0c", 0)]);
}

#[test]
fn sparse_type_without_a_gnu_header() {
    let mut other = Header::new_ustar();
    named(&mut other, "a");
    other.set_size(4);
    other.as_old_mut().linkflag = [b'S'];
    let tar = Tar::new()
        .bare(other)
        .blocks("abcd")
        .file("last", "1")
        .finish();
    let reason = "a sparse member has no GNU header";
    let expected = [corrupt_member("a", 0, reason), file("last", "1")];
    assert_eq!(parse(&tar), expected);
}

#[test]
fn flipped_map_bits_do_no_harm() {
    let whole = Tar::new()
        .pax(b'x', &version_1(8))
        .file("a", condensed())
        .pax(b'x', &version_0_1(8))
        .file("b", "abcd")
        .file("last", "1")
        .finish();
    // Only the records and maps; another test flips the bits of headers.
    for block in [1, 3, 6] {
        for bit in 0..128 * 8 {
            let mut flipped = whole.clone();
            flipped[block * BLOCK + bit / 8] ^= 1 << (bit % 8);
            let items = Recorder::new().parse(&flipped[..]);
            assert!(items.len() >= 3, "{block}, bit {bit}: {items:?}");
            assert!(items.contains(&file("last", "1")), "{block}, bit {bit}");
            // No file is longer than its map says, and no data are silently misplaced.
            for items in items {
                if let Item::File(name, text) = items {
                    let is_whole = matches!(text.len(), 0..=9 | 516);
                    assert!(is_whole, "{block}, bit {bit}: {name} {}", text.len());
                }
            }
        }
    }
}
