//! The answer of the library. Only this module of the crate uses its API.

use std::ops::ControlFlow;

use urlsift::{Kind, Link, ReadOptions, Sifter, Sink, Skip};

struct Count(u64);

impl Sink for Count {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        std::hint::black_box(link.verdict().conformance());
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Finds and validates all links, and returns their number.
///
/// With `as_text`, reads the bytes as plain text instead of detecting their kind. With `positions`, also computes
/// lines and columns.
#[must_use]
pub fn links(bytes: &[u8], as_text: bool, positions: bool) -> u64 {
    let options = ReadOptions::new().kind(as_text.then_some(Kind::Text));
    let mut sifter = Sifter::new().reading(options).positions(positions);
    let mut count = Count(0);
    // Reading a slice does not fail.
    let _ = sifter.sift_slice(bytes, &mut count);
    count.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Text, density, hostile, mail};

    fn assert_links(text: &Text, size: usize, as_text: bool) {
        let expected = if as_text {
            text.links_as_text(size)
        } else {
            text.links(size)
        };
        let found = links(&text.bytes(size), as_text, false);
        assert_eq!(
            found,
            expected,
            "{}, {size} bytes, text: {as_text}",
            text.name()
        );
    }

    #[test]
    fn texts_have_the_links_they_declare() {
        for text in density::all().into_iter().chain(hostile::texts()) {
            for size in [16 << 10, 48 << 10] {
                assert_links(&text, size, true);
            }
        }
    }

    #[test]
    fn mail_has_the_links_it_declares() {
        for text in mail::all().expect("the corpus") {
            assert_links(&text, 1, false);
            assert_links(&text, 1, true);
        }
        for text in mail::one_message().iter().chain(&hostile::archives()) {
            for size in [32 << 10, 64 << 10] {
                assert_links(text, size, false);
            }
        }
        assert_eq!(links(mail::message(7).as_bytes(), false, false), 1);
    }
}
