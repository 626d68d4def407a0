//! Every case of `corpus/scan` and `corpus/undelimited` that is UTF-8: the answer has the URLs and places of the case,
//! in UTF-16 code units.

use urlsift_select::Selection;
use urlsift_tests::cases::{self, Case};
use urlsift_wasm::{Answer, Search, SlicedSearch, find, names};

use crate::reader::Reader;

/// Returns the search of a case.
fn search(case: &Case, kinds: u32) -> Search {
    let selection = Selection {
        max_len: case.max_len,
        www: case.www,
        schemes: case.schemes.clone(),
        ..Selection::default()
    };
    Search::new(selection, kinds)
}

/// Returns the URL, the start and end, and the pieces of each link in an answer.
fn links(answer: Answer) -> Vec<(String, [u32; 2], Vec<[u32; 2]>)> {
    let mut reader = Reader::new(answer);
    let mut links = Vec::new();
    while !reader.is_at_end() {
        let link = reader.link();
        links.push((link.url, link.span, link.pieces));
    }
    links
}

#[test]
fn links_of_all_cases() {
    let mut count = 0;
    for case in cases::scan().into_iter().chain(cases::undelimited()) {
        let Ok(text) = str::from_utf8(&case.text) else {
            continue;
        };
        // Those in angle brackets, or all.
        let kinds = if case.undelimited { 0b11_1111 } else { 0b11 };
        let units = |byte: usize| text[..byte].encode_utf16().count() as u32;
        let span = |(start, end): (usize, usize)| [units(start), units(end)];
        let expected = case.expected.found.iter().map(|found| {
            let url = String::from_utf8_lossy(&found.readings[0]).into_owned();
            let pieces = found.pieces.iter().map(|&piece| span(piece)).collect();
            (url, span(found.span), pieces)
        });
        let expected: Vec<_> = expected.collect();
        count += expected.len();
        let found = links(find(&case.text, &search(&case, kinds)));
        assert_eq!(found, expected, "{}", case.name);
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn slices_of_all_cases() {
    let mut count = 0;
    for case in cases::scan().into_iter().chain(cases::undelimited()) {
        let kinds = if case.undelimited { 0b11_1111 } else { 0b11 };
        let search = search(&case, kinds);
        // Code points of four bytes are cut as well.
        let text = [
            "\u{1f517}\u{e4} ".as_bytes(),
            &case.text,
            "\u{1f517}".as_bytes(),
        ]
        .concat();
        let whole = find(&text, &search);
        for len in [1, 7, 64, text.len()] {
            let mut sliced = SlicedSearch::new(search.clone());
            let mut answers: Vec<_> = text.chunks(len).map(|slice| sliced.push(slice)).collect();
            answers.push(sliced.finish());
            let joined = Answer {
                numbers: answers
                    .iter()
                    .flat_map(|answer| answer.numbers.clone())
                    .collect(),
                text: answers.into_iter().flat_map(|answer| answer.text).collect(),
            };
            assert_eq!(joined, whole, "{} in slices of {len}", case.name);
        }
        count += whole.numbers.len();
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn names_are_words() {
    let names = names();
    let lines: Vec<Vec<_>> = names
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    let [kinds, levels, warnings] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert_eq!((kinds[0], levels[0]), ("url", "rfc1738"));
    let words = [&kinds[..], &levels[..]].concat();
    assert!(words.iter().all(|name| !name.is_empty()));
    // Each is at the number of its bit.
    assert_eq!(
        (warnings[0], warnings[16]),
        ("ragged-quote", "password-in-url")
    );
    let is_unused = |name: &&str| name.is_empty();
    assert!(warnings[..16].is_sorted_by_key(is_unused));
    assert!(!warnings[16..].iter().any(is_unused));
}
