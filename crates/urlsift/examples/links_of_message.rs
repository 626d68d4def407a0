//! Lists the links of a raw message: the part or header field of each link, its URL, and the ranges of its
//! bytes in the message.

use std::{io, ops::ControlFlow};

use urlsift::{End, Kind, Link, ReadOptions, Section, Sifter, Sink, Skip, Span};

#[expect(clippy::print_stdout)]
fn main() {
    links(io::stdin().lock(), &mut |line| println!("{line}"));
}

/// Calls `print` with a line for each link.
pub(crate) fn links(message: impl io::Read, print: &mut dyn FnMut(String)) {
    let reading = ReadOptions::new().kind(Some(Kind::Message));
    let mut sifter = Sifter::new().reading(reading);
    let outcome = sifter.sift(message, &mut Lines(print));
    if let End::Failed { offset, error } = outcome.end {
        print(format!("at byte {offset}: {error}"));
    }
}

struct Lines<'p>(&'p mut dyn FnMut(String));

impl Sink for Lines<'_> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let place = match link.section() {
            Section::Part(part) => format!("part {:?}, {}", part.path(), part.media_type()),
            Section::Header(name) => String::from_utf8_lossy(name).into_owned(),
            _ => String::new(),
        };
        let pieces: Vec<_> = link.pieces().map(Span::range).collect();
        (self.0)(format!("{place}: {} at {pieces:?}", link.url()));
        ControlFlow::Continue(())
    }
}
