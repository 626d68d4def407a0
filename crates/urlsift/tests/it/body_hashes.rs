//! The hashes of bodies.

use std::ops::ControlFlow;

use urlsift::{Kind, Link, MessageEnd, ReadOptions, Sifter, Sink, Skip};

#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    links: usize,
    /// The offset, the number of links so far, and the hash of each message.
    ends: Vec<(u64, usize, Option<[u8; 16]>)>,
}

impl Sink for Ends {
    fn link(&mut self, _: &Link<'_>) -> ControlFlow<Skip> {
        self.links += 1;
        ControlFlow::Continue(())
    }

    fn message_end(&mut self, end: &MessageEnd) {
        self.ends.push((end.offset, self.links, end.body_hash));
    }
}

fn hash(body: &[u8]) -> Option<[u8; 16]> {
    let hash = blake3::hash(body);
    hash.as_bytes()[..16].try_into().ok()
}

fn ends(bytes: &[u8], kind: Option<Kind>, block: usize) -> Ends {
    let mut ends = Ends::default();
    let mut sifter = Sifter::new()
        .reading(ReadOptions::new().kind(kind))
        .body_hashes(true)
        .block_size(block);
    let _ = sifter.sift(bytes, &mut ends);
    ends
}

const LINK: &str = "<http://a.example/>";

#[test]
fn a_message_ends_after_its_links_and_has_the_hash_of_its_body() {
    let multipart = format!(
        "--b\r\nContent-Type: text/plain\r\n\r\n{LINK}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n\
         Subject: inner\r\n\r\n{LINK}\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: \
         quoted-printable\r\n\r\nSubject: inner\r\n\r\n=3Chttp://b.example/>\r\n--b--\r\n"
    );
    let bodies = [format!("{LINK}\n>From x\n\n\n"), multipart, LINK.to_owned()];
    let heads = [
        "Subject: one\n\n",
        "Subject: two\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
        "Subject: three\n\n",
    ];
    let separator = "From joe@host Tue Jan  7 12:00:00 1997\n";
    let mut mbox = String::new();
    let mut expected = Vec::new();
    for ((head, body), links) in heads.iter().zip(&bodies).zip([1, 4, 5]) {
        let hash = hash(body.replace("\r\n", "\n").as_bytes());
        expected.push((mbox.len() as u64, links, hash));
        mbox.extend([separator, head, body, "\n"]);
    }
    // The last one has an LF at its end, but no empty line.
    expected[2].2 = hash(format!("{LINK}\n").as_bytes());
    for block in [1 << 20, 1000, 7, 1] {
        let found = ends(mbox.as_bytes(), None, block);
        assert_eq!(found.ends, expected, "blocks of {block}");
    }
}

#[test]
fn one_message_per_file_has_no_separator() {
    let message = format!("Subject: one\n\n{LINK}\n\n");
    let found = ends(message.as_bytes(), Some(Kind::Message), 1 << 20);
    let expected = hash(format!("{LINK}\n\n").as_bytes());
    assert_eq!(found.ends, [(0, 1, expected)]);
    let text = ends(LINK.as_bytes(), Some(Kind::Text), 100);
    assert_eq!((text.links, text.ends.len()), (1, 0));
}

#[test]
fn a_link_in_the_header_belongs_to_a_message_without_a_body() {
    let message = format!("X-Url: {LINK}\n");
    let found = ends(message.as_bytes(), Some(Kind::Message), 1 << 20);
    assert_eq!(found.ends, [(0, 1, hash(b""))]);
}

#[test]
fn hashes_are_only_computed_on_request() {
    let mut found = Ends::default();
    let message = format!("Subject: one\n\n{LINK}\n");
    let mut sifter = Sifter::new().reading(ReadOptions::new().kind(Some(Kind::Message)));
    let _ = sifter.sift_slice(message.as_bytes(), &mut found);
    assert_eq!(found.ends, [(0, 1, None)]);
}
