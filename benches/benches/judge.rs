//! Measures the judgement of URLs, on one thread: of ordinary ones, of a mix with some that do not
//! conform, and of hostile texts; beside it what other crates take to parse the same.

use std::{env, fmt};

use divan::{
    Bencher, Divan, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift::{Conformance, Verdict};
use urlsift_benches::{
    flags::Turn,
    urls::{self, Set},
};
use urlsift_rfc1738::{Judgement, Url, explain};

fn main() {
    match Turn::of(env::args()) {
        Turn::Try => Divan::default().test_benches(),
        Turn::Measure => divan::main(),
        Turn::StandBack => {}
    }
}

/// Sets by their names, which divan asks for.
struct Named(Set);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

fn ordinary() -> [Named; 2] {
    [urls::common(), urls::mixed()].map(Named)
}

fn mixed() -> [Named; 1] {
    [urls::mixed()].map(Named)
}

fn hostile() -> Vec<Named> {
    urls::hostile().into_iter().map(Named).collect()
}

/// Judges each text of a set, over and over, and checks how many are taken.
fn measure<'s>(
    bencher: Bencher<'_, '_>,
    Named(set): &'s Named,
    taken: usize,
    mut is_taken: impl FnMut(&'s str) -> bool,
) {
    let texts = set.texts();
    let bencher = bencher
        .counter(ItemsCount::new(texts.len()))
        .counter(BytesCount::new(set.bytes()));
    bencher.bench_local(|| {
        let mut count = 0;
        for text in texts {
            count += usize::from(is_taken(black_box(text)));
        }
        assert_eq!(count, taken);
    });
}

/// What conforms, taken apart.
#[divan::bench(args = ordinary(), min_time = 0.5, max_time = 2)]
fn url_parse(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc1738(), |text| {
        black_box(Url::parse(text.as_bytes())).is_ok()
    });
}

/// Whether it conforms, and nothing else.
#[divan::bench(args = ordinary(), min_time = 0.5, max_time = 2)]
fn conforms(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc1738(), |text| {
        urlsift_rfc1738::conforms(black_box(text.as_bytes()))
    });
}

/// All problems and all warnings.
#[divan::bench(args = mixed(), min_time = 0.5, max_time = 2)]
fn judgement_and_warnings(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc1738(), |text| {
        let judgement = black_box(Judgement::of(text.as_bytes()));
        black_box(judgement.warnings());
        judgement.problems().is_empty()
    });
}

/// The strictest standard that is met, of all of them.
#[divan::bench(args = mixed(), min_time = 0.5, max_time = 2)]
fn verdict(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc3986(), |text| {
        let verdict = black_box(Verdict::of(text.as_bytes()));
        verdict.conformance().reaches(Conformance::Rfc3986)
    });
}

/// The first baseline: RFC 3986, a grammar like this one's, checked and taken apart without a copy.
#[divan::bench(args = ordinary(), min_time = 0.5, max_time = 2)]
fn baseline_fluent_uri(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc3986(), |text| {
        black_box(fluent_uri::Uri::parse(text)).is_ok()
    });
}

/// The second baseline: what a browser does, who takes all of these and writes each anew.
#[divan::bench(args = ordinary(), min_time = 0.5, max_time = 2)]
fn baseline_url(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.texts().len(), |text| {
        black_box(url::Url::parse(text)).is_ok()
    });
}

/// All that can be asked of a text that means harm. A text of 16 KiB should take twice the time of one
/// of 8 KiB: the bytes of a second are the same.
#[divan::bench(args = hostile(), max_time = 0.2)]
fn hostile_texts(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc1738(), |text| {
        let judgement = black_box(Judgement::of(text.as_bytes()));
        black_box(judgement.warnings());
        black_box(explain(judgement.parts()));
        judgement.problems().is_empty()
    });
}

/// The same, by all standards: other crates judge what does not conform.
#[divan::bench(args = hostile(), max_time = 0.2)]
fn hostile_verdicts(bencher: Bencher<'_, '_>, set: &Named) {
    measure(bencher, set, set.0.rfc1738(), |text| {
        let verdict = black_box(Verdict::of(text.as_bytes()));
        verdict.conformance() == Conformance::Rfc1738
    });
}
