//! Tests with newsletters in languages that have no spaces, or other punctuation, around a bare URL.

use std::path::PathBuf;

use urlsift_tables::{lines, rows};
use urlsift_tests::cases;

use crate::support::{pty::Pty, run_in};

fn folder() -> PathBuf {
    cases::corpus().join("newsletters")
}

#[track_caller]
fn check(file: &str, urls: &[&str]) {
    let output = run_in(folder(), &["list", "--all", file]);
    assert_eq!((output.status, output.err()), (0, ""), "{file}");
    let found: Vec<_> = output.out().lines().collect();
    assert_eq!(found, urls, "{file}");
}

#[test]
fn japanese_punctuation_and_brackets_end_urls() {
    let urls = lines!("newsletters.toml", "japanese_punctuation_brackets");
    check("ja.eml", &urls);
    // A word without a space before it is a guess.
    let output = run_in(folder(), &["list", "--all", "--also", "ja.eml"]);
    let cut = "\nhttp://www.library.example/form?id=7まで\nhttp://www.library.example/form?id=7\n";
    output.shows(cut);
}

#[test]
fn chinese_punctuation_and_brackets_end_urls() {
    let urls = lines!("newsletters.toml", "chinese_punctuation_brackets");
    check("zh.eml", &urls);
}

#[test]
fn arabic_punctuation_and_directional_marks_end_urls() {
    let urls = lines!("newsletters.toml", "arabic_punctuation_directional");
    check("ar.eml", &urls);
}

#[test]
fn dandas_end_urls_and_joiners_do_not() {
    let urls = [
        "http://www.pustak.example/new",
        "http://www.pustak.example/guide/7",
        "http://www.pustak.example/form?id=7",
        "http://उदाहरण.परीक्षा/क्\u{200d}ष.html",
        "http://www.pustak.example/quote",
        "mailto:leave@lists.example",
    ];
    check("hi.eml", &urls);
}

/// The excerpt wraps wide characters at two columns each, and marks of direction are escaped.
#[test]
fn picker_shows_newsletters() {
    for (file, links, key, expected) in rows!("newsletters.toml", "picker_shows_newsletters") {
        let pty = Pty::shell(&folder(), &format!("urlsift pick {file}"), &[]);
        pty.shows(links);
        pty.resize(58, 24);
        pty.press(&[key]);
        pty.shows(expected);
        pty.quit();
    }
}
