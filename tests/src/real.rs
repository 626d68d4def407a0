//! Real mail and news, where it lies beside the checkout (`../shared/archives`): reads it.

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

/// The archives, or nothing where there are none. Says so then, for a person to see.
#[must_use]
pub fn archives() -> Option<PathBuf> {
    let archives = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/archives");
    let found = archives.is_dir();
    if !found {
        skip("no archives lie beside this checkout");
    }
    found.then_some(archives)
}

/// Says that a test has not been run, and why.
pub fn skip(reason: &str) {
    #[expect(clippy::print_stderr, reason = "a skipped test says so")]
    {
        eprintln!("skipped: {reason}");
    }
}

/// Every file of a folder, unpacked if it is a gzip file.
///
/// # Panics
///
/// If one of them cannot be read.
pub fn texts(folder: &Path) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    Inputs::new([folder.to_path_buf()]).map(|input| {
        let path = input.expect("a readable folder").path().to_path_buf();
        let mut text = fs::read(&path).expect("a readable file");
        if text.starts_with(b"\x1f\x8b") {
            let mut unpacked = Vec::new();
            let mut decoder = MultiGzDecoder::new(&text[..]);
            decoder
                .read_to_end(&mut unpacked)
                .expect("a whole gzip file");
            text = unpacked;
        }
        (path, text)
    })
}

/// The name of a file inside a folder, with `/` between its parts.
#[must_use]
pub fn name_in(folder: &Path, path: &Path) -> String {
    let name = path.strip_prefix(folder).unwrap_or(path);
    let parts = name.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// What a file is taken for.
///
/// # Panics
///
/// If nothing is said of it.
#[must_use]
pub fn kind_of(file: &[u8]) -> Kind {
    let mut told = Told(None);
    // It breaks off as soon as the kind is told.
    let _ = Walker::new(prefiltering::reading()).push(file, Rest::Nothing, &mut told);
    told.0.expect("the kind of each file is told")
}

/// Takes the kind of a file, and nothing else.
struct Told(Option<Kind>);

impl Visitor for Told {
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

/// Gives every link of a file to a function, in the order of the file.
///
/// # Panics
///
/// If reading fails, which it cannot.
pub fn each_link(sifter: &mut Sifter, file: &[u8], take: impl FnMut(&Link<'_>)) {
    let outcome = sifter.sift(file, &mut Each(take));
    let is_whole = matches!(outcome.end, End::Complete);
    assert!(is_whole, "a slice can be read: {outcome:?}");
}

struct Each<F>(F);

impl<F: FnMut(&Link<'_>)> Sink for Each<F> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        (self.0)(link);
        ControlFlow::Continue(())
    }
}
