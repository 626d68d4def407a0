//! Measures the library as a whole, on mailboxes in memory: the walk, the scanner and the judgement of
//! each hit; beside it the walk alone.

use std::{env, fmt, ops::ControlFlow};

use divan::{
    Bencher, Divan, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift::{Conformance, End, Link, Sifter, Sink, Skip};
use urlsift_benches::{
    flags::Turn,
    samples::{self, Sample},
};

fn main() {
    match Turn::of(env::args()) {
        Turn::Try => Divan::default().test_benches(),
        Turn::Measure => divan::main(),
        Turn::StandBack => {}
    }
}

/// Mailboxes by their names, which divan asks for.
struct Named(Sample);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name)
    }
}

fn mailboxes() -> Vec<Named> {
    let mailboxes = samples::mailboxes().expect("the corpus is there");
    mailboxes.into_iter().map(Named).collect()
}

/// Counts the hits, and those that conform.
#[derive(Default)]
struct Count {
    hits: u64,
    conforming: u64,
}

impl Sink for Count {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let conformance = black_box(link).verdict().conformance();
        self.hits += 1;
        self.conforming += u64::from(conformance.reaches(Conformance::Rfc1738));
        ControlFlow::Continue(())
    }
}

/// The hits with their places and verdicts.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn sifter(bencher: Bencher<'_, '_>, named: &Named) {
    sift(bencher, named, Sifter::new());
}

/// The same with lines and columns.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn sifter_with_positions(bencher: Bencher<'_, '_>, named: &Named) {
    sift(bencher, named, Sifter::new().positions(true));
}

/// The baseline: the walk, block by block, with a visitor that counts the `<` of the texts.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn baseline_walker(bencher: Bencher<'_, '_>, Named(sample): &Named) {
    counted(bencher, sample).bench_local(|| {
        let openers = samples::openers(black_box(&sample.bytes));
        assert!(sample.openers.contains(&openers), "{openers}");
    });
}

fn sift(bencher: Bencher<'_, '_>, Named(sample): &Named, mut sifter: Sifter) {
    counted(bencher, sample).bench_local(|| {
        let mut count = Count::default();
        let outcome = sifter.sift(black_box(&sample.bytes[..]), &mut count);
        assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
        assert_eq!(count.hits, sample.hits);
        assert!((1..=count.hits).contains(&count.conforming));
    });
}

fn counted<'a, 'b>(bencher: Bencher<'a, 'b>, sample: &Sample) -> Bencher<'a, 'b> {
    bencher
        .counter(BytesCount::of_slice(&sample.bytes))
        .counter(ItemsCount::new(sample.hits))
}
