//! Measures the scanner alone, on texts in memory, from those without a hit to those that are all
//! hits; beside it the search for `<` on the same texts.

use std::{env, fmt};

use divan::{
    Bencher, Divan, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift_benches::{flags::Turn, limit, runs, text};
use urlsift_scan::{Config, Event, Scanner};

/// About as much as a second-level cache holds, so that it is the scanner that is measured.
const SIZE: usize = 1_000_000;

fn main() {
    match Turn::of(env::args()) {
        Turn::Try => Divan::default().test_benches(),
        Turn::Measure => divan::main(),
        Turn::StandBack => {}
    }
}

/// A text in memory and how many hits are in it.
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    hits: u64,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn samples() -> Vec<Sample> {
    let texts = [
        ("none", text::sparse()),
        ("rare", text::every("rare", 100)),
        ("common", text::every("common", 10)),
        ("every-line", text::every("every-line", 1)),
        ("wrapped-and-quoted", text::wrapped_and_quoted()),
        ("pathological", runs::together()),
    ];
    texts
        .map(|(name, text)| Sample {
            name,
            bytes: text.bytes(SIZE),
            hits: text.hits(SIZE),
        })
        .into()
}

/// The scanner, fed with the whole text at once.
#[divan::bench(args = samples(), max_time = 1)]
fn scanner(bencher: Bencher<'_, '_>, sample: &Sample) {
    let mut scanner = Scanner::new(Config::new());
    let bencher = bencher
        .counter(BytesCount::of_slice(&sample.bytes))
        .counter(ItemsCount::new(sample.hits));
    bencher.bench_local(|| {
        assert_eq!(hits(&mut scanner, black_box(&sample.bytes)), sample.hits);
    });
}

/// The baseline: `memchr` finds every `<`.
#[divan::bench(args = samples(), max_time = 1)]
fn memchr_brackets(bencher: Bencher<'_, '_>, sample: &Sample) {
    let bencher = bencher.counter(BytesCount::of_slice(&sample.bytes));
    bencher.bench_local(|| limit::positions(black_box(&sample.bytes)));
}

fn hits(scanner: &mut Scanner, mut text: &[u8]) -> u64 {
    let is_hit = |event: Option<Event<'_>>| {
        let event = black_box(event);
        u64::from(matches!(event, Some(Event::Candidate(_))))
    };
    let mut hits = 0;
    while !text.is_empty() {
        let (event, used) = scanner.step(text);
        hits += is_hit(event);
        text = &text[used..];
    }
    hits + is_hit(scanner.finish())
}
