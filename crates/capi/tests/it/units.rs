//! Offsets in other units than bytes: they point to the same characters.

use proptest::prelude::*;
use urlsift_capi::{
    Span, URLSIFT_NONE, URLSIFT_UNITS_CODE_POINTS, URLSIFT_UNITS_OF_TEXT, URLSIFT_UNITS_UTF16,
    urlsift_find, urlsift_find_utf16, urlsift_links_at, urlsift_options_set_conforms,
    urlsift_options_set_units,
};

use crate::found::{Found, Setter};

/// The spans of each link: its own, then those of its pieces.
type Places = Vec<Vec<Span>>;

/// Returns the places of all links, and checks which link is at each offset.
fn places(found: &Found) -> Places {
    let links = found.links();
    let places: Places = links
        .map(|link| [&[link.span], found.pieces(&link)].concat())
        .collect();
    let last = places.iter().flatten().map(|span| span.end).max();
    for offset in 0..last.unwrap_or_default() {
        let pieces = places.iter().enumerate().flat_map(|(link, spans)| {
            let pieces = spans[1..].iter();
            pieces.map(move |piece| (piece.start, link, piece.end))
        });
        let containing = pieces.filter(|piece| (piece.0..piece.2).contains(&offset));
        let first = containing.min().map_or(-1, |piece| piece.1.cast_signed());
        // SAFETY: the links are valid.
        assert_eq!(unsafe { urlsift_links_at(found.as_ptr(), offset) }, first);
    }
    places
}

/// Returns the places of the links of a text in a unit.
fn find(text: &str, units: u32, from_utf16: bool) -> Places {
    let options: [(Setter, u32); 2] = [
        (urlsift_options_set_units, units),
        (urlsift_options_set_conforms, URLSIFT_NONE),
    ];
    let utf16: Vec<u16> = text.encode_utf16().collect();
    places(&Found::new(&options, |options, out| {
        if from_utf16 {
            // SAFETY: all pointers are valid.
            unsafe { urlsift_find_utf16(utf16.as_ptr(), utf16.len(), options, out) }
        } else {
            // SAFETY: all pointers are valid.
            unsafe { urlsift_find(text.as_ptr().cast(), text.len(), options, out) }
        }
    }))
}

/// Replaces offsets in bytes by those in another unit.
fn converted(bytes: &Places, text: &str, unit: impl Fn(&str) -> usize) -> Places {
    let at = |byte: u64| unit(&text[..usize::try_from(byte).expect("an index")]) as u64;
    let convert = |span: &Span| Span {
        start: at(span.start),
        end: at(span.end),
    };
    let links = bytes.iter();
    links
        .map(|spans| spans.iter().map(convert).collect())
        .collect()
}

fn texts() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("<URL:http://a.example/"),
        Just("<ftp://"),
        Just("http://b.example/"),
        Just("\u{10300}"),
        Just("\u{e4}\u{20ac}"),
        Just("\n> "),
        Just("\n"),
        Just("x y"),
        Just("-"),
        Just(">"),
        Just("\" "),
    ];
    let tokens = proptest::collection::vec(token, 0..60);
    let text = tokens.prop_map(|tokens| tokens.concat());
    (0..1100_usize, text).prop_map(|(fill, text)| "\u{1f517}".repeat(fill / 4) + &text)
}

proptest! {
    #[test]
    fn offsets_point_to_the_same_characters(text in texts()) {
        let bytes = find(&text, URLSIFT_UNITS_OF_TEXT, false);
        let utf16 = converted(&bytes, &text, |text| text.encode_utf16().count());
        let points = converted(&bytes, &text, |text| text.chars().count());
        prop_assert_eq!(&find(&text, URLSIFT_UNITS_UTF16, false), &utf16);
        prop_assert_eq!(&find(&text, URLSIFT_UNITS_OF_TEXT, true), &utf16);
        prop_assert_eq!(&find(&text, URLSIFT_UNITS_UTF16, true), &utf16);
        prop_assert_eq!(&find(&text, URLSIFT_UNITS_CODE_POINTS, false), &points);
        prop_assert_eq!(&find(&text, URLSIFT_UNITS_CODE_POINTS, true), &points);
    }
}
