//! Measures the walk through archives alone, on mailboxes in memory; beside it the search for `<` in the
//! same bytes, and what mail-parser takes to parse every message.

use std::{env, fmt};

use divan::{
    Bencher, Divan, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift_benches::{
    flags::Turn,
    limit, parser,
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

/// The walk, block by block, with a visitor that counts the `<` of the texts.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn walker(bencher: Bencher<'_, '_>, Named(sample): &Named) {
    counted(bencher, sample).bench_local(|| {
        let openers = samples::openers(black_box(&sample.bytes));
        assert!(sample.openers.contains(&openers), "{openers}");
    });
}

/// The first baseline: `memchr` finds every `<`.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn baseline_memchr(bencher: Bencher<'_, '_>, Named(sample): &Named) {
    counted(bencher, sample).bench_local(|| limit::positions(black_box(&sample.bytes)));
}

/// The second baseline: mail-parser parses every message.
#[divan::bench(args = mailboxes(), max_time = 1)]
fn baseline_mail_parser(bencher: Bencher<'_, '_>, Named(sample): &Named) {
    counted(bencher, sample).bench_local(|| {
        let (messages, _) = parser::texts(black_box(&sample.bytes));
        assert_eq!(messages, sample.messages);
    });
}

fn counted<'a, 'b>(bencher: Bencher<'a, 'b>, sample: &Sample) -> Bencher<'a, 'b> {
    bencher
        .counter(BytesCount::of_slice(&sample.bytes))
        .counter(ItemsCount::new(sample.messages))
}
