//! The texts of `corpus/clients`: each function of C finds the links that the Rust library finds.

use std::{
    borrow::Cow,
    ffi::{CStr, c_char, c_int},
    iter,
};

use urlsift::{OffsetUnit, Source};
use urlsift_capi::{
    Link, Links, Options, URLSIFT_NONE, URLSIFT_UNWRAP, urlsift_advice_name, urlsift_find,
    urlsift_find_html, urlsift_find_in_message, urlsift_find_utf16, urlsift_kind_name,
    urlsift_options_set_conforms, urlsift_options_set_flags, urlsift_show_html,
    urlsift_warning_name,
};
use urlsift_tests::clients::{self, Hostile};

use crate::found::{Found, Setter};

/// What a client needs of a link.
#[derive(Debug, PartialEq)]
struct Row {
    url: String,
    absolute: Option<String>,
    kind: String,
    warnings: Vec<String>,
    advice: String,
    reason: String,
    pieces: Vec<[u64; 2]>,
}

fn in_rust(link: &urlsift::Link<'_>) -> Row {
    let (advice, reason) = link.advice();
    let absolute = link.absolute();
    let warnings = link.warnings().map(|warning| warning.code().to_owned());
    let pieces = link.pieces().map(|piece| [piece.start(), piece.end()]);
    Row {
        url: link.url().to_owned(),
        absolute: absolute.map(Cow::into_owned),
        kind: link.kind().name().to_owned(),
        warnings: warnings.collect(),
        advice: advice.name().to_owned(),
        reason: reason.to_owned(),
        pieces: pieces.collect(),
    }
}

fn in_c(found: &Found, link: &Link) -> Row {
    let string = |bytes| found.string(bytes).map(str::to_owned);
    let bits = (0..u32::BITS).map(|bit| link.warnings & 1 << bit);
    let pieces = found.pieces(link).iter();
    Row {
        url: string(link.url).expect("a URL"),
        absolute: string(link.absolute),
        kind: name(urlsift_kind_name(link.kind)),
        warnings: bits
            .filter(|&bit| bit != 0)
            .map(|bit| name(urlsift_warning_name(bit)))
            .collect(),
        advice: name(urlsift_advice_name(link.advice)),
        reason: string(link.advice_reason).unwrap_or_default(),
        pieces: pieces.map(|piece| [piece.start, piece.end]).collect(),
    }
}

fn name(name: *const c_char) -> String {
    assert!(!name.is_null());
    // SAFETY: the library returns static strings.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().expect("ASCII").to_owned()
}

fn rows(
    options: &[(Setter, u32)],
    search: impl FnOnce(*const Options, *mut *mut Links) -> c_int,
) -> Vec<Row> {
    let found = Found::new(options, search);
    found.links().map(|link| in_c(&found, &link)).collect()
}

fn find(text: &str, set: &[(Setter, u32)]) -> Vec<Row> {
    // SAFETY: the pointers are valid.
    rows(set, |options, out| unsafe {
        urlsift_find(text.as_ptr().cast(), text.len(), options, out)
    })
}

fn find_html(page: &str, set: &[(Setter, u32)]) -> Vec<Row> {
    // SAFETY: the pointers are valid.
    rows(set, |options, out| unsafe {
        urlsift_find_html(page.as_ptr().cast(), page.len(), options, out)
    })
}

fn show_html(page: &str, set: &[(Setter, u32)]) -> Vec<Row> {
    // SAFETY: the pointers are valid.
    rows(set, |options, out| unsafe {
        urlsift_show_html(page.as_ptr().cast(), page.len(), options, out)
    })
}

fn find_utf16(text: &str) -> Vec<Row> {
    let text: Vec<u16> = text.encode_utf16().collect();
    // SAFETY: the pointers are valid.
    rows(&[], |options, out| unsafe {
        urlsift_find_utf16(text.as_ptr(), text.len(), options, out)
    })
}

fn find_in_message(message: &str) -> Vec<Row> {
    // SAFETY: the pointers are valid.
    rows(&[], |options, out| unsafe {
        urlsift_find_in_message(message.as_ptr().cast(), message.len(), options, out)
    })
}

/// The links that the Rust library finds in a source.
fn expected(source: &Source<'_>) -> Vec<Row> {
    source.links().map(|link| in_rust(&link)).collect()
}

#[test]
fn texts_of_clients() {
    for text in clients::texts() {
        let (plain, page, message) = (&text.text, text.page(), text.message());
        let of_text = urlsift::text(plain);
        for (found, source) in [
            (find(plain, &[]), of_text.clone()),
            (find_utf16(plain), of_text.unit(OffsetUnit::Utf16)),
            (find_html(&page, &[]), urlsift::html(&page)),
            (
                find_in_message(&message),
                urlsift::message(message.as_bytes()),
            ),
        ] {
            assert_eq!(found, expected(&source), "{}", text.name);
            let urls = found.iter().map(|row| (&*row.url, &*row.advice));
            let urls_of_text = text.found().iter().map(String::as_str);
            assert!(urls.eq(iter::zip(urls_of_text, text.advice())));
        }
    }
}

/// The URL that is opened, and the advice on it.
#[test]
fn hostile_texts() {
    let set: [(Setter, u32); 2] = [
        (urlsift_options_set_conforms, URLSIFT_NONE),
        (urlsift_options_set_flags, URLSIFT_UNWRAP),
    ];
    let Hostile { texts, pages } = clients::hostile();
    let texts = texts.iter().map(|text| (text, find(&text.text, &set)));
    let pages = pages.iter().flat_map(|page| {
        let found = [find_html, show_html].map(|find| find(&page.text, &set));
        found.map(|found| (page, found))
    });
    for (text, found) in texts.chain(pages) {
        let found = found.into_iter();
        let found: Vec<_> = found
            .map(|row| (row.absolute.unwrap_or(row.url), row.advice))
            .collect();
        assert_eq!(found, text.links, "{}", text.name);
    }
}
