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

/// An mbox of which most is attachments, each in a message with one hit.
#[must_use]
pub fn attachments() -> Text {
    let mut dice = Dice(8);
    let messages = 4;
    let block: String = (0..messages).map(|_| dice.attachment()).collect();
    Text::new("attachments.mbox", block, messages)
}

/// Mboxes of one message, however long they are: its text as it is, in base64, as a page of HTML.
#[must_use]
pub fn one_message() -> [Text; 3] {
    const BLOCKS: u64 = 200;
    let mut dice = Dice(9);
    let mut text = |name, fields: &str, block: fn(&mut Dice) -> String| {
        let block: String = (0..BLOCKS).map(|_| block(&mut dice)).collect();
        Text::new(name, block, BLOCKS)
            .behind(format!("{ENVELOPE}{fields}\n"))
            .ending("\n", 0)
    };
    [
        text("one-text", "Subject: a\n", Dice::plain),
        text(
            "one-base64",
            "Content-Transfer-Encoding: base64\n",
            |dice| {
                let mut plain = dice.plain();
                // So that a line in base64 ends with the text, and another one may follow.
                while plain.len() % OF_LINE != 0 {
                    plain.push('\n');
                }
                in_lines(plain.as_bytes())
            },
        ),
        text("one-html", "Content-Type: text/html\n", Dice::page),
    ]
}

/// What each message begins with.
const ENVELOPE: &str = "From jane@a.example Mon Jan 30 09:12:04 1995\nFrom: jane@a.example\n";

impl Dice {
    /// Four messages, four hits.
    fn group(&mut self) -> String {
        let plain = self.plain();
        let quoted = self.prose() + "=3Chttp://a.example/=\nb=3E\n";
        let page = self.page();
        let encoded = in_lines((self.prose() + "<http://a.example/d>\r\n").as_bytes());
        let picture = in_lines(self.prose().repeat(4).as_bytes());
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
        bodies.map(|body| format!("{ENVELOPE}{body}\n")).concat()
    }

    /// A text, and a file of a hundred kilobytes.
    fn attachment(&mut self) -> String {
        let plain = self.plain();
        let bytes: Vec<u8> = (0..100_000).map(|_| self.roll(256) as u8).collect();
        let file = in_lines(&bytes);
        format!(
            "{ENVELOPE}Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n\n{plain}--=_b\n\
             Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n\
             {file}--=_b--\n\n"
        )
    }

    fn plain(&mut self) -> String {
        let number = self.roll(10_000);
        format!("{}<http://a.example/{number}>\n", self.prose())
    }

    fn page(&mut self) -> String {
        format!("<p>{}&lt;http://a.example/c&gt;</p>\n", self.prose())
    }

    fn prose(&mut self) -> String {
        (0..20).map(|_| self.prose_line()).collect()
    }
}

/// So many bytes are a line of 76 characters, the most that RFC 2045 §6.8 allows.
const OF_LINE: usize = 57;

fn in_lines(bytes: &[u8]) -> String {
    let lines = bytes.chunks(OF_LINE);
    lines.map(|line| STANDARD.encode(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use urlsift::{End, Kind, Link, ReadOptions, Sifter, Sink, Skip};

    use super::*;

    struct Count(u64);

    impl Sink for Count {
        fn link(&mut self, _link: &Link<'_>) -> ControlFlow<Skip> {
            self.0 += 1;
            ControlFlow::Continue(())
        }
    }

    /// How many hits are found in it as a file of this kind.
    fn hits(bytes: &[u8], kind: Kind) -> u64 {
        let mut count = Count(0);
        let reading = ReadOptions::new().kind(Some(kind));
        let mut sifter = Sifter::new().reading(reading);
        let outcome = sifter.sift(bytes, &mut count);
        assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
        count.0
    }

    #[test]
    fn its_hits_are_those_that_it_says() {
        let text = text();
        let bytes = text.bytes(1);
        let encoded = hits_of_encoded(&text, 1);
        let plain = text.hits(1) - encoded;
        assert_eq!((plain, encoded), (GROUPS * PLAIN, GROUPS * ENCODED));
        assert_eq!(hits(&bytes, Kind::Text), plain);
        assert_eq!(hits(&bytes, Kind::Mboxo), text.hits(1));
    }

    #[test]
    fn attachments_hide_no_hits() {
        let text = attachments();
        let bytes = text.bytes(1);
        for kind in [Kind::Text, Kind::Mboxo] {
            assert_eq!(hits(&bytes, kind), text.hits(1), "{kind}");
        }
        // So the goals of real attachments fit.
        let lines = bytes.split(|&byte| byte == b'\n');
        let encoded = lines.filter(|line| line.len() == 76).count() * 77;
        assert!(encoded * 100 / bytes.len() > 95, "{encoded}");
    }

    #[test]
    fn one_message_has_all_hits() {
        for text in one_message() {
            for size in [1, 1_000_000] {
                let bytes = text.bytes(size);
                let name = text.name();
                assert_eq!(hits(&bytes, Kind::Mboxo), text.hits(size), "{name}");
            }
        }
    }
}
