//! Text files in charsets that are guessed. They are made from texts in UTF-8 that are not part of the repository: a
//! folder with them is named by `URLSIFT_TEXTS`.

use std::{env, fs, ops::ControlFlow, path::Path};

use encoding_rs::{BIG5, EUC_JP, Encoding, GBK, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use urlsift::{Link, Sifter, Sink, Skip};
use urlsift_scan::Config;

/// The number of letters outside ASCII without which a text has no charset to guess.
const MIN_LETTERS: usize = 20;

#[derive(Default)]
struct Urls(Vec<Vec<u8>>);

impl Sink for Urls {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.0.push(link.url_bytes().to_vec());
        ControlFlow::Continue(())
    }
}

fn urls(text: &[u8]) -> Vec<Vec<u8>> {
    let mut urls = Urls::default();
    let _ = Sifter::with(Config::new().undelimited(true)).sift(text, &mut urls);
    urls.0
}

/// Adds the texts in UTF-8 below a folder.
fn add_texts(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_texts(&path, texts);
        } else if let Ok(text) = String::from_utf8(fs::read(&path).expect("a file")) {
            texts.push(text);
        }
    }
}

/// Returns the lines of a text that an encoding can write, encoded and not.
fn lines_in<'t>(encoding: &'static Encoding, text: &'t str) -> (Vec<u8>, String) {
    let is_written = |line: &&'t str| {
        let (bytes, _, has_lost) = encoding.encode(line);
        !has_lost && encoding.decode_without_bom_handling(&bytes).0 == **line
    };
    let lines: String = text.split_inclusive('\n').filter(is_written).collect();
    (encoding.encode(&lines).0.into_owned(), lines)
}

#[test]
fn texts_have_the_same_links_in_each_charset() {
    let Some(folder) = env::var_os("URLSIFT_TEXTS") else {
        return;
    };
    let mut texts = Vec::new();
    add_texts(Path::new(&folder), &mut texts);
    let charsets = [
        SHIFT_JIS,
        EUC_JP,
        GBK,
        BIG5,
        KOI8_R,
        WINDOWS_1251,
        WINDOWS_1252,
    ];
    for encoding in charsets {
        let (mut all, mut same) = (0, 0);
        for text in &texts {
            let (bytes, lines) = lines_in(encoding, text);
            let is_letter = |char: &char| char.is_alphabetic() && !char.is_ascii();
            if lines.chars().filter(is_letter).count() < MIN_LETTERS {
                continue;
            }
            let (expected, found) = (urls(lines.as_bytes()), urls(&bytes));
            all += expected.len().max(found.len());
            same += expected.iter().filter(|url| found.contains(url)).count();
        }
        assert!(
            all > 0 && same * 100 >= all * 99,
            "{}: {same} of {all}",
            encoding.name()
        );
    }
}
