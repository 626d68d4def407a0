//! Real mail and news in `../shared/archives`, next to the checkout, if present.

use std::{
    fs,
    io::Read,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use urlsift::{
    End, Kind, Link, Sifter, Sink, Skip,
    archive::{Message, Rest, TextUnit, Visitor, Walker},
};
use urlsift_search::Inputs;

use crate::prefiltering;

/// Returns the directory of the archives, or reports that the test is skipped and returns `None`.
#[must_use]
pub fn archives() -> Option<PathBuf> {
    let archives = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/archives");
    let found = archives.is_dir();
    if !found {
        skip("no archives next to this checkout");
    }
    found.then_some(archives)
}

/// Reports that a test is skipped, and why.
pub fn skip(reason: &str) {
    #[expect(clippy::print_stderr, reason = "a skipped test reports it")]
    {
        eprintln!("skipped: {reason}");
    }
}

/// Returns every file of a directory, decompressed if it is a gzip file.
///
/// # Panics
///
/// If a file cannot be read.
pub fn texts(directory: &Path) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    Inputs::new([directory.to_path_buf()]).map(|input| {
        let path = input.expect("a readable directory").path().to_path_buf();
        let mut text = fs::read(&path).expect("a readable file");
        if text.starts_with(b"\x1f\x8b") {
            let mut unpacked = Vec::new();
            let mut decoder = MultiGzDecoder::new(&text[..]);
            decoder
                .read_to_end(&mut unpacked)
                .expect("a complete gzip file");
            text = unpacked;
        }
        (path, text)
    })
}

/// Returns the path of a file relative to a directory, with `/` separators.
#[must_use]
pub fn name_in(directory: &Path, path: &Path) -> String {
    let name = path.strip_prefix(directory).unwrap_or(path);
    let parts = name.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Returns the kind that a file is recognised as.
///
/// # Panics
///
/// If no kind is reported.
#[must_use]
pub fn kind_of(file: &[u8]) -> Kind {
    let mut visitor = KindVisitor(None);
    // The visitor breaks after the kind is reported.
    let _ = Walker::new(prefiltering::read_options()).push(file, Rest::Nothing, &mut visitor);
    visitor.0.expect("the kind of each file is reported")
}

/// A visitor that records only the kind of a file.
struct KindVisitor(Option<Kind>);

impl Visitor for KindVisitor {
    fn recognised(&mut self, kind: Kind) {
        self.0 = Some(kind);
    }

    fn message(&mut self, _: &Message<'_>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn begin(&mut self, _: &TextUnit<'_>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Calls a function with every link of a file, in order.
///
/// # Panics
///
/// If reading fails.
pub fn each_link(sifter: &mut Sifter, file: &[u8], take: impl FnMut(&Link<'_>)) {
    let outcome = sifter.sift(file, &mut LinkSink(take));
    let is_complete = matches!(outcome.end, End::Complete);
    assert!(is_complete, "reading from memory cannot fail: {outcome:?}");
}

struct LinkSink<F>(F);

impl<F: FnMut(&Link<'_>)> Sink for LinkSink<F> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        (self.0)(link);
        ControlFlow::Continue(())
    }
}
