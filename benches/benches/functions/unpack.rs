//! Benchmarks of unpacking a mailbox; the baselines are the decoders of the formats.

use std::{
    fmt,
    io::{self, Read, Seek, Write},
    ops::ControlFlow,
    path::Path,
};

use divan::{Bencher, black_box, counter::BytesCount};
use urlsift_benches::mail;
use urlsift_tests::packing;
use urlsift_unpack::{ByteSource, UnpackedFile, Unpacker, Visitor};

/// A compressed mailbox.
struct Compressed {
    extension: &'static str,
    bytes: Vec<u8>,
    /// The size before packing, in bytes.
    size: u64,
}

impl fmt::Display for Compressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension)
    }
}

fn compressed() -> [Compressed; 10] {
    let [_, mime, _] = mail::all().expect("the corpus is readable");
    let mime = mime.bytes(4_000_000);
    packing::one_file("a.mbox", &mime).map(|(extension, bytes)| Compressed {
        extension,
        bytes,
        size: mime.len() as u64,
    })
}

/// Returns the compressed mailboxes that are a single stream, not a container.
fn streams() -> Vec<Compressed> {
    let compressed = compressed().into_iter();
    compressed
        .filter(|compressed| decoder(compressed).is_some())
        .collect()
}

fn decoder(compressed: &Compressed) -> Option<Box<dyn Read + '_>> {
    let bytes = &compressed.bytes[..];
    Some(match compressed.extension {
        "gz" => Box::new(flate2::read::GzDecoder::new(bytes)),
        "bz2" => Box::new(bzip2::read::BzDecoder::new(bytes)),
        "xz" => Box::new(liblzma::read::XzDecoder::new(bytes)),
        "zst" => Box::new(zstd::Decoder::with_buffer(bytes).expect("a decoder")),
        _ => return None,
    })
}

/// Counts the unpacked bytes.
#[derive(Default)]
struct Size(u64);

impl Visitor for Size {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        self.0 += size(file.bytes);
        ControlFlow::Continue(())
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        panic!("{}: {error}", path.display());
    }
}

/// Measures recognition and unpacking.
#[divan::bench(args = compressed(), max_time = 1)]
fn unpacker(bencher: Bencher<'_, '_>, compressed: &Compressed) {
    let unpacker = Unpacker::new();
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&compressed.bytes).expect("a write");
    bencher
        .counter(BytesCount::new(compressed.size))
        .bench_local(|| {
            file.rewind().expect("a seekable file");
            let mut size = Size::default();
            let source = ByteSource::File(black_box(&file));
            let end = unpacker.unpack(Path::new("input"), source, &mut size);
            assert_eq!((end, size.0), (ControlFlow::Continue(()), compressed.size));
        });
}

#[divan::bench(args = streams(), max_time = 1)]
fn baseline_decoder(bencher: Bencher<'_, '_>, compressed: &Compressed) {
    bencher
        .counter(BytesCount::new(compressed.size))
        .bench_local(|| {
            let mut decoder = decoder(black_box(compressed)).expect("a stream");
            assert_eq!(size(&mut decoder), compressed.size);
        });
}

fn size(from: &mut dyn Read) -> u64 {
    let (mut block, mut size) = (vec![0; 64 << 10], 0);
    loop {
        match from.read(&mut block).expect("valid input") {
            0 => return size,
            len => size += black_box(&block[..len]).len() as u64,
        }
    }
}
