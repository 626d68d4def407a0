//! Measures single functions on inputs in memory. Every pass asserts its answer.

mod archive;
mod judge;
mod library;
mod scan;
mod unpack;

use std::{env, fmt};

use divan::{Bencher, Divan, counter::BytesCount};
use urlsift_benches::{Text, mail};

fn main() {
    // The flag that both benchmarks know: run everything once.
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
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Mailboxes that do not fit into a second-level cache.
fn mailboxes() -> Vec<Sample> {
    let texts = mail::all().expect("the corpus is readable");
    texts.map(|text| Sample::new(&text, 4_000_000)).into()
}
