//! The compressed files made by `urlsift_tests::packing` are valid: other readers accept them.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, ZipArchive};
use urlsift_tests::packing::{
    File,
    bombs::Payload,
    stream::Stream,
    tar::{self, Tar},
    zip::{self, Entry, Method},
};

const TEXT: &[u8] = b"<http://a.example/1>\n\n<http://a.example/2>\n";

fn unpack(stream: Stream, compressed: &[u8]) -> Vec<u8> {
    match stream {
        Stream::Gzip => all(MultiGzDecoder::new(compressed)),
        Stream::Bzip2 => all(bzip2::read::MultiBzDecoder::new(compressed)),
        Stream::Xz => all(liblzma::read::XzDecoder::new_multi_decoder(compressed)),
        Stream::Zstd => all(zstd::Decoder::new(compressed).expect("a frame")),
        Stream::Lzip => {
            let concatenated = liblzma::stream::CONCATENATED;
            let stream = liblzma::stream::Stream::new_lzip_decoder(u64::MAX, concatenated);
            all(liblzma::read::XzDecoder::new_stream(
                compressed,
                stream.expect("a decoder"),
            ))
        }
        Stream::Lz4 => {
            let mut rest = compressed;
            let mut bytes = Vec::new();
            while !rest.is_empty() {
                bytes.extend(all(lz4_flex::frame::FrameDecoder::new(&mut rest)));
            }
            bytes
        }
    }
}

fn all(mut from: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("valid data");
    bytes
}

/// Returns the members of a zip, stored or deflated, with their checksums verified.
fn unzip(compressed: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let archive = ZipArchive::from_slice(compressed).expect("a zip");
    let mut members = Vec::new();
    for entry in archive.entries() {
        let entry = entry.expect("a header");
        let found = archive.get_entry(entry.wayfinder()).expect("a member");
        let data = found.data();
        let bytes = match entry.compression_method() {
            CompressionMethod::STORE => all(found.verifying_reader(data)),
            CompressionMethod::DEFLATE => all(found.verifying_reader(DeflateDecoder::new(data))),
            _ => Vec::new(),
        };
        members.push((entry.file_path().as_bytes().to_vec(), bytes));
    }
    members
}

fn untar(compressed: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut archive = ::tar::Archive::new(compressed);
    let entries = archive.entries().expect("a tar");
    let members = entries.map(|entry| {
        let entry = entry.expect("a header");
        (entry.path_bytes().into_owned(), all(entry))
    });
    members.collect()
}

fn files() -> Vec<File> {
    vec![("a".into(), TEXT.into()), ("b/c".into(), b"x".into())]
}

fn named(files: &[File]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let files = files.iter();
    let named = files.map(|(name, bytes)| (name.clone().into_bytes(), bytes.clone()));
    named.collect()
}

#[test]
fn zips_are_read_by_another_reader() {
    let files = files();
    assert_eq!(unzip(&zip::streamed(&files)), named(&files));
    for method in [Method::Stored, Method::Deflated] {
        let entries = zip::entries(&files, method);
        assert_eq!(unzip(&zip::zip(&entries)), named(&files));
        let described: Vec<_> = entries.into_iter().map(Entry::described).collect();
        assert_eq!(unzip(&zip::zip(&described)), named(&files));
        let between = zip::zip_between(b"PK00", &described, b"a comment");
        assert_eq!(unzip(&between), named(&files));
    }
    let methods = Method::ALL.map(|method| Entry::by(method, "a", TEXT));
    assert_eq!(unzip(&zip::zip(&methods)).len(), methods.len());
    // Zip64, and a combined checksum.
    let mut large = Payload::zeros(0);
    large.repeats = 3;
    let found = unzip(&large.zip());
    assert_eq!(found[0].1.len() as u64, large.size());
}

#[test]
fn tars_are_read_by_another_reader() {
    let files = files();
    assert_eq!(untar(&tar::from_files(&files)), named(&files));
    let long = "d/".repeat(100) + "x";
    let compressed = Tar::new()
        .old("old", b"1")
        .prefixed("p/q", "r", b"2")
        .long_name(long.as_bytes())
        .file("short", b"3")
        .pax(b'x', &[("path", b"pax")])
        .file("other", b"4")
        .link(b'2', "link", "target")
        .finish();
    let names = [&b"old"[..], b"p/q/r", long.as_bytes(), b"pax", b"link"];
    let bytes = [&b"1"[..], b"2", b"3", b"4", b""];
    let expected = names.iter().zip(bytes);
    let expected: Vec<_> = expected
        .map(|(name, bytes)| (name.to_vec(), bytes.to_vec()))
        .collect();
    assert_eq!(untar(&compressed), expected);
    let mut changed = compressed.clone();
    changed[0] = b'O';
    tar::set_checksum(&mut changed, 0);
    assert_eq!(untar(&changed)[0], (b"Old".to_vec(), b"1".to_vec()));
    tar::set_checksum(&mut changed, 1024);
    assert_eq!(untar(&changed)[1..], expected[1..], "it already was right");
}

#[test]
fn bombs_contain_their_payload() {
    for mut payload in [Payload::zeros(3), Payload::lines(3)] {
        // A full piece would take long.
        payload.piece.truncate(1 << 16);
        let mut whole = payload.head.clone();
        whole.extend(payload.piece.repeat(3));
        assert_eq!(whole.len() as u64, payload.size());
        assert_eq!(unpack(Stream::Gzip, &payload.gzip()), whole);
        assert_eq!(unzip(&payload.zip()), [(b"bomb".to_vec(), whole.clone())]);
        for stream in Stream::ALL {
            assert!(
                unpack(stream, &payload.stream(stream)) == whole,
                "{stream:?}"
            );
            let tar = unpack(stream, &payload.tar_in(stream, ("b", TEXT)));
            let expected = [
                (b"bomb".to_vec(), whole.clone()),
                (b"b".to_vec(), TEXT.to_vec()),
            ];
            assert!(untar(&tar) == expected, "{stream:?}");
        }
    }
    let lines = Payload::lines(1).piece;
    let ends = lines.split(|&byte| byte == b'>').count() as u64 - 1;
    assert_eq!(ends, Payload::LINES);
    assert!(lines.ends_with(b">\n"));
}
