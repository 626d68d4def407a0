//! Tests for sizes.

use super::*;

#[test]
fn size_in_an_extended_header() {
    let items = parse(
        &Tar::new()
            .pax(b'x', &[("size", "3")])
            .bare(header(b'0', "a", 0))
            .blocks("abc")
            .pax(b'x', &[("size", "513")])
            .bare(with_size_field(header(b'0', "b", 0), b"************"))
            .blocks([b'b'; 513])
            .pax(b'x', &[("size", "1"), ("size", "")])
            .file("c", "own")
            .member(b'X', "X", pax_records(&[("size", "2")]))
            .bare(header(b'0', "d", 0))
            .blocks("de")
            .finish(),
    );
    let expected = [
        file("a", "abc"),
        file("b", [b'b'; 513]),
        file("c", "own"),
        file("d", "de"),
    ];
    assert_eq!(items, expected);
}

#[test]
fn binary_sizes() {
    let three = b"\x80\0\0\0\0\0\0\0\0\0\0\x03";
    let items = parse(
        &Tar::new()
            .bare(with_size_field(header(b'0', "a", 0), three))
            .blocks("abc")
            .file("b", "1")
            .finish(),
    );
    assert_eq!(items, [file("a", "abc"), file("b", "1")]);
}

#[test]
fn invalid_sizes() {
    let fields = [
        [0xff; 12],
        *b"\x80\0\0\0\x80\0\0\0\0\0\0\0",
        *b"\x80\0\0\x01\0\0\0\0\0\0\0\0",
        *b"-0000000001\0",
        *b"00000000008\0",
    ];
    for field in fields {
        let items = parse(
            &Tar::new()
                .bare(with_size_field(header(b'0', "a", 0), &field))
                .blocks("data")
                .blocks("data")
                .bare(with_size_field(header(b'L', "L", 0), &field))
                .blocks("data")
                .file("b", "1")
                .finish(),
        );
        let expected = [
            corrupt_member("a", 0, SIZE),
            corrupt(3 * BLOCK, SIZE),
            file("b", "1"),
        ];
        assert_eq!(items, expected);
    }
}

#[test]
fn largest_size_is_truncated() {
    let largest = *b"\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff";
    for typeflag in *b"0SDZ" {
        let tar = Tar::new()
            .bare(with_size_field(header(typeflag, "a", 0), &largest))
            .blocks([b'd'; BLOCK])
            .unfinished();
        let expected = match typeflag {
            b'S' => vec![corrupt_member("a", 0, MISFIT), truncated(2 * BLOCK)],
            b'D' => vec![truncated(2 * BLOCK)],
            _ => vec![cut("a", &[b'd'; BLOCK], 0)],
        };
        assert_eq!(parse(&tar), expected);
    }
}

#[test]
fn malformed_records_are_faults() {
    let mut pax = pax_records(&[("path", "long"), ("size", "x")]);
    pax.extend_from_slice(b"not a record");
    let tar = Tar::new().member(b'x', "x", pax).file("a", "1").finish();
    assert_eq!(parse(&tar), [corrupt(0, MALFORMED), file("long", "1")]);
}
