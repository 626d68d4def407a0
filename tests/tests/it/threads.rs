//! Several threads find what one finds, in the same order, however files are cut.

use std::{fs, path::Path};

use proptest::prelude::*;
use urlsift::{Kind, ReadOptions};
use urlsift_tests::{
    archive, cases,
    mailboxes::{self, Writer},
    packing::{self, stream::Stream, tar::Tar},
    real,
    threads::threads_find_the_same,
};

/// In pieces of these sizes, plain and compressed: a file is read anywhere, a stream as it comes.
fn check(name: &str, file: &[u8], reading: &ReadOptions, pieces: &[u64]) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    fs::write(&path, file).expect("it is written");
    threads_find_the_same(name, &path, reading, pieces);
    fs::write(&path, Stream::Zstd.pack(file)).expect("it is written");
    let name = format!("{name}, compressed");
    threads_find_the_same(&name, &path, reading, pieces);
}

#[test]
fn cases_of_archives() {
    for case in archive::cases() {
        check(&case.name, &case.file, &case.reading(), &[1, 16, 200]);
    }
}

#[test]
fn cases_of_texts() {
    let reading = ReadOptions::new().kind(Some(Kind::Text));
    for case in cases::scan() {
        let text = [&case.text, &b"\n\n"[..], &case.text].concat();
        check(&case.name, &text, &reading, &[1, 20]);
    }
}

#[test]
fn mailboxes_in_pieces_of_many_sizes() {
    let pieces: Vec<u64> = (1..40).chain([100, 333, 1000, 4096]).collect();
    for path in cases::files("mail", "mbox") {
        let file = fs::read(&path).expect("it is there");
        check(
            &path.display().to_string(),
            &file,
            &ReadOptions::new(),
            &pieces,
        );
    }
}

#[test]
fn containers() {
    let files: Vec<_> = cases::files("mail", "mbox")
        .iter()
        .map(|path| (path.file_name().unwrap_or_default(), fs::read(path)))
        .map(|(name, file)| (name.to_string_lossy().into(), file.expect("it is there")))
        .collect();
    let dir = tempfile::tempdir().expect("a directory");
    for packed in packing::every_way(&files) {
        for (name, bytes) in &packed.files {
            let path = dir.path().join(name);
            fs::write(&path, bytes).expect("it is written");
            let name = format!("{name}, {}", packed.how);
            threads_find_the_same(&name, &path, &ReadOptions::new(), &[1, 500, 1 << 20]);
        }
    }
}

/// A message that goes on behind what looks like others, for it tells its length; in pieces that
/// begin inside it. By whole blocks it is more than what is kept of a stream, too.
#[test]
fn messages_that_hold_messages() {
    let inner = "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: i\n\n<http://in.example/>\n\n";
    let mut file = Vec::new();
    for times in [1, 100, 30_000] {
        let body = inner.repeat(times);
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

/// One that is larger than what is kept of a stream, with hits in front, in it and behind it.
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

/// What is wrong with a stream is told once, behind all that was found before.
#[test]
fn broken_streams() {
    let head = "From c@d.example Mon Jan 30 09:12:04 1995\nSubject: o\n\n<http://b.example/>\n\n";
    let mut packed = Stream::Gzip.pack(head.repeat(100).as_bytes());
    packed.truncate(packed.len() - 9);
    let tar = Tar::new()
        .file("a", head.as_bytes())
        .begin("b", 3000, head.as_bytes());
    let dir = tempfile::tempdir().expect("a directory");
    for (name, bytes) in [("a.gz", packed), ("a.tar", tar)] {
        let path = dir.path().join(name);
        fs::write(&path, bytes).expect("it is written");
        threads_find_the_same(name, &path, &ReadOptions::new(), &[1, 50, 200, 100_000]);
    }
}

#[test]
fn real_archives() {
    let Some(folder) = real::archives() else {
        real::skip("no archives");
        return;
    };
    threads_find_the_same(
        "archives",
        &folder,
        &ReadOptions::new(),
        &[3000, 100_000, 4 << 20],
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_mailboxes(
        kind in prop::sample::select(Kind::ALL),
        numbers in prop::collection::vec(any::<u16>(), 1..300),
        piece in prop_oneof![1..50_u64, 50..3000_u64],
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let file = Writer::new(kind, &mut choices, &[3000]).archive(20);
        check("soup", &file, &ReadOptions::new().kind(Some(kind)), &[piece]);
    }
}

/// Whatever is no input is told in its place.
#[test]
fn errors_in_their_order() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    fs::write(path("a"), "<http://a/>").expect("it is written");
    let paths = [
        path("a"),
        path("b"),
        path("a"),
        Path::new("/no/such").into(),
        path("a"),
    ];
    for piece in [1, 1000] {
        let told = urlsift_tests::threads::found_in(&paths, &ReadOptions::new(), 3, piece);
        let lines: Vec<_> = told
            .lines
            .iter()
            .map(|line| line.split(' ').next())
            .collect();
        assert_eq!(lines.len(), 3 * 3 + 2, "{lines:?}");
        assert!(told.lines[3].contains("No such file"), "{:?}", told.lines);
        assert!(told.lines[7].starts_with("/no/such: "), "{:?}", told.lines);
    }
}
