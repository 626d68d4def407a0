use super::{
    super::{
        decoder::Decoder,
        output::Output,
        testing::{self, Decoded},
    },
    ContentLines, Pages, PropertyText, Unescape, Unfold,
};

/// The rules of RFC 5545 §3.1 and §3.3.11, on a text as a whole.
fn unfolded_and_unescaped(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    let text = text.replace("\n ", "").replace("\n\t", "");
    let mut decoded = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.peek().copied().filter(|_| character == '\\');
        let (shown, is_escape) = match escaped {
            Some('n' | 'N') => ('\n', true),
            Some(escaped @ ('\\' | ';' | ',' | ':')) => (escaped, true),
            _ => (character, false),
        };
        if is_escape {
            characters.next();
        }
        if character == '\n' {
            decoded.push_str("\n\r\n");
        } else {
            decoded.push(shown);
        }
    }
    decoded.into_bytes()
}

#[test]
fn a_character_may_be_folded() {
    let decoded = testing::decode(
        || Unfold::new(ContentLines::Calendar),
        b"A:\xC3\r\n \xA9\r\n",
    );
    assert_eq!(decoded.bytes, "A:\u{e9}\r\n".as_bytes());
    assert_eq!(decoded.ranges[2..4], [(2, 3), (6, 7)]);
}

#[test]
fn escapes_map_to_their_source() {
    let decoded = testing::decode(Unescape::default, b"a\\nb\r\n");
    let ranges = [(0, 1), (1, 3), (3, 4), (4, 6), (4, 6), (4, 6)];
    assert_eq!(decoded.ranges, ranges);
}

/// Runs both decoders, and maps each byte through both.
fn decode(input: &[u8]) -> Decoded {
    let run = |decoder: &mut dyn Decoder, input: &[u8]| {
        let mut out = Output::default();
        decoder.decode(input, 0, &mut out);
        decoder.finish(input.len() as u64, &mut out);
        out
    };
    let unfolded = run(&mut Unfold::new(ContentLines::Calendar), input);
    let text = run(&mut Unescape::default(), unfolded.bytes());
    let ranges = (0..text.map().len()).map(|at| {
        let (start, end) = (text.map().start(at), text.map().end(at + 1));
        (unfolded.map().start(start), unfolded.map().end(end))
    });
    Decoded {
        ranges: ranges.collect(),
        bytes: text.bytes().to_vec(),
    }
}

#[test]
fn all_short_texts_are_decoded_as_by_the_rules() {
    const BYTES: &[u8] = b"\\n \r\na:";
    for len in 0..7_u32 {
        for number in 0..BYTES.len().pow(len) {
            let digits = (0..len).map(|digit| number / BYTES.len().pow(digit) % BYTES.len());
            let input: Vec<u8> = digits.map(|digit| BYTES[digit]).collect();
            if input
                .windows(2)
                .any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
                || input.ends_with(b"\r")
            {
                continue;
            }
            let text = decode(&input).bytes;
            assert_eq!(
                text,
                unfolded_and_unescaped(&input),
                "{}",
                input.escape_ascii()
            );
        }
    }
}

#[test]
fn every_byte_of_a_link_may_be_folded() {
    let line = "URL:https://a.example/\u{fc}/x\\,y?a=b".as_bytes();
    let whole = decode(line);
    for fold in [&b"\r\n "[..], b"\n\t"] {
        for at in 1..line.len() {
            let (before, after) = line.split_at(at);
            let folded = decode(&[before, fold, after].concat());
            assert_eq!(folded.bytes, whole.bytes, "{at}");
            for (range, (start, end)) in folded.ranges.iter().zip(&whole.ranges) {
                let moved = |place: u64, most: usize| {
                    place
                        + if place as usize > most {
                            fold.len() as u64
                        } else {
                            0
                        }
                };
                let expected = (moved(*start, at - 1), moved(*end, at));
                assert_eq!(*range, expected, "{at}");
            }
        }
    }
}

#[test]
fn every_division_gives_the_same_output() {
    let bytes = b"=:\r\n ";
    testing::decode_all(
        || Unfold::new(ContentLines::Card),
        b"N;QUOTED-PRINTABLE:",
        bytes,
        5,
    );
    testing::decode_all(|| Unfold::new(ContentLines::Ldif), b"a::YWJj", bytes, 5);
    testing::decode_all(Unescape::default, b"", b"\\n\r\n", 5);
    testing::decode_all(
        || PropertyText::new(Pages::Shown),
        b"X-ALT-DESC:",
        b"<a&\r\n",
        5,
    );
}
