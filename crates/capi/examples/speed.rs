//! Compares the time of `urlsift_find`, links read, with that of `urlsift::text(...).links()`, in turns, for a text of
//! 2 kB:
//! `cargo run --profile dist --package urlsift-capi --example speed`.

use std::{hint::black_box, mem::MaybeUninit, ptr, time::Instant};

use urlsift::Delimiter;
use urlsift_capi::{
    Link, Links, URLSIFT_OK, urlsift_find, urlsift_links_free, urlsift_links_get, urlsift_links_len,
};

const ROUNDS: usize = 300;
const CALLS: u32 = 100;

/// A reply with links of the usual forms.
fn text() -> String {
    let paragraph = "> Marta writes that the notes are in <URL:ftp://ftp.physics.uni.example/pub/\n\
        > preprints/lattice.ps.gz>, and that she does not know when they change. The\n\
        > list of errata is short.\n\n\
        We mirror it at night, when the line is idle: <http://www.library.example/~ruth/>.\n\
        Send corrections to <mailto:ruth@library.example>; I have asked her twice, and she\n\
        answers within a week.\n\n";
    let mut text = paragraph.repeat(6);
    text.truncate(2_000);
    text
}

/// Calls the C library, reads all links, and returns their number.
fn call_c(text: &str) -> usize {
    let mut links: *mut Links = ptr::null_mut();
    // SAFETY: all pointers are valid.
    let status = unsafe {
        urlsift_find(
            text.as_ptr().cast(),
            text.len(),
            ptr::null(),
            &raw mut links,
        )
    };
    assert_eq!(status, URLSIFT_OK);
    // SAFETY: the links are valid.
    let len = unsafe { urlsift_links_len(links) };
    for index in 0..len {
        let mut link = MaybeUninit::<Link>::uninit();
        // SAFETY: both are valid.
        let status =
            unsafe { urlsift_links_get(links, index, link.as_mut_ptr(), size_of::<Link>()) };
        assert_eq!(status, URLSIFT_OK);
        black_box(&link);
    }
    // SAFETY: they are not used from here on.
    unsafe { urlsift_links_free(links) };
    len
}

/// Finds the same links in Rust: the standard and the parts of each, and its pieces.
fn call_rust(text: &str) -> usize {
    let links = urlsift::text(text).kinds(Delimiter::DELIMITED).links();
    let wanted = links.filter(|link| link.conformance().reaches(urlsift::Conformance::Whatwg));
    wanted
        .inspect(|link| {
            black_box((
                link.url(),
                link.scheme(),
                link.host(),
                link.verdict().warnings(),
            ));
            link.pieces().for_each(|piece| {
                black_box(piece);
            });
        })
        .count()
}

/// Returns the nanoseconds of a call.
fn measure(function: impl Fn() -> usize) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(function());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

#[expect(clippy::print_stdout)]
fn main() {
    let text = text();
    assert_eq!(call_c(&text), call_rust(&text));
    let mut least = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let round = [
            measure(|| call_c(black_box(&text))),
            measure(|| call_rust(black_box(&text))),
            measure(|| {
                let source = urlsift::text(black_box(&text)).kinds(Delimiter::DELIMITED);
                source.links().count()
            }),
        ];
        for (least, ns) in least.iter_mut().zip(round) {
            *least = least.min(ns);
        }
    }
    let [c, rust, found] = least;
    println!(
        "{} bytes, {} links, least of {ROUNDS} rounds",
        text.len(),
        call_c(&text)
    );
    println!("urlsift_find, links read: {c:.0} ns");
    println!(
        "urlsift::text(...).links(), links read: {rust:.0} ns, C : Rust {:.2}",
        c / rust
    );
    println!(
        "urlsift::text(...).links(), only found: {found:.0} ns, C : Rust {:.2}",
        c / found
    );
}
