//! Pseudorandom texts, compared with the decoders of the Encoding Standard.

use encoding_rs::Encoding;

use super::{super::Charset, bytes, decoded, run};

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
        let text: Vec<u8> = noise(7).filter(|&byte| byte != b'<').take(12_288).collect();
        let (expected, _) = encoding.decode_without_bom_handling(&text);
        for cut in [0, 1, 2, 3, 4095, 4096, 4097, 8199] {
            let (first, second) = text.split_at(cut);
            let charset = Charset::of(encoding);
            let mapped = run(charset, &[first, second]);
            assert_eq!(bytes(&mapped), expected.as_bytes(), "{label} {cut}");
        }
    }
}
