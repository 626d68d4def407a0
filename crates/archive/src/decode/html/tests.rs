//! Whole pages and the ways to look at them; the cases are in the modules below.

mod lines;
mod markup;
mod oracle;
mod references;

use super::Html;
use crate::{
    decode::{Decoder, Output, html_prefilter},
    prefilter::testing::{names, opens},
};

/// Where the page stands in what the decoder is given.
const BASE: u64 = 1000;

/// Each byte of a text, and the start and end of its place in the page.
type Places = Vec<(u8, u64, u64)>;

/// The text of a page in the pieces that `cuts` make, after a look at what is told on the way.
fn decode(page: &[u8], cuts: &[usize]) -> Places {
    let mut html = Html::default();
    let mut out = Output::default();
    let mut told = Vec::new();
    let mut from = 0;
    for &to in cuts.iter().chain([&page.len()]) {
        html.decode(&page[from..to], BASE + from as u64, &mut out);
        from = to;
        let mut held = Vec::new();
        html.held(&mut |at| held.push(at));
        assert!(held.is_sorted_by(|a, b| a < b), "{held:?}");
        told.push((to, out.bytes().len(), held));
    }
    html.finish(BASE + page.len() as u64, &mut out);
    let map = out.map();
    let places: Places = (0..)
        .zip(out.bytes())
        .map(|(at, &byte)| (byte, map.start(at) - BASE, map.end(at + 1) - BASE))
        .collect();
    assert_eq!(map.len(), places.len() as u64);
    assert!(places.is_sorted_by_key(|place| place.1), "{places:?}");
    // What was not given yet of what had come, and begins with `<`, was told.
    for (to, given, held) in told {
        for &(_, start, _) in places[given..].iter().filter(|place| place.0 == b'<') {
            assert!(start >= to as u64 || held.contains(&(BASE + start)));
        }
    }
    places
}

/// The text of a page, after a look at every cut of it.
fn places(page: &[u8]) -> Places {
    let whole = decode(page, &[]);
    let text: Vec<_> = whole.iter().map(|place| place.0).collect();
    let may_open = text.split(|&byte| byte == b'<').skip(1).any(opens);
    let is_given = html_prefilter::may_show_opener(&names(), page);
    assert!(is_given || !may_open, "{}", page.escape_ascii());
    let each: Vec<_> = (1..page.len()).collect();
    let cuts = each.iter().map(std::slice::from_ref);
    for cuts in cuts.chain([&each[..]]) {
        let context = || format!("{} cut at {cuts:?}", page.escape_ascii());
        assert_eq!(decode(page, cuts), whole, "{}", context());
    }
    whole
}

/// Its bytes alone.
fn text(page: impl AsRef<[u8]>) -> String {
    let bytes = places(page.as_ref()).iter().map(|place| place.0).collect();
    String::from_utf8(bytes).expect("the cases are UTF-8")
}

/// Checks the text of a page. With each part of it comes what it stands for as a whole, which is
/// looked for after that of the part before.
fn check(page: &str, expected: &[(&str, &str)]) {
    let mut places = Places::new();
    let mut from = 0;
    for &(shown, source) in expected {
        let start = from + page[from..].find(source).expect("the page has it");
        from = start + source.len();
        let bytes = shown.bytes();
        places.extend(bytes.map(|byte| (byte, start as u64, from as u64)));
    }
    assert_eq!(self::places(page.as_bytes()), places, "{page:?}");
}

#[test]
fn what_may_show_a_less_than_sign_is_told() {
    let held = |page: &[u8]| {
        let mut html = Html::default();
        let mut held = Vec::new();
        html.decode(page, BASE, &mut Output::default());
        html.held(&mut |at| held.push(at - BASE));
        held
    };
    for (page, expected) in [
        (&b"a<b>&lt"[..], &[4][..]),
        (b"a&#0", &[1]),
        (b"a<", &[1]),
        (b"a</", &[1]),
        (b"a</b", &[]),
        (b"a<b", &[]),
        (b"a<!", &[]),
        (b"<textarea></text", &[10]),
        (b"<textarea><", &[10]),
        (b"<script></scr", &[]),
        (b"<b>a", &[]),
    ] {
        assert_eq!(held(page), expected);
    }
}
