//! Parts of messages on their own, as an IMAP client fetches them: each gives the same results as in its message, at
//! offsets in its body.

use urlsift::{Position, Sifter};
use urlsift_tables::rows;
use urlsift_tests::{archive::found, archiving::a_part_is_as_in_its_message};

/// Returns headers and bodies of parts, with the number of links in each.
fn parts() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    let rows = rows!("parts.toml", "parts").into_iter();
    rows.map(|(header, body, links): (_, _, &str)| (header, body, links.parse().expect("a number")))
}

#[test]
fn each_part_gives_the_same_as_in_its_message() {
    for line_break in ["\n", "\r\n"] {
        let lines = |text: &str| text.replace('\n', line_break).into_bytes();
        for (header, body, links) in parts() {
            let headers = [
                lines(header),
                lines(&format!("{header}\n")),
                lines(header.trim_end()),
            ];
            let found =
                a_part_is_as_in_its_message(&headers[0], &lines(body), &headers, line_break);
            assert_eq!(found, links, "{header} | {body}");
        }
    }
}

/// Whatever the header is, none of it is read as the body.
#[test]
fn no_header_extends_into_the_body() {
    let body = b"<http://body.example/>\n";
    let long = "X-Filler: <http://header.example/>\n".repeat(10_000);
    for header in [
        "no field <http://header.example/>\n",
        "A: b\n\n<http://header.example/>\n",
        "A: b\n\n<http://header.example/\n",
        "<http://header.example/",
        "A: b\n--x\nContent-Type: text/plain\n--x",
        "From a@b.example Mon Jan 30 09:12:04 1995\nA: b\n",
        ">From a@b.example Mon Jan 30 09:12:04 1995\n\n",
        " folded\n",
        "\r\n\r\n\r\nA: <http://header.example/>\r\n",
        "\0\n\u{feff}A: b\n",
        &long,
    ] {
        let part = found::sift_part(&mut Sifter::new().positions(true), header.as_bytes(), body);
        let [found] = &part.found[..] else {
            panic!("{:?} {:?}", &header[..header.len().min(100)], part.found)
        };
        assert_eq!(found.span, (0, 22), "{header:?}");
        assert_eq!(found.position, Some(Position { line: 1, column: 1 }));
        assert_eq!(part.stats.bytes, body.len() as u64);
        assert_eq!(part.warnings, [], "{header:?}");
    }
}

#[test]
fn warnings_have_offsets_in_the_body() {
    // One part too many: the rest is a single text.
    let header = b"Content-Type: multipart/mixed; boundary=b\r\n";
    let body = "--b\r\n\r\n".repeat(10_100);
    let part = found::sift_part(&mut Sifter::new(), header, body.as_bytes());
    let [(offset, "many-parts")] = part.warnings[..] else {
        panic!("{:?}", part.warnings)
    };
    let before = "Content-Type: multipart/mixed; boundary=outer\n\n\
                  --outer\n\na\n--outer\nContent-Type: multipart/mixed; boundary=b\n\n";
    let message = [before, &body, "\n--outer--\n"].concat();
    let whole = found::sift(&mut Sifter::new(), message.as_bytes());
    // There, the outer multipart and the part before count as well: two parts of eight bytes fewer.
    let [(in_whole, "many-parts")] = whole.warnings[..] else {
        panic!("{:?}", whole.warnings)
    };
    let expected = in_whole - before.len() as u64 + 2 * "--b\r\n\r\n".len() as u64;
    assert_eq!(offset, expected);
}
