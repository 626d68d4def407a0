//! Mail as MIME has it: most of its texts are encoded.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::text::{Dice, Text};

/// Groups of messages in the block that is repeated.
const GROUPS: u64 = 200;

/// The hits of a group that can be found as it is written, and those that must be decoded.
const PLAIN: u64 = 1;
const ENCODED: u64 = 3;

/// An mbox: plain text; the same in quoted-printable and in HTML; base64; a picture.
#[must_use]
pub fn text() -> Text {
    let mut dice = Dice(7);
    let block: String = (0..GROUPS).map(|_| dice.group()).collect();
    Text::new("mime.mbox", block, GROUPS * (PLAIN + ENCODED))
}

/// How many hits of such a text of about this size are found only as they are decoded.
#[must_use]
pub fn hits_of_encoded(text: &Text, size: usize) -> u64 {
    text.hits(size) / (PLAIN + ENCODED) * ENCODED
}

impl Dice {
    /// Five messages, four hits.
    fn group(&mut self) -> String {
        let envelope = "From jane@a.example Mon Jan 30 09:12:04 1995\nFrom: jane@a.example\n";
        let number = self.roll(10_000);
        let plain = format!("{}<http://a.example/{number}>\n", self.prose());
        let quoted = self.prose() + "=3Chttp://a.example/=\nb=3E\n";
        let page = format!("<p>{}&lt;http://a.example/c&gt;</p>\n", self.prose());
        let encoded = in_lines(&(self.prose() + "<http://a.example/d>\r\n"));
        let picture = in_lines(&self.prose().repeat(4));
        let bodies = [
            format!("Subject: a\n\n{plain}"),
            format!(
                "Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\n\
                 Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n\
                 {quoted}--=_b\nContent-Type: text/html; charset=iso-8859-1\n\n{page}--=_b--\n"
            ),
            format!("Content-Transfer-Encoding: base64\n\n{encoded}"),
            format!(
                "Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\nContent-Type: image/png\n\
                 Content-Transfer-Encoding: base64\n\n{picture}--=_b--\n"
            ),
        ];
        bodies.map(|body| format!("{envelope}{body}\n")).concat()
    }

    fn prose(&mut self) -> String {
        (0..20).map(|_| self.prose_line()).collect()
    }
}

/// RFC 2045 §6.8: lines of 76 characters.
fn in_lines(text: &str) -> String {
    let lines = text.as_bytes().chunks(57);
    lines.map(|line| STANDARD.encode(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow, path::Path};

    use urlsift::{Error, Kind, Link, Reading, Sifter, Sink, Skip};

    use super::*;

    struct Count(u64);

    impl Sink for Count {
        fn link(&mut self, _link: &Link<'_>) -> ControlFlow<Skip> {
            self.0 += 1;
            ControlFlow::Continue(())
        }

        fn error(&mut self, error: Error) {
            panic!("a slice can be read: {error}");
        }
    }

    #[test]
    fn its_hits_are_those_that_it_says() {
        let text = text();
        let bytes = text.bytes(1);
        let encoded = hits_of_encoded(&text, 1);
        let plain = text.hits(1) - encoded;
        assert_eq!((plain, encoded), (GROUPS * PLAIN, GROUPS * ENCODED));
        for (kind, hits) in [(Kind::Text, plain), (Kind::Mboxo, text.hits(1))] {
            let mut count = Count(0);
            let reading = Reading::new().kind(Some(kind));
            let mut sifter = Sifter::new().reading(reading);
            sifter.sift(Path::new("file"), &bytes[..], &mut count);
            assert_eq!(count.0, hits, "{kind}");
        }
    }
}
