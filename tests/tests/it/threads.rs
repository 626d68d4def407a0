//! Several threads find what one thread finds, in the same order, whatever the size of the segments.

use std::{fs, path::Path};

use proptest::prelude::*;
use urlsift::{Kind, ReadOptions, Sifter};
use urlsift_search::Searcher;
use urlsift_tests::{
    archive, cases, effort, mail,
    mailboxes::{self, Writer},
    packing::{
        self,
        stream::Stream,
        tar::Tar,
        zip::{self, Entry},
    },
    real,
    threads::{assert_threads_agree, assert_threads_agree_with},
};

use crate::support::config;

/// Checks a file, plain and compressed. A plain file is read at any offset, a stream in order.
fn check(name: &str, file: &[u8], options: &ReadOptions, segment_sizes: &[u64]) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    fs::write(&path, file).expect("a writable file");
    assert_threads_agree(name, &path, options, segment_sizes);
    fs::write(&path, Stream::Zstd.pack(file)).expect("a writable file");
    let name = format!("{name}, compressed");
    assert_threads_agree(&name, &path, options, segment_sizes);
}

#[test]
fn cases_of_archives() {
    for (number, case) in archive::cases().iter().enumerate() {
        let sizes: Vec<_> = effort::sample([1, 16, 200], 3, number).collect();
        check(&case.name, &case.file, &case.read_options(), &sizes);
    }
}

#[test]
fn cases_of_attributes() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    for (number, case) in archive::attribute_cases().iter().enumerate() {
        let sizes: Vec<_> = effort::sample([1, 16, 200], 3, number).collect();
        // Several copies of a message are a mailbox.
        let message = [mail::FROM.as_bytes(), &case.file, b"\n\n"].concat();
        for file in [case.file.clone(), message.repeat(3)] {
            fs::write(&path, file).expect("a writable file");
            let searcher = || {
                let sifter = Sifter::with(case.config());
                Searcher::with(sifter).reading(case.read_options())
            };
            assert_threads_agree_with(&case.name, &path, searcher, &sizes);
        }
    }
}

#[test]
fn cases_of_texts() {
    let options = ReadOptions::new().kind(Some(Kind::Text));
    for (number, case) in cases::scan().iter().enumerate() {
        let text = [&case.text, &b"\n\n"[..], &case.text].concat();
        let sizes: Vec<_> = effort::sample([1, 20], 2, number).collect();
        check(&case.name, &text, &options, &sizes);
    }
}

#[test]
fn mailboxes_in_segments_of_many_sizes() {
    let sizes: Vec<u64> = (1..40).chain([100, 333, 1000, 4096]).collect();
    for path in cases::files("mail", "mbox") {
        let file = fs::read(&path).expect("a readable file");
        check(
            &path.display().to_string(),
            &file,
            &ReadOptions::new(),
            &sizes,
        );
    }
}

#[test]
fn containers() {
    let files: Vec<_> = cases::files("mail", "mbox")
        .iter()
        .map(|path| (path.file_name().unwrap_or_default(), fs::read(path)))
        .map(|(name, file)| {
            (
                name.to_string_lossy().into(),
                file.expect("a readable file"),
            )
        })
        .collect();
    let dir = tempfile::tempdir().expect("a directory");
    for compressed in packing::every_way(&files) {
        for (name, bytes) in &compressed.files {
            let path = dir.path().join(name);
            fs::write(&path, bytes).expect("a writable file");
            let name = format!("{name}, {}", compressed.how);
            assert_threads_agree(&name, &path, &ReadOptions::new(), &[1, 500, 1 << 20]);
        }
    }
}

/// Files in every format in one run, whole, cut off and damaged, so that several are unpacked at the same time.
#[test]
fn containers_side_by_side() {
    let files: Vec<_> = cases::files("mail", "mbox")
        .iter()
        .take(2)
        .map(|path| (path.file_name().unwrap_or_default(), fs::read(path)))
        .map(|(name, file)| (name.to_string_lossy().into(), file.expect("it is there")))
        .collect();
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: String, bytes: &[u8]| {
        fs::write(dir.path().join(name), bytes).expect("it is written");
    };
    for (way, compressed) in packing::every_way(&files).iter().enumerate() {
        for (name, bytes) in &compressed.files {
            let middle = bytes.len() / 2;
            let mut damaged = bytes.clone();
            damaged[middle..middle + 9].fill(0x5a);
            write(format!("{way:03} {name}"), bytes);
            write(format!("{way:03} {name} cut"), &bytes[..middle]);
            write(format!("{way:03} {name} damaged"), &damaged);
        }
    }
    let [plain, secret] = [0, 1].map(|flags| Entry::stored("m", &files[0].1).flags(flags));
    let encrypted = zip::zip(&[plain.clone(), secret, plain]);
    write("encrypted".to_owned(), &encrypted);
    assert_threads_agree(
        "compressed files",
        dir.path(),
        &ReadOptions::new(),
        &[1, 500],
    );
}

/// A message that declares its length contains other messages, in which segments begin. In full blocks it exceeds
/// the buffer for streams.
#[test]
fn messages_in_messages() {
    let inner = mail::mbox_of_links(["http://in.example/"]);
    let mut file = Vec::new();
    for count in [1, 100, 30_000] {
        let body = inner.repeat(count);
        let length = body.len();
        let head = "From c@d.example Mon Jan 30 09:12:04 1995\nSubject: o\n";
        file.extend(format!("{head}Content-Length: {length}\n\n{body}\n").into_bytes());
        file.extend(format!("{head}\n<http://out.example/>\n\n").into_bytes());
    }
    check(
        "messages in messages",
        &file,
        &ReadOptions::new(),
        &[100_000, 1 << 20],
    );
}

/// A message that exceeds the buffer for streams, with links before, in and after it.
#[test]
fn large_message() {
    let head = "From c@d.example Mon Jan 30 09:12:04 1995\nSubject: o\n\n";
    let text = "<http://a.example/>\n".to_owned() + &"0123456789abcdef\n".repeat(2_000_000);
    let file = format!("{head}<http://b.example/>\n\n{head}{text}\n{head}<http://c.example/\nd>\n");
    check(
        "a large message",
        file.as_bytes(),
        &ReadOptions::new(),
        &[1 << 20],
    );
}

/// An error in a stream is reported once, after all that precedes it.
#[test]
fn broken_streams() {
    let head = "From c@d.example Mon Jan 30 09:12:04 1995\nSubject: o\n\n<http://b.example/>\n\n";
    let mut compressed = Stream::Gzip.pack(head.repeat(100).as_bytes());
    compressed.truncate(compressed.len() - 9);
    let tar = Tar::new()
        .file("a", head.as_bytes())
        .begin("b", 3000, head.as_bytes());
    let dir = tempfile::tempdir().expect("a directory");
    for (name, bytes) in [("a.gz", compressed), ("a.tar", tar)] {
        let path = dir.path().join(name);
        fs::write(&path, bytes).expect("a writable file");
        assert_threads_agree(name, &path, &ReadOptions::new(), &[1, 50, 200, 100_000]);
    }
}

#[test]
fn real_archives() {
    let Some(directory) = real::archives() else {
        real::skip("no archives");
        return;
    };
    let sizes: Vec<_> = effort::sample([100_000, 3000, 4 << 20], 3, 0).collect();
    assert_threads_agree("archives", &directory, &ReadOptions::new(), &sizes);
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn random_mailboxes(
        kind in prop::sample::select(Kind::ALL),
        numbers in prop::collection::vec(any::<u16>(), 1..300),
        segment_size in prop_oneof![1..50_u64, 50..3000_u64],
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[3000]).archive(20);
        check("random mailbox", &file, &ReadOptions::new().kind(Some(kind)), &[segment_size]);
    }
}

/// Errors about inputs are reported in the order of the inputs.
#[test]
fn errors_are_in_order() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    fs::write(path("a"), "<http://a/>").expect("a writable file");
    let paths = [
        path("a"),
        path("b"),
        path("a"),
        Path::new("/no/such").into(),
        path("a"),
    ];
    for segment_size in [1, 1000] {
        let found =
            urlsift_tests::threads::search_paths(&paths, &ReadOptions::new(), 3, segment_size);
        let lines: Vec<_> = found
            .lines
            .iter()
            .map(|line| line.split(' ').next())
            .collect();
        assert_eq!(lines.len(), 3 * 3 + 2, "{lines:?}");
        assert!(found.lines[3].contains("No such file"), "{:?}", found.lines);
        assert!(
            found.lines[7].starts_with("/no/such: "),
            "{:?}",
            found.lines
        );
    }
}
