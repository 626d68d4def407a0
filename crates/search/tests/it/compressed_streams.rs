//! Streams, compressed and not: the content decides how each is read.

use std::{ops::ControlFlow, path::Path};

use urlsift_search::{Error, FileSink, Format, Link, Searcher, Sink, Skip, Unpacker};

/// The URLs of all files, each after its path.
#[derive(Default)]
struct Urls {
    path: String,
    found: Vec<String>,
    errors: Vec<String>,
}

impl Sink for Urls {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.found.push(format!("{} {url}", self.path));
        ControlFlow::Continue(())
    }
}

impl FileSink for Urls {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.path = path.display().to_string();
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.errors
            .push(format!("{}: {error}", error.path().display()));
    }
}

fn read(searcher: &mut Searcher, name: &str, file: &[u8]) -> Urls {
    let mut urls = Urls::default();
    searcher.read(Path::new(name), file, &mut urls);
    urls
}

const MAIL: &str = "Subject: <http://a.example/1>\n\
    MIME-Version: 1.0\n\
    Content-Type: multipart/alternative; boundary=x\n\
    \n\
    --x\n\
    \n\
    <http://a.example/2>\n\
    --x\n\
    Content-Type: text/html\n\
    \n\
    <p>&lt;http://a.example/3&gt;\n\
    --x--\n";

#[test]
fn all_parts_of_a_message_are_read() {
    let urls = read(&mut Searcher::new(), "a", MAIL.as_bytes());
    let expected = [
        "a http://a.example/1",
        "a http://a.example/2",
        "a http://a.example/3",
    ];
    assert_eq!(urls.found, expected);
    assert!(urls.errors.is_empty(), "{:?}", urls.errors);
}

/// A text in gzip, its data stored (RFC 1951 §3.2.4), without a trailer.
fn cut_gzip(text: &str) -> Vec<u8> {
    let len = u16::try_from(text.len()).expect("a short text");
    let [low, high] = len.to_le_bytes();
    let mut gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    gzip.extend([1, low, high, !low, !high]);
    gzip.extend_from_slice(text.as_bytes());
    gzip
}

#[test]
fn a_compressed_stream_is_unpacked_up_to_where_it_is_cut() {
    let gzip = cut_gzip("see <http://a.example/1> and <http://a.example/2");
    let urls = read(&mut Searcher::new(), "a.gz", &gzip);
    // The rest of the second one is not known.
    assert_eq!(urls.found, ["a.gz http://a.example/1"]);
    let error = format!(
        "a.gz: at byte 48: gzip data ends too early, at byte {}",
        gzip.len()
    );
    assert_eq!(urls.errors, [error]);
}

#[test]
fn a_compressed_stream_is_one_like_any_other_without_an_unpacker() {
    let gzip = cut_gzip("see <http://a.example/1> and <http://a.example/2");
    let urls = read(&mut Searcher::new().unpacking(None), "a.gz", &gzip);
    // The text is stored, and the last candidate ends with the file.
    assert_eq!(urls.found.len(), 2, "{:?}", urls.found);
    assert_eq!(urls.found[0], "a.gz http://a.example/1");
    assert!(urls.errors.is_empty(), "{:?}", urls.errors);
}

#[test]
fn plain_files_do_not_depend_on_the_unpacker() {
    for unpacker in [None, Some(Unpacker::new())] {
        let mut searcher = Searcher::new().unpacking(unpacker);
        let file = b"<http://a.example/1> <URL:news:a@b.example>";
        let urls = read(&mut searcher, "a", file);
        assert_eq!(urls.found, ["a http://a.example/1", "a news:a@b.example"]);
        assert!(urls.errors.is_empty(), "{:?}", urls.errors);
    }
}
