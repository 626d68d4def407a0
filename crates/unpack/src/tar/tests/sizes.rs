//! Sizes, and what has none.

use super::*;

#[test]
fn a_size_in_an_extended_header_counts() {
    let seen = view(
        &tar()
            .extended(&[("size", "3")])
            .bare(header(b'0', "a", 0))
            .blocks("abc")
            .extended(&[("size", "513")])
            .bare(with_size_field(header(b'0', "b", 0), b"************"))
            .blocks([b'b'; 513])
            .extended(&[("size", "1"), ("size", "")])
            .file("c", "own")
            .typed(b'X', "X", records(&[("size", "2")]))
            .bare(header(b'0', "d", 0))
            .blocks("de")
            .end(),
    );
    let expected = [
        file("a", "abc"),
        file("b", [b'b'; 513]),
        file("c", "own"),
        file("d", "de"),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn binary_sizes() {
    let three = b"\x80\0\0\0\0\0\0\0\0\0\0\x03";
    let seen = view(
        &tar()
            .bare(with_size_field(header(b'0', "a", 0), three))
            .blocks("abc")
            .file("b", "1")
            .end(),
    );
    assert_eq!(seen, [file("a", "abc"), file("b", "1")]);
}

#[test]
fn absurd_sizes() {
    let fields = [
        [0xff; 12],
        *b"\x80\0\0\0\x80\0\0\0\0\0\0\0",
        *b"\x80\0\0\x01\0\0\0\0\0\0\0\0",
        *b"-0000000001\0",
        *b"00000000008\0",
    ];
    for field in fields {
        let seen = view(
            &tar()
                .bare(with_size_field(header(b'0', "a", 0), &field))
                .blocks("data")
                .blocks("data")
                .bare(with_size_field(header(b'L', "L", 0), &field))
                .blocks("data")
                .file("b", "1")
                .end(),
        );
        let expected = [
            corrupt_member("a", 0, SIZE),
            corrupt(3 * BLOCK, SIZE),
            file("b", "1"),
        ];
        assert_eq!(seen, expected);
    }
}

#[test]
fn the_largest_size_is_only_cut() {
    let largest = *b"\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff";
    for typeflag in *b"0SDZ" {
        let tar = tar()
            .bare(with_size_field(header(typeflag, "a", 0), &largest))
            .blocks([b'd'; BLOCK])
            .0;
        let expected = match typeflag {
            b'S' => vec![corrupt_member("a", 0, MISFIT), truncated(2 * BLOCK)],
            b'D' => vec![truncated(2 * BLOCK)],
            _ => vec![cut("a", &[b'd'; BLOCK], 0)],
        };
        assert_eq!(view(&tar), expected);
    }
}

#[test]
fn malformed_records_are_told() {
    let mut pax = records(&[("path", "long"), ("size", "x")]);
    pax.extend_from_slice(b"not a record");
    let tar = tar().typed(b'x', "x", pax).file("a", "1").end();
    assert_eq!(view(&tar), [corrupt(0, MALFORMED), file("long", "1")]);
}
