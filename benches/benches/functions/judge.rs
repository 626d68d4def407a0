//! The validation of URLs; the baselines are other parsers. Items are URLs.

use std::fmt;

use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift_benches::urls::{self, Set};
use urlsift_rfc1738::{
    Conformance::{None, Rfc1738, Rfc3986},
    Judgement, Url, Verdict, explain,
};

/// A set with the name that divan prints.
struct Named(Set);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.name)
    }
}

fn ordinary() -> [Named; 2] {
    [urls::common(), urls::mixed()].map(Named)
}

fn mixed() -> [Named; 1] {
    [Named(urls::mixed())]
}

/// URLs of 8 KiB and 16 KiB: in linear time, both give the same throughput in bytes.
fn hostile() -> Vec<Named> {
    urls::hostile().into_iter().map(Named).collect()
}

/// Validates each URL and asserts how many are accepted.
fn accept(
    bencher: Bencher<'_, '_>,
    set: &Named,
    expected: usize,
    is_accepted: impl Fn(&str) -> bool,
) {
    let urls: Vec<&str> = set.0.urls().collect();
    let bytes = urls.iter().map(|url| url.len()).sum::<usize>();
    let bencher = bencher
        .counter(ItemsCount::new(urls.len()))
        .counter(BytesCount::new(bytes));
    bencher.bench_local(|| {
        let accepted = urls.iter().filter(|url| is_accepted(black_box(url)));
        assert_eq!(accepted.count(), expected);
    });
}

/// The parts of a URL of RFC 1738.
#[divan::bench(args = ordinary(), max_time = 2)]
fn url_parse(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc1738), |url| {
        black_box(Url::parse(url.as_bytes())).is_ok()
    });
}

#[divan::bench(args = ordinary(), max_time = 2)]
fn conforms(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc1738), |url| {
        urlsift_rfc1738::conforms(url.as_bytes())
    });
}

/// All problems and warnings.
#[divan::bench(args = mixed(), max_time = 2)]
fn judgement_and_warnings(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc1738), |url| {
        let judgement = black_box(Judgement::of(url.as_bytes()));
        black_box(judgement.warnings());
        judgement.problems().is_empty()
    });
}

/// The strictest standard of all.
#[divan::bench(args = mixed(), max_time = 2)]
fn verdict(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc3986), |url| {
        let verdict = black_box(Verdict::of(url.as_bytes()));
        verdict.conformance().reaches(Rfc3986)
    });
}

/// RFC 3986 without a copy: work of the same kind.
#[divan::bench(args = ordinary(), max_time = 2)]
fn baseline_fluent_uri(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc3986), |url| {
        black_box(fluent_uri::Uri::parse(url)).is_ok()
    });
}

/// What browsers do: all of these are accepted and rewritten.
#[divan::bench(args = ordinary(), max_time = 2)]
fn baseline_url(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(None), |url| {
        black_box(url::Url::parse(url)).is_ok()
    });
}

/// All that RFC 1738 has to say of a URL.
#[divan::bench(args = hostile(), max_time = 0.2)]
fn hostile_judgement(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc1738), |url| {
        let judgement = black_box(Judgement::of(url.as_bytes()));
        black_box(judgement.warnings());
        black_box(explain(judgement.parts()));
        judgement.problems().is_empty()
    });
}

#[divan::bench(args = hostile(), max_time = 0.2)]
fn hostile_verdict(bencher: Bencher<'_, '_>, set: &Named) {
    accept(bencher, set, set.0.conforming(Rfc1738), |url| {
        black_box(Verdict::of(url.as_bytes())).conformance() == Rfc1738
    });
}
