//! Measures single functions on inputs in memory. Every pass asserts its answer.

mod archive;
mod judge;
mod library;
mod scan;
mod unpack;

use std::{env, fmt};

use divan::{Bencher, Divan, black_box, counter::BytesCount};
use urlsift_benches::{Text, baseline, mail};

fn main() {
    // Both benchmarks accept this flag: run everything once.
    if env::args().any(|arg| arg == "--quick") {
        Divan::default().test_benches();
    } else {
        divan::main();
    }
}

/// An input in memory.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    links: u64,
}

impl Sample {
    fn new(text: &Text, size: usize) -> Self {
        Self {
            name: text.name(),
            bytes: text.bytes(size),
            links: text.links(size),
        }
    }

    /// Adds the throughput in bytes.
    fn throughput<'a, 'b>(&self, bencher: Bencher<'a, 'b>) -> Bencher<'a, 'b> {
        bencher.counter(BytesCount::of_slice(&self.bytes))
    }

    /// Returns the number of `<`.
    fn brackets(&self) -> u64 {
        self.bytes.split(|&byte| byte == b'<').count() as u64 - 1
    }

    /// Measures the baseline, which counts `<` with memchr.
    fn count_brackets(&self, bencher: Bencher<'_, '_>) {
        let expected = self.brackets();
        bencher.bench_local(|| {
            assert_eq!(baseline::count(b'<', black_box(&self.bytes)), expected);
        });
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Returns mailboxes that do not fit into a second-level cache.
fn mailboxes() -> Vec<Sample> {
    let texts = mail::all().expect("the corpus is readable");
    texts.map(|text| Sample::new(&text, 4_000_000)).into()
}
