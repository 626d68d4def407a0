//! Code paths, strategies and settings that the tests share.

use proptest::prelude::*;
use urlsift_scan::Config;
use urlsift_tests::{cases::Case, effort, oracle::Sifted, paths};

/// Checks a case in chunks of several sizes, and cut in two at a few places. `find` returns what a scan of the chunks
/// finds, `check` compares it.
pub(crate) fn check_chunks(
    case: &Case,
    number: usize,
    mut find: impl FnMut(&mut dyn Iterator<Item = &[u8]>) -> Sifted,
    check: impl Fn(&Case, &str, &Sifted),
) {
    for size in [1, 2, 3, 5, 7, 13, 64] {
        let found = find(&mut case.text.chunks(size));
        check(case, &format!("chunks of {size}"), &found);
    }
    for cut in effort::cuts(case.text.len(), number) {
        let (head, tail) = case.text.split_at(cut);
        let found = find(&mut [head, tail].into_iter());
        check(case, &format!("cut at {cut}"), &found);
    }
}

/// Checks a case on each path of the sifter and the searcher, with one of several sizes of blocks and reads.
pub(crate) fn check_readers(case: &Case, number: usize, check: impl Fn(&Case, &str, &Sifted)) {
    check(case, "slice", &paths::slice(&case.config(), &case.text));
    let sizes = [(1, 1), (2, 9), (16, 7), (1 << 16, 1 << 16)];
    for (block_size, read_size) in effort::sample(sizes, 4, number) {
        let path = format!("blocks of {block_size}, reads of {read_size}");
        let found = paths::reader(&case.config(), &case.text, block_size, read_size);
        check(case, &path, &found);
        let found = paths::searcher(&case.config(), &case.text, block_size, read_size);
        check(case, &format!("searcher, {path}"), &found);
    }
}

/// Returns the settings for a property of which a case takes as long as `weight` others. Failures are not written to
/// files.
pub(crate) fn config(weight: u32) -> ProptestConfig {
    ProptestConfig {
        cases: effort::cases(weight),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Generates a maximum length of candidates: in most cases the default, which exceeds the length of the random texts,
/// otherwise a length that they may reach.
pub(crate) fn max_len() -> impl Strategy<Value = usize> {
    prop_oneof![2 => Just(Config::DEFAULT_MAX_LEN), 1 => 0..80_usize]
}
