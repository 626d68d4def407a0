use std::ops::Range;

use encoding_rs::{Encoding, KOI8_R, KOI8_U, UTF_8, WINDOWS_1251};

use super::{Charset, Decoder, Output, converter::CHUNK, unknown::GUESS_LEN};
use crate::{decode::testing, skip::prefilter::testing::names_and_triggers};

/// An output byte and its source range.
type MappedByte = (u8, Range<u64>);

/// Returns text that is its own source, from the offset `at` on.
fn same(text: &str, at: u64) -> Vec<MappedByte> {
    (at..)
        .zip(text.bytes())
        .map(|(at, byte)| (byte, at..at + 1))
        .collect()
}

/// Returns a character decoded from a range of the input.
fn one(text: &str, source: Range<u64>) -> Vec<MappedByte> {
    text.bytes().map(|byte| (byte, source.clone())).collect()
}

/// Decodes chunks. Returns the output, and the offsets reported as held back before the last chunk.
fn run(mut charset: Charset, chunks: &[&[u8]]) -> (Vec<MappedByte>, Vec<u64>) {
    let mut out = Output::default();
    let mut held = Vec::new();
    let mut at = 0;
    for (index, chunk) in chunks.iter().enumerate() {
        if index > 0 {
            charset.held(&mut |offset| held.push(offset));
        }
        charset.decode(chunk, at, &mut out);
        at += chunk.len() as u64;
    }
    charset.finish(at, &mut out);
    let map = out.map();
    let ranges = (0..).map(|at| map.start(at)..map.end(at + 1));
    (out.bytes().iter().copied().zip(ranges).collect(), held)
}

fn with_exact_offsets(label: &str) -> Charset {
    let mut charset = Charset::new(Some(label.as_bytes()));
    charset.need_exact_offsets(true);
    charset
}

fn bytes(mapped: &[MappedByte]) -> Vec<u8> {
    mapped.iter().map(|(byte, _)| *byte).collect()
}

/// Decodes `input` whole, byte by byte and divided at every position. Without exact offsets, the
/// bytes must be the same, and so must the source of each `<`.
fn decoded(label: &str, input: &[u8]) -> Vec<MappedByte> {
    let (whole, _) = run(with_exact_offsets(label), &[input]);
    let openers = |mapped: &[MappedByte]| -> Vec<MappedByte> {
        mapped
            .iter()
            .filter(|mapped| mapped.0 == b'<')
            .cloned()
            .collect()
    };
    let single: Vec<&[u8]> = input.chunks(1).collect();
    let halves = (0..=input.len()).map(|at| <[_; 2]>::from(input.split_at(at)));
    let halves: Vec<[&[u8]; 2]> = halves.collect();
    let cuts = halves.iter().map(<[_; 2]>::as_slice);
    for chunks in cuts.chain([single.as_slice(), &[input]]) {
        let (mapped, held) = run(with_exact_offsets(label), chunks);
        assert_eq!(mapped, whole, "{label} {chunks:x?}");
        let coarse = run(Charset::new(Some(label.as_bytes())), chunks).0;
        assert_eq!(bytes(&coarse), bytes(&whole), "{label} {chunks:x?}");
        assert_eq!(openers(&coarse), openers(&whole), "{label} {chunks:x?}");
        if let [first, _] = chunks {
            // What becomes a `<` later and begins before the division was reported.
            let cut = first.len() as u64;
            let before = openers_so_far(label, first);
            for (_, source) in openers(&whole).iter().skip(before) {
                assert!(
                    source.start >= cut || held.contains(&source.start),
                    "{chunks:x?}"
                );
            }
        }
    }
    whole
}

/// Returns the number of `<` that are output for the first chunk of a text.
fn openers_so_far(label: &str, chunk: &[u8]) -> usize {
    let mut out = Output::default();
    with_exact_offsets(label).decode(chunk, 0, &mut out);
    memchr::memchr_iter(b'<', out.bytes()).count()
}

fn assert_decodes(label: &str, input: &[u8], expected: &[Vec<MappedByte>]) {
    assert_eq!(
        decoded(label, input),
        expected.concat(),
        "{label} {input:x?}"
    );
}

#[test]
fn each_byte_of_a_single_byte_charset_maps_to_its_source() {
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
    // D2 is not assigned: it is malformed, and the next byte is decoded as usual.
    assert_decodes(
        "windows-1253",
        b"\xd2<\xe1",
        &[one("\u{fffd}", 0..1), same("<", 1), one("\u{3b1}", 2..3)],
    );
}

#[test]
fn gb18030_sequences_of_four_bytes_may_be_malformed() {
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
    // A digit that could be a second byte is a digit if no third byte follows.
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
    // The third byte begins another character: D6 D0 again.
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
fn an_unpaired_lead_byte_does_not_consume_an_opener() {
    for label in ["Shift_JIS", "Big5", "euc-jp", "euc-kr", "gbk", "gb18030"] {
        assert_decodes(
            label,
            b"a\xb0<\xe0<b",
            &match label {
                // A half-width character, and a letter by itself.
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
fn escape_sequences_are_not_part_of_adjacent_characters() {
    // 3C 21 is a two-byte character there.
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
    // The Roman set differs from ASCII in two characters; `<` is the same.
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
fn invalid_escape_sequences_are_text() {
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
    // In a two-byte set the byte after the ESC begins a character.
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
    // An escape sequence that directly follows another is malformed as a whole.
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
fn the_byte_order_mark_decides_the_order_of_utf_16() {
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
    // RFC 2781 §4.3: big-endian by default.
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
fn malformed_utf_16_units_are_replaced_one_by_one() {
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
fn utf_8_is_unchanged() {
    let text = b"\xef\xbb\xbf<\xc3\xa9\xff\xc3<";
    for label in ["utf-8", "UTF8", " \"utf-8\" "] {
        let mapped = decoded(label, text);
        assert_eq!(bytes(&mapped), text);
        assert_eq!(mapped[8], (b'<', 8..9));
        assert!(
            Charset::new(Some(label.as_bytes())).is_identity(),
            "{label}"
        );
    }
    assert!(!Charset::new(None).is_identity());
}

const RUSSIAN: &str = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{432}\u{43e}\u{442}         \u{430}\u{434}\u{440}\u{435}\u{441} \u{43d}\u{43e}\u{432}\u{43e}\u{439}         \u{441}\u{442}\u{440}\u{430}\u{43d}\u{438}\u{446}\u{44b}: <http://a.example/> ";

/// The characters of [`RUSSIAN`] in a single-byte charset, from the offset `at` on.
fn russian(at: u64) -> Vec<MappedByte> {
    let characters = (at..).zip(RUSSIAN.chars());
    characters
        .flat_map(|(at, char)| one(&char.to_string(), at..at + 1))
        .collect()
}

#[test]
fn a_complete_text_is_guessed_from_its_first_bytes_that_are_not_ascii() {
    let russian = KOI8_U.encode(RUSSIAN).0;
    let start = [
        &b"plain ".repeat(2000)[..],
        &russian.repeat(GUESS_LEN / russian.len() + 1),
    ]
    .concat();
    let text = [
        &start[..],
        &"caf\u{e9} "
            .repeat(5000)
            .chars()
            .map(|char| char as u8)
            .collect::<Vec<_>>(),
    ]
    .concat();
    assert_eq!(Charset::guess(&text), KOI8_U);
    assert_eq!(Charset::guess(&russian), KOI8_U);
    // All of it must be UTF-8 to be UTF-8.
    let text = ["caf\u{e9} ".repeat(5000).as_bytes(), b"caf\xe9 "].concat();
    assert_ne!(Charset::guess(&text), UTF_8);
}

#[test]
fn undeclared_charsets_are_guessed() {
    for label in ["", "us-ascii", "x-unknown", "x-user-defined", "iso-2022-kr"] {
        let (text, _, _) = WINDOWS_1251.encode(RUSSIAN);
        assert_eq!(decoded(label, &text), russian(0), "{label}");
        let (text, _, _) = KOI8_R.encode(RUSSIAN);
        assert_eq!(decoded(label, &text), russian(0), "{label}");
        let text = decoded(label, RUSSIAN.as_bytes());
        assert_eq!(text, same(RUSSIAN, 0), "{label}");
        assert_decodes(label, b"<a\x1b$B", &[same("<a\x1b$B", 0)]);
    }
    // A lead byte of UTF-8 at the end is the only sign of UTF-8.
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
        charset.need_exact_offsets(true);
        run(charset, &[first, second]).0
    };
    // UTF-8 up to a character divided at the limit: the rest is taken for UTF-8 too.
    let mut text = b"plain <".to_vec();
    text.extend("\u{e9}".repeat(GUESS_LEN / 2 - 1).bytes());
    text.extend("<\u{e9}".bytes());
    text.extend(b"\xf0\xd2<");
    let whole = run_cut(&text, 0);
    assert_eq!(bytes(&whole), text);
    for cut in (0..text.len()).step_by(61).chain(4090..text.len()) {
        assert_eq!(run_cut(&text, cut), whole, "{cut}");
    }
    // Not so with a malformed character before the limit.
    let mut text = WINDOWS_1251.encode(RUSSIAN).0.into_owned();
    text.resize(GUESS_LEN, b'.');
    let at = text.len() as u64;
    text.extend_from_slice(&WINDOWS_1251.encode(RUSSIAN).0);
    let whole = run_cut(&text, 0);
    assert!(whole.ends_with(&russian(at)));
    for cut in (0..text.len()).step_by(61).chain(4090..text.len()) {
        assert_eq!(run_cut(&text, cut), whole, "{cut}");
    }
}

#[test]
fn no_more_than_the_limit_is_held_back() {
    let mut charset = Charset::new(None);
    let mut out = Output::default();
    charset.decode(b"<\xe9<", 0, &mut out);
    charset.decode(&[b'<'; GUESS_LEN - 2], 3, &mut out);
    assert_eq!(out.bytes(), b"<");
    let mut held = Vec::new();
    charset.held(&mut |at| held.push(at));
    // The first byte, and each `<`.
    assert!(held.iter().copied().eq(1..=GUESS_LEN as u64));
    charset.decode(b"b", GUESS_LEN as u64 + 1, &mut out);
    assert_eq!(out.bytes().len(), 1 + 2 + GUESS_LEN);
}

/// Returns a decoder that guesses the charset where a line has `a:` and a byte that is no blank.
fn with_triggers() -> Charset {
    let mut charset = Charset::new(None).prefiltered(Some(names_and_triggers()));
    charset.need_exact_offsets(true);
    charset
}

#[test]
fn a_charset_is_guessed_in_a_line_with_a_trigger_and_the_next() {
    for (text, decoded) in [
        (&b"\xe9 b\na: b \xe9"[..], &b"\xe9 b\na: b \xe9"[..]),
        (b"\xe9 a:b", "\u{e9} a:b".as_bytes()),
        (b"a:b \xe9", "a:b \u{e9}".as_bytes()),
        (b"b\xe9\na:b \xe9", b"b\xe9\na:b \xc3\xa9"),
        (b"b\na:b\n\xe9", "b\na:b\n\u{e9}".as_bytes()),
        (b"a:b\n\n\xe9", b"a:b\n\n\xe9"),
        (b"\xe9\na:b", b"\xe9\na:b"),
        (b"\xe9 a:", b"\xe9 a:"),
        (b"\xe9 a:\n", "\u{e9} a:\n".as_bytes()),
        (b"<a: b\n\n\xe9 <a: \n\xe9", b"<a: b\n\n\xe9 <a: \n\xc3\xa9"),
    ] {
        let bytes = testing::decode(with_triggers, text).bytes;
        assert_eq!(
            bytes.escape_ascii().to_string(),
            decoded.escape_ascii().to_string(),
            "{}",
            text.escape_ascii()
        );
    }
}

#[test]
fn a_guess_for_a_trigger_does_not_depend_on_chunks() {
    testing::decode_all(with_triggers, b"", b"a:\xe9\n ", 6);
    testing::decode_all(with_triggers, b"a:b\n", b"a:\xe9\n<", 5);
}

/// Bytes that were passed on before a guess was needed are part of its sample.
#[test]
fn triggers_decide_when_a_charset_is_guessed_but_not_which() {
    const URL: &[u8] = b"\n\na:b \xe9";
    let (words, _) = RUSSIAN.split_once('<').expect("a URL");
    let words = KOI8_R.encode(words).0;
    for dots in [
        0,
        9,
        GUESS_LEN - words.len() - URL.len(),
        GUESS_LEN,
        3 * GUESS_LEN,
    ] {
        for after in [&b""[..], b"\n", &[b'.'; GUESS_LEN], b"\n\xe9\n\n\xd0\xd2"] {
            let text = [&words, &vec![b'.'; dots][..], URL, after].concat();
            for charset in [Charset::new(None), with_triggers()] {
                let decoded = bytes(&run(charset, &[&text]).0);
                let decoded = String::from_utf8_lossy(&decoded);
                assert!(decoded.contains("a:b \u{418}"), "{dots}: {decoded}");
            }
        }
    }
}

/// A line that is too long to be held back is taken for one with a trigger.
#[test]
fn long_lines_are_guessed_alike_in_all_chunks() {
    for len in GUESS_LEN - 3..GUESS_LEN + 4 {
        for end in [&b""[..], b"\n", b"a:b", b"\n\xe9 a:b", b" a:"] {
            let text = [b"b\n c \xe9", &vec![b'.'; len][..], end].concat();
            let (whole, ..) = run(with_triggers(), &[&text]);
            let near = [0, 3, 6, 7, GUESS_LEN - 2, len - 1, len, len + 7, len + 8];
            for cut in near.into_iter().chain((0..text.len()).step_by(997)) {
                let (front, back) = text.split_at(cut.min(text.len()));
                let (cut_text, ..) = run(with_triggers(), &[front, back]);
                assert_eq!(cut_text, whole, "{len}, cut at {cut}");
            }
        }
    }
}

#[test]
fn charset_names_seen_in_mail_are_known() {
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
fn passed_input_is_its_own_output() {
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
fn coarse_source_ranges_are_bounded() {
    let text = KOI8_R.encode(RUSSIAN).0.repeat(200);
    let mut charset = Charset::new(Some(b"koi8-r"));
    let mut out = Output::default();
    charset.decode(&text, 0, &mut out);
    charset.finish(text.len() as u64, &mut out);
    for at in 0..out.map().len() {
        let source = out.map().start(at)..out.map().end(at + 1);
        assert!(!source.is_empty() && source.end - source.start <= CHUNK as u64);
    }
}

/// Pseudorandom bytes of a linear congruential generator, some more frequent than others.
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
fn texts_are_decoded_as_by_the_encoding_standard() {
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
            let mapped = decoded(label, &text);
            let (expected, _) = encoding.decode_without_bom_handling(&text);
            assert_eq!(bytes(&mapped), expected.as_bytes(), "{label} {text:x?}");
            for pair in mapped.windows(2) {
                let is_after = pair[0].1.end <= pair[1].1.start || pair[0].1 == pair[1].1;
                assert!(is_after && !pair[0].1.is_empty(), "{label} {text:x?}");
            }
        }
    }
}

#[test]
fn long_texts_are_decoded_as_by_the_encoding_standard() {
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
            let mapped = run(charset, &[first, second]).0;
            assert_eq!(bytes(&mapped), expected.as_bytes(), "{label} {cut}");
        }
    }
}
