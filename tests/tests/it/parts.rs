//! Parts of messages on their own, as an IMAP client fetches them: each gives the same results as in its message, at
//! offsets in its body.

use urlsift::{Kind, Position, ReadOptions, Sifter};
use urlsift_tables::rows;
use urlsift_tests::archive::found::{self, Found, Sifted, position};

/// Returns headers and bodies of parts, with the number of links in each.
fn parts() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    let rows = rows!("parts.toml", "parts").into_iter();
    rows.map(|(header, body, links): (_, _, &str)| (header, body, links.parse().expect("a number")))
}

/// Returns the text of a message before the body of the part, and the text after it.
fn around(header: &str) -> (String, &'static str) {
    let before = format!(
        "Subject: <http://before.example/>\nContent-Type: multipart/mixed; boundary=outer\n\n\
         --outer\n\n<http://before.example/>\n--outer\n{header}\n"
    );
    (before, "\n--outer--\n<http://after.example/>\n")
}

/// Returns a link without what depends on the message around the part.
fn portable(found: &Found) -> impl PartialEq + std::fmt::Debug + use<> {
    let media_type = found.message.as_ref();
    let media_type = media_type.and_then(|message| message.media_type.clone());
    let pieces = found.pieces.clone();
    let location = (found.span, pieces, found.position);
    (
        found.scanned.clone(),
        location,
        media_type,
        found.base.clone(),
    )
}

/// Moves all results to offsets in the body, which begins after `before`.
fn relative_to_body(mut sifted: Sifted, before: &[u8]) -> Sifted {
    let start = before.len();
    let Position { line, .. } = position(before, start);
    let in_body = |(from, _): (usize, usize)| from >= start;
    let to = |location: &mut (usize, usize)| *location = (location.0 - start, location.1 - start);
    let to_line = |position: &mut Option<Position>| {
        position.as_mut().expect("positions are wanted").line -= line - 1;
    };
    sifted.found.retain(|found| in_body(found.span));
    for found in &mut sifted.found {
        to(&mut found.span);
        found.pieces.iter_mut().for_each(to);
        to_line(&mut found.position);
    }
    sifted.rejected.retain(|(_, span, _)| in_body(*span));
    for (_, span, position) in &mut sifted.rejected {
        to(span);
        to_line(position);
    }
    sifted
        .warnings
        .retain(|&(offset, _)| offset >= start as u64);
    for (offset, _) in &mut sifted.warnings {
        *offset -= start as u64;
    }
    sifted
}

#[test]
fn each_part_gives_the_same_as_in_its_message() {
    // The header fields of the part, and those inside it, are not scanned.
    let options = ReadOptions::new().kind(Some(Kind::Message)).headers(false);
    let mut whole = Sifter::new().reading(options).positions(true);
    let mut alone = Sifter::new().positions(true);
    for crlf in [false, true] {
        let lines = |text: &str| {
            let line_break = if crlf { "\r\n" } else { "\n" };
            text.replace('\n', line_break).into_bytes()
        };
        for (header, body, links) in parts() {
            let (before, after) = around(header);
            let (before, body, after) = (lines(&before), lines(body), lines(after));
            let message = [&before[..], &body, &after].concat();
            let mut expected = found::sift(&mut whole, &message[..]);
            let end = before.len() + body.len();
            expected.found.retain(|found| found.span.0 < end);
            expected.rejected.retain(|(_, span, _)| span.0 < end);
            let expected = relative_to_body(expected, &before);
            assert_eq!(expected.found.len(), links, "{}", message.escape_ascii());
            let with_end = [lines(header), lines("\n")].concat();
            let without_break = &lines(header.trim_end())[..];
            for header in [&lines(header)[..], &with_end, without_break] {
                let case = format!("{} | {}", header.escape_ascii(), body.escape_ascii());
                let part = found::sift_part(&mut alone, header, &body);
                let found: Vec<_> = part.found.iter().map(portable).collect();
                let expected_links: Vec<_> = expected.found.iter().map(portable).collect();
                assert_eq!(found, expected_links, "{case}");
                assert_eq!(part.rejected, expected.rejected, "{case}");
                assert_eq!(part.warnings, expected.warnings, "{case}");
                assert_eq!(part.stats.bytes, body.len() as u64, "{case}");
                assert_eq!(part.stats.messages, 1, "{case}");
                for found in &part.found {
                    let position_in_body = position(&body, found.span.0);
                    assert_eq!(found.position, Some(position_in_body), "{case}");
                }
            }
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
    let (before, after) = around("Content-Type: multipart/mixed; boundary=b\n");
    let message = [&before, &body, after].concat();
    let whole = found::sift(&mut Sifter::new(), message.as_bytes());
    // There, the outer multipart and the part before count as well: two parts of eight bytes fewer.
    let [(in_whole, "many-parts")] = whole.warnings[..] else {
        panic!("{:?}", whole.warnings)
    };
    let expected = in_whole - before.len() as u64 + 2 * "--b\r\n\r\n".len() as u64;
    assert_eq!(offset, expected);
}
