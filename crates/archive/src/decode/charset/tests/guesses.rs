//! Texts whose charset is not declared.

use encoding_rs::{KOI8_R, KOI8_U, UTF_8, WINDOWS_1251};
use urlsift_tables::{rows, unescaped};

use super::{
    super::{Charset, Decoder, Output, unknown::GUESS_LEN},
    RUSSIAN, assert_decodes, bytes, decoded, run,
};
use crate::{
    decode::testing::{self, MappedByte, one, same},
    skip::prefilter::testing::names_and_triggers,
};

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
        assert_decodes(label, b"<a\x1b$", &[same("<a\x1b$", 0)]);
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
        run(Charset::new(None), &[first, second])
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
    charset.decode(b"b", GUESS_LEN as u64 + 1, &mut out);
    assert_eq!(out.bytes().len(), 1 + 2 + GUESS_LEN);
}

/// Returns a decoder that guesses the charset where a line has `a:` and a byte that is not a space.
fn with_triggers() -> Charset {
    Charset::new(None).prefiltered(Some(names_and_triggers()))
}

#[test]
fn a_charset_is_guessed_in_a_line_with_a_trigger_and_the_next() {
    for (text, decoded) in rows!("guesses.toml", "lines_with_a_trigger") {
        let bytes = testing::decode(with_triggers, unescaped(text)).bytes;
        assert_eq!(bytes, unescaped(decoded), "{text}");
    }
}

#[test]
fn a_guess_for_a_trigger_does_not_depend_on_chunks() {
    testing::decode_all(with_triggers, b"", b"a:\xe9\n ", 5);
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
                let decoded = bytes(&run(charset, &[&text]));
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
            let whole = run(with_triggers(), &[&text]);
            let near = [0, 3, 6, 7, GUESS_LEN - 2, len - 1, len, len + 7, len + 8];
            for cut in near.into_iter().chain((0..text.len()).step_by(997)) {
                let (front, back) = text.split_at(cut.min(text.len()));
                let cut_text = run(with_triggers(), &[front, back]);
                assert_eq!(cut_text, whole, "{len}, cut at {cut}");
            }
        }
    }
}

#[test]
fn undeclared_iso_2022_jp_is_decoded_after_ascii() {
    for (text, decoded) in rows!("guesses.toml", "iso_2022_jp_after_ascii") {
        let bytes = testing::decode(|| Charset::new(None), unescaped(text)).bytes;
        assert_eq!(bytes, unescaped(decoded), "{text}");
    }
    testing::decode_all(|| Charset::new(None), b"", b"\x1b$B\xe9<", 5);
}
