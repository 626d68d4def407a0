//! Benchmarks of the scanner by density of links; the baseline is memchr counting `<`.

use divan::{Bencher, black_box, counter::ItemsCount};
use urlsift_benches::density;
use urlsift_scan::{Config, Event, Scanner};

use super::Sample;

/// Returns texts that fit into a second-level cache, so that memory bandwidth does not matter.
fn texts() -> Vec<Sample> {
    let texts = density::all();
    texts
        .iter()
        .map(|text| Sample::new(text, 1_000_000))
        .collect()
}

#[divan::bench(args = texts(), max_time = 1)]
fn scanner(bencher: Bencher<'_, '_>, text: &Sample) {
    let mut scanner = Scanner::new(Config::new());
    let bencher = text
        .throughput(bencher)
        .counter(ItemsCount::new(text.links));
    bencher.bench_local(|| {
        assert_eq!(candidates(&mut scanner, black_box(&text.bytes)), text.links);
    });
}

#[divan::bench(args = texts(), max_time = 1)]
fn baseline_memchr(bencher: Bencher<'_, '_>, text: &Sample) {
    text.count_brackets(text.throughput(bencher));
}

fn candidates(scanner: &mut Scanner, text: &[u8]) -> u64 {
    let mut candidates = 0;
    let mut count = |event: &Event| {
        candidates += u64::from(matches!(black_box(event), Event::Candidate(_)));
    };
    scanner.push(text, &mut count);
    scanner.finish(&mut count);
    candidates
}
