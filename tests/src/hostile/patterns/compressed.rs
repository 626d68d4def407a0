//! Compressed files and containers.

use super::super::{
    message,
    pattern::{Pattern, repeat},
};
use crate::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry, ZipWriter},
};

/// Returns compressed files.
pub(super) fn streams() -> Vec<Pattern> {
    vec![
        Pattern::new("lz4-frames", |size| {
            let frame = Stream::Lz4.pack(b"<http://a/>\n");
            frame.repeat(size.div_ceil(frame.len()))
        }),
        // Blocks of at most 4 MiB, of 12 bytes each, that are linked.
        Pattern::new("lz4-blocks", |size| {
            let mut frame = b"\x04\x22\x4d\x18\x40\x70\xdf".to_vec();
            let block = b"\x0d\0\0\0\xc0<http://a/>\n";
            frame.extend(block.repeat(size.div_ceil(block.len())));
            frame.extend([0; 4]);
            frame
        }),
        Pattern::new("gzip-members-empty", |size| {
            let empty = Stream::Gzip.pack(b"");
            empty.repeat(size.div_ceil(empty.len()))
        }),
        Pattern::new("gzip-members", |size| {
            let member = Stream::Gzip.pack(b"<http://a/>\n");
            member.repeat(size.div_ceil(member.len()))
        }),
        Pattern::new("bzip2-streams", |size| {
            let stream = Stream::Bzip2.pack(b"<http://a/>\n");
            stream.repeat(size.div_ceil(stream.len()))
        }),
        Pattern::new("zstd-frames-empty", |size| {
            let empty = Stream::Zstd.pack(b"");
            empty.repeat(size.div_ceil(empty.len()))
        }),
        Pattern::new("xz-streams", |size| {
            let stream = Stream::Xz.pack(b"<http://a/>\n");
            stream.repeat(size.div_ceil(stream.len()))
        }),
        Pattern::new("gzips-nested", |size| {
            let text = repeat("<http://a/>\n", size).into_bytes();
            (0..9).fold(text, |inner, _| Stream::Gzip.pack(&inner))
        }),
    ]
}

/// Returns a message with a link.
fn mail() -> Vec<u8> {
    message("", "<http://a/>\n").into_bytes()
}

/// Returns containers.
pub(super) fn containers() -> Vec<Pattern> {
    let mut patterns = streams_of_members();
    patterns.extend(zips());
    patterns
}

/// Returns containers that are streams of members.
fn streams_of_members() -> Vec<Pattern> {
    vec![
        Pattern::new("tar-members", |size| {
            let files = size / 1024;
            let add = |tar: Tar, number| tar.file(format!("{number}.eml"), mail());
            (0..files).fold(Tar::new(), add).finish()
        }),
        Pattern::new("tar-long-names", |size| {
            let name = repeat("a", size / 8);
            let add = |tar: Tar, _| tar.long_name(name.as_bytes()).file("a", b"<http://a/>\n");
            (0..4).fold(Tar::new(), add).finish()
        }),
        Pattern::new("tar-records", |size| {
            let records = vec![("comment", "x"); size / 16];
            Tar::new()
                .pax(b'x', &records)
                .file("a", b"<http://a/>\n")
                .finish()
        }),
        Pattern::new("warc-records", |size| {
            let record = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n\
                          Content-Type: text/plain\r\nContent-Length: 12\r\n\r\n<http://a/>\n\r\n\r\n";
            repeat(record, size).into()
        }),
        Pattern::new("warc-headers", |size| repeat("WARC/1.0\r\n", size).into()),
        Pattern::new("warc-lines", |size| {
            [repeat("WARC/1.0\r\n", 10), repeat("a\r\n", size)]
                .concat()
                .into()
        }),
    ]
}

/// Returns zip files.
fn zips() -> Vec<Pattern> {
    vec![
        // A member takes about 250 bytes, including its directory entry.
        Pattern::new("zip-members", |size| {
            let name = |number| format!("{number}.eml");
            let entries: Vec<_> = (0..size / 250)
                .map(|number| Entry::stored(name(number), &mail()))
                .collect();
            zip::zip(&entries)
        })
        .at_most(250 * 65_000),
        // One half is a single member; the other half repeats its directory entry.
        Pattern::new("zip-members-overlapping", |size| {
            let member = Entry::stored("a", repeat("<http://a/>\n", size / 2).as_bytes());
            let mut writer = ZipWriter::new(b"", &[member]);
            let entry = writer.bytes[writer.directory..].to_vec();
            let count = (size / 2).div_ceil(entry.len()).max(2);
            writer.bytes.extend(entry.repeat(count - 1));
            writer.end = writer.bytes.len();
            writer.end(count, b"").bytes
        })
        .at_most(2 * 47 * 65_000),
        Pattern::new("zips-nested", |size| {
            let text = repeat("<http://a/>\n", size).into_bytes();
            (0..9).fold(text, |inner, _| zip::zip(&[Entry::stored("a.zip", &inner)]))
        }),
        Pattern::new("zips-of-zips", |size| {
            let inner = zip::zip(&[Entry::stored("a.eml", &mail())]);
            let entries = vec![Entry::stored("a.zip", &inner); size / (inner.len() + 100)];
            zip::zip(&entries)
        })
        .at_most(300 * 65_000),
    ]
}
