//! The compressed files made by `urlsift_tests::packing` are valid: other readers accept them.

use std::io::{Cursor, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, ZipArchive};
use urlsift_tests::packing::{
    File,
    archives::{Archive, MESSAGES, expected},
    bombs::Payload,
    every_way,
    stream::{self, Stream},
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
fn streams_are_read_by_other_decoders() {
    for stream in Stream::ALL {
        assert_eq!(unpack(stream, &stream.pack(TEXT)), TEXT, "{stream:?}");
        assert_eq!(unpack(stream, &stream.pack(b"")), b"", "{stream:?}");
        let cut = stream.pack_split(TEXT, &[0, 1, 20, 20, 40]);
        assert_eq!(unpack(stream, &cut), TEXT, "{stream:?}");
    }
    let steps = stream::gzip_in_steps(&[b"<http://a.exam", &TEXT[14..]]);
    assert_eq!(steps.len(), 3);
    assert_eq!(unpack(Stream::Gzip, &steps.concat()), TEXT);
    let steps = stream::zstd_in_steps(&[b"<http://a.exam", &TEXT[14..]]);
    assert_eq!(unpack(Stream::Zstd, &steps.concat()), TEXT);
    assert_eq!(unpack(Stream::Gzip, &stream::gzip_with_names(TEXT)), TEXT);
    let frames = [
        stream::zstd_with_window(TEXT, 20),
        stream::zstd_skippable(b"x"),
    ];
    assert_eq!(unpack(Stream::Zstd, &frames.concat()), TEXT);
    assert_eq!(unpack(Stream::Xz, &stream::xz_with_192_mib(TEXT)), TEXT);
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
    // More segments than fit into one header, and into two.
    let mut block = TEXT.to_vec();
    block.resize(tar::BLOCK, b'.');
    let segments: Vec<_> = (0..30).map(|at| (1024 * at, &block[..])).collect();
    for count in [0, 1, 4, 5, 30] {
        let segments = &segments[..count];
        let compressed = Tar::new().sparse("s", 50_000, segments).file("t", b"t");
        let found = untar(&compressed.finish());
        assert_eq!(found[0].1, tar::expand_sparse(50_000, segments), "{count}");
        assert_eq!(found[1].1, b"t");
    }
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

#[test]
fn large_bombs_are_small() {
    let payload = Payload::zeros(10 << 10);
    for stream in Stream::ALL {
        // A byte of lz4 stands for at most 255.
        let most = match stream {
            Stream::Lz4 => 50_000_000,
            _ => 20_000_000,
        };
        assert!(payload.stream(stream).len() < most, "{stream:?}");
    }
    let zip = payload.zip();
    assert!(zip.len() < 20_000_000);
    let archive = ZipArchive::from_slice(&zip).expect("a zip");
    let entry = archive.entries().next().expect("a member");
    assert_eq!(
        entry.expect("a header").uncompressed_size_hint(),
        payload.size()
    );
}

#[test]
fn every_way_has_a_unique_name_and_all_files() {
    let ways = every_way(&files());
    assert!(ways.len() > 15, "{}", ways.len());
    for (index, way) in ways.iter().enumerate() {
        let others = &ways[..index];
        assert!(
            others.iter().all(|other| other.how != way.how),
            "{}",
            way.how
        );
        let name = &way.files[0].0;
        assert!(way.path("a").starts_with(name.as_str()), "{}", way.how);
        assert!(!way.layers.is_empty(), "{}", way.how);
    }
    let tar = ways.iter().find(|way| way.how == "tar").expect("a tar");
    assert_eq!(untar(&tar.files[0].1), named(&files()));
    assert_eq!(tar.path("b/c"), "all.tar!b/c");
}

#[test]
fn archives_contain_each_message_once() {
    assert_eq!(expected().len(), 9);
    for archive in Archive::ALL {
        let files = archive.files();
        let all = files.iter().map(|(_, bytes)| &bytes[..]);
        let all = String::from_utf8(all.collect::<Vec<_>>().concat()).expect("UTF-8");
        let mut counts = MESSAGES
            .map(|message| all.match_indices(message.id).count())
            .into_iter();
        assert!(counts.all(|count| count == 1), "{archive:?}");
        assert!(files.is_sorted(), "{archive:?}");
    }
}

#[test]
fn pax_sparse_files_have_the_layout_of_gnu_tar() {
    let block = [b'a'; tar::BLOCK];
    let segments = &[(1000, &block[..]), (2999, b"c")];
    let compressed = Tar::new().pax_sparse((1, 0), "s", 3000, segments).finish();
    let mut archive = ::tar::Archive::new(Cursor::new(&compressed));
    let mut entry = archive
        .entries()
        .expect("a tar")
        .next()
        .expect("a member")
        .expect("a header");
    let records = entry
        .pax_extensions()
        .expect("records")
        .expect("extensions");
    let records: Vec<_> = records
        .map(|record| record.expect("a record"))
        .map(|record| {
            (
                record.key().expect("UTF-8").to_owned(),
                record.value_bytes().to_vec(),
            )
        })
        .collect();
    assert!(records.contains(&("GNU.sparse.realsize".into(), b"3000".to_vec())));
    assert!(records.contains(&("GNU.sparse.name".into(), b"s".to_vec())));
    let data = all(&mut entry);
    assert!(data.starts_with(b"2\n1000\n512\n2999\n1\n\0"));
    assert_eq!(data[tar::BLOCK..], [&block[..], b"c"].concat());
}
