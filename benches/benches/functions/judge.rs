//! Benchmarks of URL validation; the baselines are other parsers. Items are URLs.

use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use urlsift_benches::urls::{self, Set};
use urlsift_rfc1738::{
    Conformance::{None, Rfc1738, Rfc3986},
    Url, Validation, Verdict, explain,
};

fn ordinary() -> [Set; 2] {
    [urls::common(), urls::mixed()]
}

/// Validates each URL and asserts the number of accepted ones.
fn accept(
    bencher: Bencher<'_, '_>,
    set: &Set,
    expected: usize,
    is_accepted: impl Fn(&str) -> bool,
) {
    let urls: Vec<&str> = set.urls().collect();
    let bytes = urls.iter().map(|url| url.len()).sum::<usize>();
    let bencher = bencher
        .counter(ItemsCount::new(urls.len()))
        .counter(BytesCount::new(bytes));
    bencher.bench_local(|| {
        let accepted = urls.iter().filter(|url| is_accepted(black_box(url)));
        assert_eq!(accepted.count(), expected);
    });
}

/// Parsing into the parts of RFC 1738.
#[divan::bench(args = ordinary(), max_time = 2)]
fn url_parse(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc1738), |url| {
        black_box(Url::parse(url.as_bytes())).is_ok()
    });
}

#[divan::bench(args = ordinary(), max_time = 2)]
fn conforms(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc1738), |url| {
        urlsift_rfc1738::conforms(url.as_bytes())
    });
}

/// All problems and warnings.
#[divan::bench(args = [urls::mixed()], max_time = 2)]
fn judgement_and_warnings(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc1738), |url| {
        let validation = black_box(Validation::of(url.as_bytes()));
        black_box(validation.warnings());
        validation.problems().is_empty()
    });
}

/// The strictest standard that each URL conforms to.
#[divan::bench(args = [urls::mixed()], max_time = 2)]
fn verdict(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc3986), |url| {
        let verdict = black_box(Verdict::of(url.as_bytes()));
        verdict.conformance().reaches(Rfc3986)
    });
}

/// Zero-copy parsing of RFC 3986: comparable work.
#[divan::bench(args = ordinary(), max_time = 2)]
fn baseline_fluent_uri(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc3986), |url| {
        black_box(fluent_uri::Uri::parse(url)).is_ok()
    });
}

/// The parser of browsers, which accepts and normalises all of these.
#[divan::bench(args = ordinary(), max_time = 2)]
fn baseline_url(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(None), |url| {
        black_box(url::Url::parse(url)).is_ok()
    });
}

/// Problems, warnings and explanations of a URL. In linear time, 8 KiB and 16 KiB give the same throughput.
#[divan::bench(args = urls::hostile(), max_time = 0.2)]
fn hostile_judgement(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc1738), |url| {
        let validation = black_box(Validation::of(url.as_bytes()));
        black_box(validation.warnings());
        black_box(explain(validation.parts()));
        validation.problems().is_empty()
    });
}

#[divan::bench(args = urls::hostile(), max_time = 0.2)]
fn hostile_verdict(bencher: Bencher<'_, '_>, set: &Set) {
    accept(bencher, set, set.conforming(Rfc1738), |url| {
        black_box(Verdict::of(url.as_bytes())).conformance() == Rfc1738
    });
}
