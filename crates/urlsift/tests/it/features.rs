//! What is read with each feature and without it: what can be read gives the same.

use std::{ops::ControlFlow, path::Path};

use urlsift::{Error, Link, Sifter, Sink, Skip};

/// The URLs of all files, each behind its path.
#[derive(Default)]
struct Urls {
    path: String,
    found: Vec<String>,
    errors: Vec<String>,
}

impl Sink for Urls {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.path = path.display().to_string();
        ControlFlow::Continue(())
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.found.push(format!("{} {url}", self.path));
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.errors
            .push(format!("{}: {error}", error.path().display()));
    }
}

fn sift(name: &str, file: &[u8]) -> Urls {
    let mut urls = Urls::default();
    Sifter::new().sift(Path::new(name), file, &mut urls);
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
fn only_parts_that_are_html_depend_on_the_feature_html() {
    let mut expected = vec!["a http://a.example/1", "a http://a.example/2"];
    if cfg!(feature = "html") {
        expected.push("a http://a.example/3");
    }
    assert_eq!(sift("a", MAIL.as_bytes()).found, expected);
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
fn packed_files_are_files_like_any_other_without_the_feature_compress() {
    let gzip = cut_gzip("see <http://a.example/1> and <http://a.example/2");
    let urls = sift("a.gz", &gzip);
    assert_eq!(urls.found[0], "a.gz http://a.example/1");
    if cfg!(feature = "compress") {
        // How the second one goes on is not known.
        assert_eq!(urls.found.len(), 1);
        let error = format!(
            "a.gz: at byte 48: gzip ends too early, at its byte {}",
            gzip.len()
        );
        assert_eq!(urls.errors, [error]);
    } else {
        assert_eq!(urls.found.len(), 2, "what is stored is there");
        assert!(urls.errors.is_empty());
    }
}

#[test]
fn what_is_not_packed_does_not_depend_on_any_feature() {
    let urls = sift("a", b"<http://a.example/1> <URL:news:a@b.example>");
    assert_eq!(urls.found, ["a http://a.example/1", "a news:a@b.example"]);
    assert!(urls.errors.is_empty());
}
