use std::{
    fs,
    io::{Read, Seek, SeekFrom, Write},
    num::NonZeroU64,
    path::Path,
};

use urlsift::{Kind, archive::first_message};

use super::{CutFile, LimitedFile, SHORT, Split};
use crate::Input;

/// An archive of this many messages of equal length.
fn mailbox(messages: usize, body: usize) -> (Vec<u8>, u64) {
    let line = "0123456789abcde\n".repeat(body);
    let message = format!("From a@b.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n{line}\n");
    (message.repeat(messages).into_bytes(), message.len() as u64)
}

fn size(bytes: u64) -> NonZeroU64 {
    NonZeroU64::new(bytes).expect("not zero")
}

/// The ranges of a file with these bytes.
fn ranges(split: &Split, bytes: &[u8]) -> Vec<(u64, Option<u64>)> {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    fs::write(&path, bytes).expect("a file");
    let ranges = split.ranges(&Input::Path(path)).expect("it is readable");
    let ranges = ranges.map(|range| range.expect("it is readable"));
    ranges.map(|range| (range.start, range.end)).collect()
}

#[test]
fn ranges_end_where_messages_begin() {
    let (file, len) = mailbox(10, 4);
    for bytes in 1..file.len() as u64 + 2 {
        let ranges = ranges(&Split::new().size(size(bytes)), &file);
        let mut expected = 0;
        for (index, &(start, end)) in ranges.iter().enumerate() {
            let end = end.expect("its end is known");
            assert_eq!((start, end % len), (expected, 0), "{bytes}");
            // The last one may be shorter, and longer.
            let is_last = index + 1 == ranges.len();
            assert!(
                end - start < bytes + len || is_last,
                "{bytes}: {start} to {end}"
            );
            assert!(end - start >= bytes || is_last, "{bytes}: {start} to {end}");
            assert!(
                end - start >= bytes / 2 || index == 0,
                "{bytes}: {start} to {end}"
            );
            expected = end;
        }
        assert_eq!(expected, file.len() as u64, "{bytes}");
    }
}

#[test]
fn long_ranges_are_not_read() {
    let (file, len) = mailbox(40_000, 100);
    let bytes = SHORT + 1;
    assert!(file.len() as u64 > 3 * bytes);
    let found = ranges(&Split::new().size(size(bytes)), &file);
    let step = bytes.next_multiple_of(len);
    let last = found.len() as u64 - 1;
    assert!(last >= 2);
    for (index, (start, end)) in (0..).zip(found) {
        let known = if index == last {
            file.len() as u64
        } else {
            (index + 1) * step
        };
        assert_eq!((start, end), (index * step, Some(known)));
    }
}

#[test]
fn a_range_is_read_completely_if_its_end_takes_too_long_to_find() {
    // Each message contains what looks like another message, whose declared length leads past the next one, so that
    // there is no offset at which a message certainly begins.
    const FROM: &str = "From a@b.example Mon Jan 30 09:12:04 1995\n";
    let message = |hidden: usize| {
        let lines = "0123456789abcde\n".repeat(50_000);
        let body = format!("{lines}\n{FROM}Content-Length: {hidden:7}\n\na\n");
        format!("{FROM}Content-Length: {}\n\n{body}\n", body.len())
    };
    let len = message(0).len();
    let file = message(len + "a\n".len()).repeat(50).into_bytes();
    let bytes = SHORT + 1;
    let step = bytes.next_multiple_of(len as u64);

    let mut on_disk = tempfile::tempfile().expect("a file");
    on_disk.write_all(&file).expect("a file");
    let mut on_disk = CutFile::File(on_disk);
    let mut few = LimitedFile {
        file: &mut on_disk,
        left: bytes,
    };
    first_message(&mut few, Kind::Mboxcl2, bytes + step).expect_err("there is no such place");
    assert_eq!(few.left, 0);

    let split = Split::new().size(size(bytes)).kind(Some(Kind::Mboxcl2));
    let all = Some(file.len() as u64);
    assert_eq!(ranges(&split, &file), [(0, Some(step)), (step, all)]);
}

#[test]
fn no_more_is_read_than_allowed() {
    let file = tempfile::tempfile().expect("a file");
    file.set_len(100).expect("a file");
    let mut file = CutFile::File(file);
    let mut few = LimitedFile {
        file: &mut file,
        left: 10,
    };
    few.seek(SeekFrom::Start(50))
        .expect("it can be read anywhere");
    assert_eq!(few.read(&mut [0; 20]).expect("the last read"), 20);
    few.read(&mut [0; 20]).expect_err("it is too much");
    assert_eq!(few.left, 0);
}

#[test]
fn a_file_that_cannot_be_cut_is_one_range() {
    let split = Split::new().size(NonZeroU64::MIN);
    let message = b"Subject: a\nFrom: b\n\ntext\n\ntext\n";
    assert_eq!(ranges(&split, message), [(0, Some(31))]);
    assert_eq!(ranges(&split, b""), [(0, Some(0))]);
    assert_eq!(ranges(&split, b"a\n\nb\n\n"), [(0, Some(3)), (3, Some(6))]);
    let split = split.kind(Some(Kind::Nntp));
    assert_eq!(ranges(&split, b"a\n\nb\n"), [(0, Some(5))]);
}

#[test]
fn a_file_that_must_be_read_from_its_start_is_one_range() {
    let split = || Split::new().size(NonZeroU64::MIN);
    let binary = b"a\n\nb\0\n\nc\n";
    let utf16 = b"\xff\xfea\0\n\n\0b\n\nc\0";
    for text in [&binary[..], utf16] {
        assert_eq!(ranges(&split(), text), [(0, Some(text.len() as u64))]);
        // A file that is said to be a text is one.
        let split = split().kind(Some(Kind::Text));
        assert!(ranges(&split, text).len() > 1);
    }
    // A NUL that comes late does not matter.
    let late = [&b"a\n\n".repeat(22_000)[..], b"\0"].concat();
    assert!(ranges(&split(), &late).len() > 1);
}

#[test]
fn a_compressed_file_is_one_range_with_an_unknown_end() {
    let compressed = b"\x1f\x8b\x08\0\0\0\0\0\0\0\n\nabc\n\nabc";
    let split = Split::new().size(NonZeroU64::MIN);
    assert_eq!(ranges(&split, compressed), [(0, None)]);
    let split = split.unpacking(None).kind(Some(Kind::Text));
    assert_eq!(ranges(&split, compressed).len(), 3);
}

#[test]
fn streams_are_not_read_and_errors_are_reported() {
    let split = Split::new();
    let missing = Input::Path("/no/such/file".into());
    let error = split.ranges(&missing).expect_err("there is no such file");
    assert_eq!(error.path(), Path::new("/no/such/file"));
    #[cfg(unix)]
    {
        let device = Input::Path("/dev/zero".into());
        let ranges: Vec<_> = split.ranges(&device).expect("one range").collect();
        let [Ok(range)] = &ranges[..] else {
            panic!("{ranges:?}");
        };
        assert_eq!((range.start, range.end), (0, None));
    }
}
