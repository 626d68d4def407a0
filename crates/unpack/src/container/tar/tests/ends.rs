//! Tests for the end of a tar.

use super::*;

#[test]
fn concatenated_archives() {
    let global = pax_records(&[("path", "all")]);
    let one = Tar::new().member(b'g', "g", global).file("a", "1").finish();
    let two = Tar::new().file("b", "2").finish();
    let both = [file("all", "1"), file("b", "2")];
    assert_eq!(parse(&[&one[..], &two].concat()), both);
    let padded = |with| {
        let mut padded = one.clone();
        padded.resize(20 * BLOCK, with);
        padded
    };
    let all = [&padded(b'g')[..], &[0; BLOCK], &two, b"garbage"].concat();
    assert_eq!(parse(&all), both, "padding of a record is no fault");
}

#[test]
fn data_after_the_record_are_a_fault() {
    let mut one = Tar::new().file("a", "1").finish();
    one.resize(20 * BLOCK, 0);
    let two = Tar::new().file("b", "2").finish();
    let trailing = |at| Item::Fault(None, Failure::Fault(at as u64, FaultKind::Trailing));
    let (a, b) = (file("a", "1"), file("b", "2"));
    let garbage = [&one[..], &[b'g'; 2 * BLOCK], &two].concat();
    assert_eq!(parse(&garbage), [a.clone(), trailing(20 * BLOCK), b]);
    let mut corrupt = [&one[..], &two].concat();
    corrupt[20 * BLOCK] = b'x';
    assert_eq!(parse(&corrupt), [a.clone(), trailing(20 * BLOCK)]);
    let short = [&one[..], &[0; BLOCK], b"garbage"].concat();
    assert_eq!(parse(&short), [a.clone(), trailing(21 * BLOCK)]);
    assert_eq!(parse(&[&one[..], &[0; 3]].concat()), [a]);
}

#[test]
fn after_the_end_only_headers_with_magic_count() {
    let mut v7 = Header::new_old();
    named(&mut v7, "v7");
    v7.set_cksum();
    let tar = [Tar::new().file("a", "1").finish(), v7.as_bytes().to_vec()].concat();
    assert_eq!(parse(&tar), [file("a", "1")]);
}

#[test]
fn single_zero_block_is_not_the_end() {
    let lone = || Tar::new().file("a", "1").blocks([0; BLOCK]);
    assert_eq!(
        parse(&lone().unfinished()),
        [file("a", "1")],
        "unless no more comes"
    );
    let both = [file("a", "1"), file("b", "2")];
    assert_eq!(parse(&lone().file("b", "2").finish()), both);
    let broken = lone().blocks([b'x'; BLOCK]).file("b", "2").finish();
    let expected = [file("a", "1"), corrupt(3 * BLOCK, CHECKSUM), file("b", "2")];
    assert_eq!(parse(&broken), expected);
}

#[test]
fn missing_end_is_truncation() {
    assert_eq!(
        parse(&Tar::new().file("a", "1").unfinished()),
        [file("a", "1"), truncated(2 * BLOCK)]
    );
}

#[test]
fn metadata_without_a_member_is_a_fault() {
    for writer in [
        Tar::new().member(b'L', "L", "name"),
        Tar::new().member(b'K', "K", "name"),
        Tar::new()
            .pax(b'x', &[("path", "name")])
            .member(b'L', "L", "name"),
    ] {
        let len = writer.clone().unfinished().len();
        assert_eq!(
            parse(&writer.clone().unfinished()),
            [truncated(len)],
            "it is cut"
        );
        assert_eq!(parse(&writer.finish()), [corrupt(0, ALONE)]);
    }
}

#[test]
fn truncation_at_every_byte() {
    let whole = Tar::new()
        .file("a", "data of a")
        .member(b'L', "L", "long")
        .file("b", [b'b'; BLOCK + 1])
        .finish();
    let b_at = 4 * BLOCK;
    let end = b_at + 3 * BLOCK;
    let (a, b) = (file("a", "data of a"), file("long", [b'b'; BLOCK + 1]));
    for len in 0..=whole.len() {
        let mut expected = Vec::new();
        let a_data = len.saturating_sub(BLOCK);
        match a_data {
            _ if len < BLOCK => {}
            0..9 => expected.push(cut("a", &b"data of a"[..a_data], 0)),
            _ => expected.push(a.clone()),
        }
        let b_data = len.saturating_sub(b_at + BLOCK);
        match b_data {
            _ if len < b_at + BLOCK => {}
            0..=BLOCK => expected.push(cut("long", &[b'b'; BLOCK][..b_data], b_at)),
            _ => expected.push(b.clone()),
        }
        // Where it is noticed: where a block begins, where the long name's header stands, or
        // after the last byte that is skipped.
        let at = match len {
            _ if matches!(expected.last(), Some(Item::Cut(..))) => None,
            _ if len < BLOCK => Some(0),
            _ if len < 2 * BLOCK => Some(len),
            _ if len < 3 * BLOCK => Some(2 * BLOCK),
            _ if len < 3 * BLOCK + 4 => Some(2 * BLOCK),
            _ if len < b_at => Some(len),
            _ if len < b_at + BLOCK => Some(b_at),
            _ if len < end => Some(len),
            _ if len < end + BLOCK => Some(end),
            _ if len == end + BLOCK => None,
            _ if len < end + 2 * BLOCK => Some(end + BLOCK),
            _ => None,
        };
        expected.extend(at.map(truncated));
        assert_eq!(parse(&whole[..len]), expected, "{len} bytes");
    }
}
