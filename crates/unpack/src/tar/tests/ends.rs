//! Where a tar ends.

use super::*;

#[test]
fn archives_follow_each_other() {
    let global = records(&[("path", "all")]);
    let one = tar().typed(b'g', "g", global).file("a", "1").end();
    let two = tar().file("b", "2").end();
    let both = [file("all", "1"), file("b", "2")];
    assert_eq!(view(&[&one[..], &two].concat()), both);
    let mut padded = one.clone();
    padded.resize(20 * BLOCK, 0);
    let padded = [&padded[..], &[b'g'; BLOCK], &two, b"garbage"].concat();
    assert_eq!(view(&padded), both, "nothing is told of what is between");
}

#[test]
fn after_the_end_only_ustar_counts() {
    let mut v7 = Header::new_old();
    named(&mut v7, "v7");
    v7.set_cksum();
    let tar = [tar().file("a", "1").end(), v7.as_bytes().to_vec()].concat();
    assert_eq!(view(&tar), [file("a", "1")]);
}

#[test]
fn one_block_of_zeros_is_no_end() {
    let lone = || tar().file("a", "1").blocks([0; BLOCK]);
    assert_eq!(view(&lone().0), [file("a", "1")], "unless no more comes");
    let both = [file("a", "1"), file("b", "2")];
    assert_eq!(view(&lone().file("b", "2").end()), both);
    let broken = lone().blocks([b'x'; BLOCK]).file("b", "2").end();
    let expected = [file("a", "1"), corrupt(3 * BLOCK, CHECKSUM), file("b", "2")];
    assert_eq!(view(&broken), expected);
}

#[test]
fn no_zeros_at_all() {
    assert_eq!(
        view(&tar().file("a", "1").0),
        [file("a", "1"), truncated(2 * BLOCK)]
    );
}

#[test]
fn nothing_follows_what_was_announced() {
    for writer in [
        tar().typed(b'L', "L", "name"),
        tar().typed(b'K', "K", "name"),
        tar().extended(&[("path", "name")]).typed(b'L', "L", "name"),
    ] {
        let len = writer.0.len();
        assert_eq!(view(&writer.0), [truncated(len)], "it is cut");
        assert_eq!(view(&writer.end()), [corrupt(0, ALONE)]);
    }
}

#[test]
fn every_cut() {
    let whole = tar()
        .file("a", "data of a")
        .typed(b'L', "L", "long")
        .file("b", [b'b'; BLOCK + 1])
        .end();
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
            _ if matches!(expected.last(), Some(Seen::Cut(..))) => None,
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
        assert_eq!(view(&whole[..len]), expected, "{len} bytes");
    }
}
