//! Measures the unpacking alone, of one mailbox in every form; beside it the decoder of that form, which
//! knows what it is given.

use std::{
    env, fmt,
    fs::File,
    io::{self, Read, Seek, Write},
    ops::ControlFlow,
    path::Path,
};

use divan::{Bencher, Divan, black_box, counter::BytesCount};
use urlsift_benches::{flags::Turn, mime, packed};
use urlsift_unpack::{Format, Source, Unpacker, Visitor};

/// More than the window of any form but xz.
const SIZE: usize = 4_000_000;

fn main() {
    match Turn::of(env::args()) {
        Turn::Try => Divan::default().test_benches(),
        Turn::Measure => divan::main(),
        Turn::StandBack => {}
    }
}

/// A mailbox that is packed, in memory and as a file.
struct Packed {
    form: packed::Form,
    bytes: Vec<u8>,
    file: File,
    /// How many bytes are packed in it.
    plain: u64,
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.form.ending()[1..])
    }
}

fn forms() -> Vec<Packed> {
    let plain = mime::text().bytes(SIZE);
    packed::Form::ALL
        .map(|form| {
            let bytes = form.pack("a.mbox", &plain).expect("it can be packed");
            let mut file = tempfile::tempfile().expect("a temporary file");
            file.write_all(&bytes).expect("there is room");
            Packed {
                form,
                bytes,
                file,
                plain: plain.len() as u64,
            }
        })
        .into()
}

/// Counts the bytes of all files.
struct Count {
    bytes: u64,
    block: Vec<u8>,
}

impl Visitor for Count {
    fn file(&mut self, _: &Path, _: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        loop {
            match bytes.read(&mut self.block).expect("it is sound") {
                0 => return ControlFlow::Continue(()),
                len => self.bytes += black_box(&self.block[..len]).len() as u64,
            }
        }
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        panic!("{}: {error}", path.display());
    }
}

/// The form told by the first bytes, and all in it taken apart.
#[divan::bench(args = forms(), max_time = 1)]
fn unpacker(bencher: Bencher<'_, '_>, packed: &Packed) {
    let unpacker = Unpacker::new();
    let bencher = bencher.counter(BytesCount::new(packed.plain));
    bencher.bench_local(|| {
        let mut count = Count {
            bytes: 0,
            block: vec![0; 1 << 16],
        };
        (&packed.file).rewind().expect("a file");
        let source = Source::File(black_box(&packed.file));
        let end = unpacker.unpack(Path::new("a"), source, &mut count);
        assert_eq!(
            (end, count.bytes),
            (ControlFlow::Continue(()), packed.plain)
        );
    });
}

/// The baseline: the crate that decodes this form, on bytes in memory.
#[divan::bench(args = forms(), max_time = 1)]
fn baseline_decoder(bencher: Bencher<'_, '_>, packed: &Packed) {
    let bencher = bencher.counter(BytesCount::new(packed.plain));
    bencher.bench_local(|| {
        let mut bytes = 0;
        let mut take = |block: &[u8]| bytes += black_box(block).len() as u64;
        let unpacked = packed.form.unpack(black_box(&packed.bytes), &mut take);
        unpacked.expect("it is sound");
        assert_eq!(bytes, packed.plain);
    });
}
