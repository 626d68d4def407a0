//! Tests with newsletters in languages that have no spaces, or other punctuation, around a bare URL.

use std::path::PathBuf;

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
    let urls = [
        "http://www.library.example/new/2006/11.html",
        "http://www.library.example/guide.html",
        "http://www.library.example/form?id=7まで",
        "http://catalog.example/検索",
        "http://www.library.example/map/",
        "http://www.library.example/map/access.html",
        "http://www.library.example/stop",
        "mailto:info@library.example",
    ];
    check("ja.eml", &urls);
    // A word without a space before it is a guess.
    let output = run_in(folder(), &["list", "--all", "--also", "ja.eml"]);
    let cut = "\nhttp://www.library.example/form?id=7まで\nhttp://www.library.example/form?id=7\n";
    assert!(output.out().contains(cut), "{}", output.out());
}

#[test]
fn chinese_punctuation_and_brackets_end_urls() {
    let urls = [
        "http://www.books.example/2006/7/",
        "http://www.books.example/new",
        "http://www.books.example/talk?id=12&p=3",
        "http://www.books.example/quote",
        "http://review.example/书评/7",
        "mailto:leave@lists.example",
        "http://例子.测试/帮助",
    ];
    check("zh.eml", &urls);
}

#[test]
fn arabic_punctuation_and_directional_marks_end_urls() {
    let urls = [
        "http://www.maktaba.example/new/",
        "http://www.maktaba.example/guide",
        "http://www.maktaba.example/visit",
        "http://www.maktaba.example/form?id=7",
        "http://www.maktaba.example/rtl",
        "http://www.maktaba.example/quote",
        "http://مثال.إختبار/صفحة",
        "mailto:leave@lists.example",
    ];
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
    for (file, links, key, expected) in [
        (
            "ja.eml",
            "8 links",
            "3",
            "  ださい。詳細はhttp://www.library.example/guide.html。お\n  申し込みは\n  http://www.library.example/form?id=7まで。\n",
        ),
        (
            "zh.eml",
            "7 links",
            "3",
            "  新书（《http://www.books.example/new》）已上架；作者访谈\n  ：http://www.books.example/talk?id=12&p=3。\n",
        ),
        (
            "ar.eml",
            "8 links",
            "5",
            "  \\u{200f}http://www.maktaba.example/rtl\\u{200f} وكذلك\n",
        ),
        (
            "hi.eml",
            "6 links",
            "2",
            "  मार्गदर्शिका http://www.pustak.example/guide/7। आवेदन\n",
        ),
    ] {
        let pty = Pty::shell(&folder(), &format!("urlsift pick {file}"), &[]);
        pty.shows(links);
        pty.resize(58, 24);
        pty.press(&[key]);
        pty.shows(expected);
        pty.quit();
    }
}
