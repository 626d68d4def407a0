//! Properties of all archives.

use urlsift::{Kind, Position, ReadOptions, Sifter};
use urlsift_scan::Config;

use crate::{
    archive::{
        found::{self, Found, Sifted, position},
        walked,
    },
    choices::Choices,
    paths, prefiltering,
    properties::Escaped,
    readers::SplitReader,
    writing::{DECOYS, Wrapping, WriteOptions, file, in_message, in_multipart, leaf},
};

/// Checks that a text has the same URLs under all options. The text is UTF-8, with LF line breaks.
///
/// # Panics
///
/// If the URLs differ.
pub fn urls_do_not_depend_on_options(text: &str, mut options: WriteOptions, choices: &mut Choices) {
    // An end that no following text can affect.
    let text = format!("{text}\n\nbye.\n");
    let file = file(&text, &mut options, choices);
    let expected: Vec<_> = match options.kind {
        Kind::Message | Kind::Emlx => links_of_message(0, &text).collect(),
        _ => links_of_message(0, DECOYS[0])
            .chain(links_of_message(1, &text))
            .chain(links_of_message(2, DECOYS[1]))
            .collect(),
    };
    let read_options = prefiltering::read_options().kind(options.given_kind());
    let sifted = sift_on_every_path(&file, &read_options, choices);
    let found: Vec<_> = sifted
        .found
        .iter()
        .map(|found| {
            let message = found.message.as_ref();
            let index = message.map(|message| message.index);
            (index, found.scanned.readings.clone())
        })
        .collect();
    assert!(
        found == expected,
        "{options:?}\n  of {text:?}\n  in {:?}\n  found {}\n  not   {}",
        Escaped(&file),
        format_links(&found),
        format_links(&expected)
    );
    offsets_are_valid(&file, &sifted);
}

/// Checks that the results for any bytes are valid and do not depend on the size of the reads.
///
/// # Panics
///
/// If a check fails.
pub fn any_file_is_sifted_consistently(file: &[u8], kind: Option<Kind>, choices: &mut Choices) {
    let read_options = prefiltering::read_options().kind(kind);
    let sifted = sift_on_every_path(file, &read_options, choices);
    offsets_are_valid(file, &sifted);
    let walked = walked::walk(file, &read_options, 0);
    assert_eq!(walked.kinds.len(), 1, "{walked:?} of {:?}", Escaped(file));
    let mut previous = 0;
    for (index, message) in walked.messages.iter().enumerate() {
        let is_valid = message.index == index as u64
            && (index == 0 || message.offset > previous)
            && message.offset <= message.header_offset
            && message.header_offset <= file.len() as u64;
        assert!(is_valid, "{message:?}, {kind:?}, {:?}", Escaped(file));
        previous = message.offset;
    }
    let read_size = choices.below(9) + 1;
    let in_steps = walked::walk(file, &read_options, read_size);
    assert!(
        in_steps == walked,
        "walked {read_size} bytes at a time, {kind:?}: {in_steps:?}\n  whole: {walked:?}\n  {:?}",
        Escaped(file)
    );
}

/// Sifts a file whole, as a slice, in blocks and cut in two, checks that the results are equal, and returns them.
fn sift_on_every_path(file: &[u8], read_options: &ReadOptions, choices: &mut Choices) -> Sifted {
    let new = || Sifter::new().reading(read_options.clone()).positions(true);
    let mut sifter = new();
    let whole = found::sift(&mut sifter, file);
    let (head, tail) =
        file.split_at((choices.below(256) << 8 | choices.below(256)) % (file.len() + 1));
    let in_two = SplitReader {
        head,
        tail,
        read_size: usize::MAX,
    };
    let block = [1, 2, 3, 5, 7, 16, 64, 1000][choices.below(8)];
    let read_size = choices.below(block) + 1;
    let in_blocks = SplitReader {
        head: b"",
        tail: file,
        read_size,
    };
    let others = [
        ("slice".into(), found::sift_slice(&mut sifter, file)),
        (
            format!("cut at {}", head.len()),
            found::sift(&mut sifter, in_two),
        ),
        (
            format!("blocks of {block}, reads of {read_size}"),
            found::sift(&mut new().block_size(block), in_blocks),
        ),
    ];
    for (path, other) in others {
        assert!(
            other == whole,
            "{path}, {read_options:?}\n  in {:?}\n{}",
            Escaped(file),
            found::difference(&other, &whole)
        );
    }
    whole
}

/// Returns the header and the body of a part, written by `options`.
fn part(text: &str, options: WriteOptions, choices: &mut Choices) -> (Vec<u8>, Vec<u8>) {
    let (header, body) = leaf(text, options, choices);
    let (header, body) = match options.wrapping {
        Wrapping::Alone => (header, body),
        Wrapping::Multipart => in_multipart(&header, &body),
        Wrapping::Message => in_message(&header, &body),
        Wrapping::Both => {
            let (header, body) = in_message(&header, &body);
            in_multipart(&header, &body)
        }
    };
    (options.lines(&header), options.lines(&body))
}

/// Returns what precedes and what follows the body of a part in a message with decoys. `header` is the header of the
/// part.
fn around_part(header: &[u8], line_break: &str) -> (Vec<u8>, Vec<u8>) {
    const OUTER: &str = "=_outer";
    let lines = |text: &str| text.replace('\n', line_break).into_bytes();
    let before = format!(
        "Subject: <http://decoy.example/>\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=\"{OUTER}\"\n\n\
         <http://decoy.example/preamble>\n--{OUTER}\n\n<http://decoy.example/cut\n--{OUTER}\n"
    );
    let after = format!("\n--{OUTER}--\n<http://decoy.example/after>\n");
    let before = [&lines(&before)[..], header, line_break.as_bytes()].concat();
    (before, lines(&after))
}

/// Checks that a part alone, written by `options`, gives the same results as within its message, with offsets
/// relative to its body. `after` follows the last line of its header.
///
/// # Panics
///
/// If the results differ.
pub fn a_part_alone_gives_the_same_results(
    text: &str,
    options: WriteOptions,
    after: &str,
    choices: &mut Choices,
) {
    let (header, body) = part(text, options, choices);
    let ends = [&options.lines(after.as_bytes())[..], after.as_bytes()];
    let headers = ends.map(|end| [&header[..], end].concat());
    let line_break = if options.crlf { "\r\n" } else { "\n" };
    a_part_is_as_in_its_message(&header, &body, &headers, line_break);
}

/// Checks that a part gives the same results with each of some headers as within a message, where it has the first
/// header. Returns the number of its links.
///
/// # Panics
///
/// If the results differ.
pub fn a_part_is_as_in_its_message(
    header: &[u8],
    body: &[u8],
    headers: &[Vec<u8>],
    line_break: &str,
) -> usize {
    let (before, after) = around_part(header, line_break);
    let message = [&before[..], body, &after].concat();
    let new = || Sifter::new().positions(true);
    let options = ReadOptions::new().kind(Some(Kind::Message));
    let complete = found::sift(&mut new().reading(options.clone()), &message[..]);
    // The header fields of the part, and those inside it, are not scanned.
    let whole = found::sift(&mut new().reading(options.headers(false)), &message[..]);
    let expected = in_body(whole, &before, body.len());
    let expected_links: Vec<_> = expected.found.iter().map(portable).collect();
    // One sifter for all parts: no state may remain from one to the next.
    let mut sifter = new();
    for block in [3, 1 << 20] {
        sifter = sifter.block_size(block);
        for header in headers {
            let part = found::sift_part(&mut sifter, header, body);
            let (message, header) = (Escaped(&message), Escaped(header));
            let about = || format!("blocks of {block}\n  of {message:?}\n  header {header:?}");
            let links: Vec<_> = part.found.iter().map(portable).collect();
            assert_eq!(links, expected_links, "{}", about());
            assert_eq!(part.rejected, expected.rejected, "{}", about());
            assert_eq!(part.warnings, expected.warnings, "{}", about());
            assert_eq!(part.stats.bytes, body.len() as u64, "{}", about());
            assert_eq!(part.stats.messages, 1, "{}", about());
            // The sifter still reads complete messages.
            let again = found::sift(&mut sifter, message.0);
            assert_eq!(again.found, complete.found, "{}", about());
        }
    }
    expected_links.len()
}

/// Returns a link without what depends on the message around the part.
fn portable(found: &Found) -> impl PartialEq + std::fmt::Debug + use<> {
    let media_type = found.message.as_ref();
    let media_type = media_type.and_then(|message| message.media_type.clone());
    let location = (found.span, found.pieces.clone(), found.position);
    let base = found.base.clone();
    (found.scanned.clone(), location, media_type, base)
}

/// Returns the results in a body of this length, with offsets in the body, which begins after `before`.
fn in_body(mut sifted: Sifted, before: &[u8], len: usize) -> Sifted {
    let start = before.len();
    let lines = position(before, start).line - 1;
    let is_inside = |offset: usize| (start..start + len).contains(&offset);
    let to = |location: &mut (usize, usize)| *location = (location.0 - start, location.1 - start);
    let to_line = |position: &mut Option<Position>| {
        position.as_mut().expect("positions are wanted").line -= lines;
    };
    sifted.found.retain(|found| is_inside(found.span.0));
    for found in &mut sifted.found {
        to(&mut found.span);
        found.pieces.iter_mut().for_each(to);
        to_line(&mut found.position);
    }
    sifted.rejected.retain(|(_, span, _)| is_inside(span.0));
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

/// Checks that the results for a part with any header lie within its body and do not depend on the block size.
///
/// # Panics
///
/// If a check fails.
pub fn any_part_is_sifted_consistently(header: &[u8], body: &[u8], choices: &mut Choices) {
    let mut sifter = Sifter::new().positions(true);
    let part = found::sift_part(&mut sifter, header, body);
    offsets_are_valid(body, &part);
    let about = || format!("{:?}, {:?}", Escaped(header), Escaped(body));
    assert_eq!(part.stats.bytes, body.len() as u64, "{}", about());
    assert_eq!(part.stats.messages, 1, "{}", about());
    let len = body.len() as u64;
    let are_inside = part.warnings.iter().all(|&(offset, _)| offset <= len);
    assert!(are_inside, "{:?} {}", part.warnings, about());
    let mut sifter = sifter.block_size(choices.below(16) + 1);
    let in_blocks = found::sift_part(&mut sifter, header, body);
    assert_eq!(in_blocks, part, "{}", about());
}

fn offsets_are_valid(file: &[u8], sifted: &Sifted) {
    let mut previous = 0;
    for found in &sifted.found {
        let about = || format!("{found:?}\n  in {:?}", Escaped(file));
        let (start, end) = found.span;
        assert!(
            previous <= start && start < end && end <= file.len(),
            "{}",
            about()
        );
        previous = start;
        assert_eq!(found.position, Some(position(file, start)), "{}", about());
        assert!(pieces_are_valid(found), "{}", about());
    }
    for (_, (start, end), at) in &sifted.rejected {
        assert!(start <= end && *end <= file.len(), "{:?}", Escaped(file));
        assert_eq!(*at, Some(position(file, *start)), "{:?}", Escaped(file));
    }
}

/// Returns whether the pieces are present, within the span, and in order.
fn pieces_are_valid(found: &Found) -> bool {
    let (start, end) = found.span;
    let are_in_order = found
        .pieces
        .windows(2)
        .all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1);
    let are_inside = found
        .pieces
        .iter()
        .all(|&(from, to)| start <= from && from <= to && to <= end);
    !found.pieces.is_empty() && are_in_order && are_inside
}

/// The index of the message and the readings of a link.
type MessageLink = (Option<u64>, Vec<Vec<u8>>);

/// Returns the links in a text, attributed to the message with this index.
fn links_of_message(index: u64, text: &str) -> impl Iterator<Item = MessageLink> {
    let found = paths::whole(&Config::new(), text.as_bytes()).found;
    let found = found.into_iter();
    found.map(move |found| (Some(index), found.readings))
}

fn format_links(all: &[MessageLink]) -> String {
    let all = all.iter();
    let all = all.map(|(index, readings)| format!("{index:?} {:?}", Escaped(&readings[0])));
    all.collect::<Vec<_>>().join(", ")
}
