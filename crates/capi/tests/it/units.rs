//! Offsets in other units than bytes: they point to the same characters.

use std::ptr;

use proptest::prelude::*;
use urlsift_capi::{
    Link, Links, Options, Span, URLSIFT_EVERY_KIND, URLSIFT_NONE, URLSIFT_OK,
    URLSIFT_UNITS_CODE_POINTS, URLSIFT_UNITS_OF_TEXT, URLSIFT_UNITS_UTF16, urlsift_find,
    urlsift_find_utf16, urlsift_links_at, urlsift_links_free, urlsift_links_get, urlsift_links_len,
    urlsift_options_free, urlsift_options_new, urlsift_options_set_conforms,
    urlsift_options_set_kinds, urlsift_options_set_units,
};

/// The spans of each link: its own, then those of its pieces.
type Places = Vec<Vec<Span>>;

/// Returns the places of all links, and checks which link is at each offset.
///
/// # Safety
///
/// The links are valid. They are freed.
unsafe fn places(links: *mut Links) -> Places {
    // SAFETY: the caller promises it.
    let len = unsafe { urlsift_links_len(links) };
    let mut places = Vec::new();
    for index in 0..len {
        let mut link = std::mem::MaybeUninit::<Link>::uninit();
        // SAFETY: both are valid.
        let status =
            unsafe { urlsift_links_get(links, index, link.as_mut_ptr(), size_of::<Link>()) };
        assert_eq!(status, URLSIFT_OK);
        // SAFETY: it was written.
        let link = unsafe { link.assume_init() };
        // SAFETY: they are valid as long as the links are.
        let pieces = unsafe { std::slice::from_raw_parts(link.pieces, link.pieces_len) };
        places.push([&[link.span], pieces].concat());
    }
    let last = places.iter().flatten().map(|span| span.end).max();
    for offset in 0..last.unwrap_or_default() {
        let pieces = places.iter().enumerate().flat_map(|(link, spans)| {
            let pieces = spans[1..].iter();
            pieces.map(move |piece| (piece.start, link, piece.end))
        });
        let containing = pieces.filter(|piece| (piece.0..piece.2).contains(&offset));
        let first = containing.min().map_or(-1, |piece| piece.1.cast_signed());
        // SAFETY: the links are valid.
        assert_eq!(unsafe { urlsift_links_at(links, offset) }, first);
    }
    // SAFETY: they are not used from here on.
    unsafe { urlsift_links_free(links) };
    places
}

/// Returns the places of the links of a text in a unit.
fn find(text: &str, units: u32, from_utf16: bool) -> Places {
    let mut links: *mut Links = ptr::null_mut();
    let options: *mut Options = urlsift_options_new();
    // SAFETY: they are valid.
    let set = unsafe { urlsift_options_set_units(options, units) };
    // SAFETY: they are valid.
    let kinds = unsafe { urlsift_options_set_kinds(options, URLSIFT_EVERY_KIND) };
    // SAFETY: they are valid.
    let conforms = unsafe { urlsift_options_set_conforms(options, URLSIFT_NONE) };
    assert_eq!((set, kinds, conforms), (URLSIFT_OK, URLSIFT_OK, URLSIFT_OK));
    let status = if from_utf16 {
        let text: Vec<u16> = text.encode_utf16().collect();
        // SAFETY: all pointers are valid.
        unsafe { urlsift_find_utf16(text.as_ptr(), text.len(), options, &raw mut links) }
    } else {
        // SAFETY: all pointers are valid.
        unsafe { urlsift_find(text.as_ptr().cast(), text.len(), options, &raw mut links) }
    };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: they are not used from here on.
    unsafe { urlsift_options_free(options) };
    // SAFETY: they were just made.
    unsafe { places(links) }
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
