//! Lists the links of a raw message: the part or header field of each link, its URL, and the ranges of its
//! bytes in the message.

use std::{io, ops::ControlFlow};

use urlsift::{End, Kind, LinkRef, ReadOptions, Sifter, Sink, Skip, Span};

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
    fn link(&mut self, link: &LinkRef<'_>) -> ControlFlow<Skip> {
        let message = link.message().expect("it is read as a message");
        let place = match (message.part(), message.header()) {
            (Some(part), _) => format!("part {part:?}, {}", message.media_type().unwrap_or("-")),
            (None, name) => String::from_utf8_lossy(name.unwrap_or_default()).into_owned(),
        };
        let url = String::from_utf8_lossy(link.candidate().url());
        let pieces: Vec<_> = link.pieces().map(Span::range).collect();
        (self.0)(format!("{place}: {url} at {pieces:?}"));
        ControlFlow::Continue(())
    }
}
