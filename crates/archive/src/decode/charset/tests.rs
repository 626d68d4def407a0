use std::ops::Range;

use encoding_rs::{Encoding, KOI8_R, WINDOWS_1251};

use super::{Charset, Decoder, Output, converter::CHUNK, unknown::GUESSED_FROM};

/// A byte that came out, and where it came from.
type Placed = (u8, Range<u64>);

/// Text that stands in the input as it is.
fn same(text: &str, at: u64) -> Vec<Placed> {
    (at..)
        .zip(text.bytes())
        .map(|(at, byte)| (byte, at..at + 1))
        .collect()
}

/// A character that some bytes of the input have given.
fn one(text: &str, place: Range<u64>) -> Vec<Placed> {
    text.bytes().map(|byte| (byte, place.clone())).collect()
}

/// What comes out of pieces, and what is held back after all but the last of them.
fn run(mut charset: Charset, pieces: &[&[u8]]) -> (Vec<Placed>, Vec<u64>) {
    let mut out = Output::default();
    let mut held = Vec::new();
    let mut at = 0;
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            charset.held(&mut |offset| held.push(offset));
        }
        charset.decode(piece, at, &mut out);
        at += piece.len() as u64;
    }
    charset.finish(at, &mut out);
    let map = out.map();
    let places = (0..).map(|at| map.start(at)..map.end(at + 1));
    (out.bytes().iter().copied().zip(places).collect(), held)
}

fn precise(label: &str) -> Charset {
    let mut charset = Charset::new(Some(label.as_bytes()));
    charset.need_places(true);
    charset
}

fn bytes(placed: &[Placed]) -> Vec<u8> {
    placed.iter().map(|(byte, _)| *byte).collect()
}

/// Decodes `input` whole, byte by byte and cut at every place. The bytes must be the same where
/// no places are asked for, and the place of each `<` must be.
fn decoded(label: &str, input: &[u8]) -> Vec<Placed> {
    let (whole, _) = run(precise(label), &[input]);
    let openers = |placed: &[Placed]| -> Vec<Placed> {
        placed
            .iter()
            .filter(|placed| placed.0 == b'<')
            .cloned()
            .collect()
    };
    let single: Vec<&[u8]> = input.chunks(1).collect();
    let halves = (0..=input.len()).map(|at| <[_; 2]>::from(input.split_at(at)));
    let halves: Vec<[&[u8]; 2]> = halves.collect();
    let cuts = halves.iter().map(<[_; 2]>::as_slice);
    for pieces in cuts.chain([single.as_slice(), &[input]]) {
        let (placed, held) = run(precise(label), pieces);
        assert_eq!(placed, whole, "{label} {pieces:x?}");
        let coarse = run(Charset::new(Some(label.as_bytes())), pieces).0;
        assert_eq!(bytes(&coarse), bytes(&whole), "{label} {pieces:x?}");
        assert_eq!(openers(&coarse), openers(&whole), "{label} {pieces:x?}");
        if let [first, _] = pieces {
            // What gives a `<` later and stands before the cut was told.
            let cut = first.len() as u64;
            let before = openers_so_far(label, first);
            for (_, place) in openers(&whole).iter().skip(before) {
                assert!(
                    place.start >= cut || held.contains(&place.start),
                    "{pieces:x?}"
                );
            }
        }
    }
    whole
}

/// How many of the bytes that come out of a piece are a `<`, while more may come.
fn openers_so_far(label: &str, piece: &[u8]) -> usize {
    let mut out = Output::default();
    precise(label).decode(piece, 0, &mut out);
    memchr::memchr_iter(b'<', out.bytes()).count()
}

fn assert_decodes(label: &str, input: &[u8], expected: &[Vec<Placed>]) {
    assert_eq!(
        decoded(label, input),
        expected.concat(),
        "{label} {input:x?}"
    );
}

#[test]
fn each_byte_of_a_single_byte_set_has_its_place() {
    assert_decodes(
        "KOI8-R",
        b"\xf0\xd2<a> \xd7",
        &[
            one("\u{41f}", 0..1),
            one("\u{440}", 1..2),
            same("<a> ", 2),
            one("\u{432}", 6..7),
        ],
    );
    // D2 is not assigned there: it is malformed, and stops nothing.
    assert_decodes(
        "windows-1253",
        b"\xd2<\xe1",
        &[one("\u{fffd}", 0..1), same("<", 1), one("\u{3b1}", 2..3)],
    );
}

#[test]
fn four_bytes_of_gb18030_may_be_a_character_or_not() {
    assert_decodes(
        "gb18030",
        b"\xd6\xd0<\x94\x39\xfc\x36<0",
        &[
            one("\u{4e2d}", 0..2),
            same("<", 2),
            one("\u{1f600}", 3..7),
            same("<0", 7),
        ],
    );
    // A digit that was a second byte is itself when no third one comes.
    assert_decodes(
        "gb18030",
        b"\x81\x30<b",
        &[one("\u{fffd}", 0..1), same("0<b", 1)],
    );
    assert_decodes(
        "gb18030",
        b"\x81\x30\x81<b",
        &[
            one("\u{fffd}", 0..1),
            same("0", 1),
            one("\u{fffd}", 2..3),
            same("<b", 3),
        ],
    );
    // The third byte is the first of another character: D6 D0 again.
    assert_decodes(
        "gbk",
        b"\x81\x30\xd6\xd0<",
        &[
            one("\u{fffd}", 0..1),
            same("0", 1),
            one("\u{4e2d}", 2..4),
            same("<", 4),
        ],
    );
    assert_decodes(
        "gb18030",
        b"<\x81\x30\x81",
        &[same("<", 0), one("\u{fffd}", 1..4)],
    );
}

#[test]
fn a_second_byte_may_look_like_ascii() {
    // 5C is a backslash by itself.
    assert_decodes(
        "Shift_JIS",
        b"\x83\x5c\x5c<\xb1",
        &[one("\u{30bd}", 0..2), same("\\<", 2), one("\u{ff71}", 4..5)],
    );
    assert_decodes(
        "cp932",
        b"\x95\x5c<",
        &[one("\u{8868}", 0..2), same("<", 2)],
    );
    assert_decodes(
        "Big5",
        b"\xa5\x5c<\x88\x62>",
        &[
            one("\u{529f}", 0..2),
            same("<", 2),
            one("\u{ca}\u{304}", 3..5),
            same(">", 5),
        ],
    );
    assert_decodes(
        "euc-jp",
        b"\xa4\xa2<\x8e\xb1\x8f\xb0\xa1",
        &[
            one("\u{3042}", 0..2),
            same("<", 2),
            one("\u{ff71}", 3..5),
            one("\u{4e02}", 5..8),
        ],
    );
    assert_decodes(
        "euc-kr",
        b"\xb0\xa1<",
        &[one("\u{ac00}", 0..2), same("<", 2)],
    );
}

#[test]
fn a_lead_byte_takes_no_opener_with_it() {
    for label in ["Shift_JIS", "Big5", "euc-jp", "euc-kr", "gbk", "gb18030"] {
        assert_decodes(
            label,
            b"a\xb0<\xe0<b",
            &match label {
                // Half-width, and a letter by itself.
                "Shift_JIS" => [
                    same("a", 0),
                    one("\u{ff70}", 1..2),
                    same("<", 2),
                    one("\u{fffd}", 3..4),
                    same("<b", 4),
                ],
                _ => [
                    same("a", 0),
                    one("\u{fffd}", 1..2),
                    same("<", 2),
                    one("\u{fffd}", 3..4),
                    same("<b", 4),
                ],
            },
        );
        assert_decodes(label, b"<\xe0", &[same("<", 0), one("\u{fffd}", 1..2)]);
    }
}

#[test]
fn escape_sequences_are_no_part_of_what_stands_beside_them() {
    // 3C 21 is a character of two bytes there.
    assert_decodes(
        "ISO-2022-JP",
        b"<\x1b$B\x3c\x21\x24\x22\x1b(B<b",
        &[
            same("<", 0),
            one("\u{6b21}", 4..6),
            one("\u{3042}", 6..8),
            same("<b", 11),
        ],
    );
    // Two letters of the Roman set are others; the `<` is the same.
    assert_decodes(
        "iso-2022-jp",
        b"\x1b(J<\\>\x1b(B\\\x1b(J~",
        &[
            same("<", 3),
            one("\u{a5}", 4..5),
            same(">", 5),
            same("\\", 9),
            one("\u{203e}", 13..14),
        ],
    );
    assert_decodes(
        "iso-2022-jp",
        b"\x1b(I\x31\x1b(B<",
        &[one("\u{ff71}", 3..4), same("<", 7)],
    );
}

#[test]
fn what_is_no_escape_sequence_is_text() {
    assert_decodes(
        "iso-2022-jp",
        b"a\x1b<\x1b($<\x0e",
        &[
            same("a", 0),
            one("\u{fffd}", 1..2),
            same("<", 2),
            one("\u{fffd}", 3..4),
            same("($<", 4),
            one("\u{fffd}", 7..8),
        ],
    );
    // In the set of two bytes what follows the ESC begins a character.
    assert_decodes(
        "iso-2022-jp",
        b"\x1b$B\x1b$\x22\x24\x1b(B<",
        &[
            one("\u{fffd}", 3..4),
            one("\u{3042}", 4..6),
            one("\u{fffd}", 6..7),
            same("<", 10),
        ],
    );
    // A sequence after which the next one stands is malformed as a whole.
    assert_decodes(
        "iso-2022-jp",
        b"\x1b(J\x1b(B<\x1b(",
        &[
            one("\u{fffd}", 0..3),
            same("<", 6),
            one("\u{fffd}", 7..8),
            same("(", 8),
        ],
    );
}

#[test]
fn utf_16_has_the_order_of_its_mark() {
    let little = [one("<", 2..4), one("b", 4..6)].concat();
    for label in ["utf-16", "utf-16le", "utf-16be"] {
        assert_eq!(decoded(label, b"\xff\xfe<\0b\0"), little, "{label}");
        assert_eq!(decoded(label, b"\xfe\xff\0<\0b"), little, "{label}");
    }
    let bare = [one("<", 0..2), one("b", 2..4)].concat();
    for label in ["utf-16", "utf-16le"] {
        assert_eq!(decoded(label, b"<\0b\0"), bare, "{label}");
    }
    for label in ["utf-16", "utf-16be"] {
        assert_eq!(decoded(label, b"\0<\0b"), bare, "{label}");
    }
    // RFC 2781 §4.3: big-endian where nothing tells.
    assert_decodes(
        "utf-16",
        b"\x04\x1f\0<",
        &[one("\u{41f}", 0..2), one("<", 2..4)],
    );
    assert_decodes(
        "utf-16le",
        b"\x1f\x04<\0",
        &[one("\u{41f}", 0..2), one("<", 2..4)],
    );
}

#[test]
fn units_of_utf_16_that_are_malformed_stand_alone() {
    assert_decodes(
        "utf-16le",
        b"\x3d\xd8\x00\xde\x00\x3c<\0",
        &[
            one("\u{1f600}", 0..4),
            one("\u{3c00}", 4..6),
            one("<", 6..8),
        ],
    );
    assert_decodes(
        "utf-16be",
        b"\xd8\x3d\0<\xde\0\xd8\x3d\xd8\x3d\xde\0\0",
        &[
            one("\u{fffd}", 0..2),
            one("<", 2..4),
            one("\u{fffd}", 4..6),
            one("\u{fffd}", 6..8),
            one("\u{1f600}", 8..12),
            one("\u{fffd}", 12..13),
        ],
    );
    assert_decodes("utf-16", b"<", &[one("\u{fffd}", 0..1)]);
}

#[test]
fn utf_8_stays_as_it_is() {
    let text = b"\xef\xbb\xbf<\xc3\xa9\xff\xc3<";
    for label in ["utf-8", "UTF8", " \"utf-8\" "] {
        let placed = decoded(label, text);
        assert_eq!(bytes(&placed), text);
        assert_eq!(placed[8], (b'<', 8..9));
        assert!(
            Charset::new(Some(label.as_bytes())).is_identity(),
            "{label}"
        );
    }
    assert!(!Charset::new(None).is_identity());
}

const RUSSIAN: &str = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{432}\u{43e}\u{442}         \u{430}\u{434}\u{440}\u{435}\u{441} \u{43d}\u{43e}\u{432}\u{43e}\u{439}         \u{441}\u{442}\u{440}\u{430}\u{43d}\u{438}\u{446}\u{44b}: <http://a.example/> ";

/// Where the characters of [`RUSSIAN`] stand in a single-byte character set.
fn russian(at: u64) -> Vec<Placed> {
    let characters = (at..).zip(RUSSIAN.chars());
    characters
        .flat_map(|(at, char)| one(&char.to_string(), at..at + 1))
        .collect()
}

#[test]
fn what_is_not_declared_is_guessed() {
    for label in ["", "us-ascii", "x-unknown", "x-user-defined", "iso-2022-kr"] {
        let (text, _, _) = WINDOWS_1251.encode(RUSSIAN);
        assert_eq!(decoded(label, &text), russian(0), "{label}");
        let (text, _, _) = KOI8_R.encode(RUSSIAN);
        assert_eq!(decoded(label, &text), russian(0), "{label}");
        let text = decoded(label, RUSSIAN.as_bytes());
        assert_eq!(text, same(RUSSIAN, 0), "{label}");
        assert_decodes(label, b"<a\x1b$B", &[same("<a\x1b$B", 0)]);
    }
    // A lead byte of UTF-8 at the end, and no other sign of it.
    assert_decodes("", b"<caf\xe9", &[same("<caf", 0), one("\u{e9}", 4..5)]);
    assert_eq!(
        bytes(&decoded("", b"\xc3\xa9t\xc3\xa9 <\xc3")),
        b"\xc3\xa9t\xc3\xa9 <\xc3"
    );
}

#[test]
fn a_guess_is_made_from_the_first_bytes() {
    let run_cut = |text: &[u8], cut: usize| {
        let (first, second) = text.split_at(cut);
        let mut charset = Charset::new(None);
        charset.need_places(true);
        run(charset, &[first, second]).0
    };
    // UTF-8 up to a character that is cut at the limit: what follows is taken for UTF-8, too.
    let mut text = b"plain <".to_vec();
    text.extend("\u{e9}".repeat(GUESSED_FROM / 2 - 1).bytes());
    text.extend("<\u{e9}".bytes());
    text.extend(b"\xf0\xd2<");
    let whole = run_cut(&text, 0);
    assert_eq!(bytes(&whole), text);
    for cut in (0..text.len()).step_by(61).chain(4090..text.len()) {
        assert_eq!(run_cut(&text, cut), whole, "{cut}");
    }
    // One that is malformed before the limit is not.
    let mut text = WINDOWS_1251.encode(RUSSIAN).0.into_owned();
    text.resize(GUESSED_FROM, b'.');
    let at = text.len() as u64;
    text.extend_from_slice(&WINDOWS_1251.encode(RUSSIAN).0);
    let whole = run_cut(&text, 0);
    assert!(whole.ends_with(&russian(at)));
    for cut in (0..text.len()).step_by(61).chain(4090..text.len()) {
        assert_eq!(run_cut(&text, cut), whole, "{cut}");
    }
}

#[test]
fn no_more_is_held_than_is_said() {
    let mut charset = Charset::new(None);
    let mut out = Output::default();
    charset.decode(b"<\xe9<", 0, &mut out);
    charset.decode(&[b'<'; GUESSED_FROM - 2], 3, &mut out);
    assert_eq!(out.bytes(), b"<");
    let mut held = Vec::new();
    charset.held(&mut |at| held.push(at));
    assert_eq!(held, (2..=GUESSED_FROM as u64).collect::<Vec<_>>());
    charset.decode(b"b", GUESSED_FROM as u64 + 1, &mut out);
    assert_eq!(out.bytes().len(), 1 + 2 + GUESSED_FROM);
}

#[test]
fn names_of_mail_are_known() {
    for (label, input, expected) in [
        ("cp1252", &b"\x80"[..], "\u{20ac}"),
        ("latin-1", b"\xe9", "\u{e9}"),
        ("'KOI8-R'", b"\xf0", "\u{41f}"),
        ("win-1251", b"\xcf", "\u{41f}"),
        ("unicode-1-1-utf-8", b"\xc3\xa9", "\u{e9}"),
        ("CP950", b"\xa4\xa4", "\u{4e2d}"),
        ("ISO-2022-JP-1", b"\x1b$B$\x22", "\u{3042}"),
    ] {
        assert_eq!(
            bytes(&decoded(label, input)),
            expected.as_bytes(),
            "{label}"
        );
    }
    for (_, name) in super::label::ALIASES {
        assert!(Encoding::for_label_no_replacement(name).is_some());
    }
}

#[test]
fn what_passes_comes_out_as_it_is() {
    for (label, before, input, passes) in [
        ("utf-8", &b"\xc3"[..], &b"\xff"[..], true),
        ("koi8-r", b"\xf0", b"abc", true),
        ("koi8-r", b"", b"ab\xf0", false),
        ("big5", b"\xa5", b"b", false),
        ("big5", b"\xa5\x5c", b"b", true),
        ("", b"a", b"b", true),
        ("", b"a\xe9", b"b", false),
        ("utf-16", b"", b"b", false),
        ("utf-16", b"<\0", b"b", false),
        ("iso-2022-jp", b"", b"b", true),
        ("iso-2022-jp", b"", b"b\x1b", false),
        ("iso-2022-jp", b"\x1b(J", b"b", false),
        ("iso-2022-jp", b"\x1b(Jb", b"b", false),
        ("iso-2022-jp", b"\x1b$B$\x22\x1b(B", b"b", false),
        ("iso-2022-jp", b"\x1b$B$\x22\x1b(Bb", b"b", true),
    ] {
        let mut charset = Charset::new(Some(label.as_bytes()));
        charset.decode(before, 0, &mut Output::default());
        assert_eq!(
            charset.passes(input),
            passes,
            "{label} {before:x?} {input:x?}"
        );
    }
}

#[test]
fn where_no_places_are_asked_for_they_are_narrow_enough() {
    let text = KOI8_R.encode(RUSSIAN).0.repeat(200);
    let mut charset = Charset::new(Some(b"koi8-r"));
    let mut out = Output::default();
    charset.decode(&text, 0, &mut out);
    charset.finish(text.len() as u64, &mut out);
    for at in 0..out.map().len() {
        let place = out.map().start(at)..out.map().end(at + 1);
        assert!(!place.is_empty() && place.end - place.start <= CHUNK as u64);
    }
}

/// Bytes as a linear congruential generator gives them, some more often than others.
fn noise(seed: u64) -> impl Iterator<Item = u8> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let pick = (state >> 40) as u8;
        Some(match (state >> 56) % 8 {
            0 => b'<',
            1 => [0x1b, b'(', b'$', b'B', b'J', b'I', b'0', 0x81][usize::from(pick % 8)],
            2 => [0xd8, 0xdc, 0, 0x1b, 0x8f, 0x8e, 0xa4, b' '][usize::from(pick % 8)],
            _ => pick,
        })
    })
}

#[test]
fn the_bytes_are_those_of_the_encoding_standard() {
    let labels = [
        "koi8-r",
        "windows-1253",
        "gb18030",
        "gbk",
        "big5",
        "shift_jis",
        "euc-jp",
        "euc-kr",
        "iso-2022-jp",
        "utf-16le",
        "utf-16be",
    ];
    for label in labels {
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            unreachable!("each is listed there");
        };
        for seed in 0..30 {
            // No byte order mark.
            let text: Vec<u8> = b"a\0".iter().copied().chain(noise(seed).take(40)).collect();
            let placed = decoded(label, &text);
            let (expected, _) = encoding.decode_without_bom_handling(&text);
            assert_eq!(bytes(&placed), expected.as_bytes(), "{label} {text:x?}");
            for pair in placed.windows(2) {
                let is_after = pair[0].1.end <= pair[1].1.start || pair[0].1 == pair[1].1;
                assert!(is_after && !pair[0].1.is_empty(), "{label} {text:x?}");
            }
        }
    }
}

#[test]
fn long_texts_are_those_of_the_encoding_standard() {
    for label in ["koi8-r", "gb18030", "shift_jis", "iso-2022-jp", "utf-16be"] {
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            unreachable!("each is listed there");
        };
        let text: Vec<u8> = noise(7)
            .filter(|&byte| byte != b'<')
            .take(3 * CHUNK)
            .collect();
        let (expected, _) = encoding.decode_without_bom_handling(&text);
        for cut in [0, 1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 7] {
            let (first, second) = text.split_at(cut);
            let charset = Charset::of(encoding);
            let placed = run(charset, &[first, second]).0;
            assert_eq!(bytes(&placed), expected.as_bytes(), "{label} {cut}");
        }
    }
}
