//! Every case of `corpus/archive` and `corpus/attributes`, on every code path.

use std::{
    fmt::Write,
    panic::{self, AssertUnwindSafe},
};

use urlsift::{ReadOptions, Sifter};
use urlsift_search::Searcher;
use urlsift_tests::archive::{
    self, Case, found, name_of_kind,
    walked::{self, Walked},
};
use urlsift_tests::{effort, prefiltering, readers::SplitReader};

/// The maximum number of reads of a file.
const MAX_CUTS: usize = 3000;

#[test]
fn every_case_is_found_in_a_complete_read() {
    check_all(|_, case| {
        let sifted = found::sift(&mut sifter(case), &case.file[..]);
        found::differences(case, &sifted)
    });
}

#[test]
fn every_case_is_found_in_blocks_of_any_size() {
    let blocks = [1, 2, 3, 5, 7, 16, 64, 1000, 1 << 17];
    let sizes = blocks.map(|block| {
        let reads = [1, 2, 3, 7, 64].into_iter();
        reads.filter_map(move |read| (read <= block).then_some((block, read)))
    });
    let sizes: Vec<_> = sizes.into_iter().flatten().collect();
    check_all(|number, case| {
        let whole = found::sift(&mut sifter(case), &case.file[..]);
        for &(block, read_size) in effort::sample(&sizes, 5, number) {
            if case.file.len() / read_size > MAX_CUTS {
                continue;
            }
            let cut = SplitReader {
                head: b"",
                tail: &case.file,
                read_size,
            };
            let mut sifter = sifter(case).block_size(block);
            let report = found::difference(&found::sift(&mut sifter, cut), &whole);
            if !report.is_empty() {
                return format!("    blocks of {block}, reads of {read_size}:\n{report}");
            }
        }
        String::new()
    });
}

#[test]
fn every_case_is_found_in_two_reads() {
    check_all(|number, case| {
        let mut sifter = sifter(case);
        let whole = found::sift(&mut sifter, &case.file[..]);
        for cut in effort::cuts(case.file.len(), number) {
            let (head, tail) = case.file.split_at(cut);
            let read_size = usize::MAX;
            // One sifter for all cuts: no state may remain from one file to the next.
            let cut_in_two = SplitReader {
                head,
                tail,
                read_size,
            };
            let report = found::difference(&found::sift(&mut sifter, cut_in_two), &whole);
            if !report.is_empty() {
                return format!("    cut at {cut}:\n{report}");
            }
        }
        String::new()
    });
}

#[test]
fn every_case_is_found_in_a_slice() {
    check_all(|_, case| {
        let mut sifter = sifter(case);
        let whole = found::sift(&mut sifter, &case.file[..]);
        found::difference(&found::sift_slice(&mut sifter, &case.file), &whole)
    });
}

#[test]
fn every_case_is_found_by_the_searcher() {
    check_all(|number, case| {
        let whole = found::sift(&mut sifter(case), &case.file[..]);
        for block in effort::sample([1, 7, 1 << 17], 3, number) {
            let searcher = Searcher::with(sifter(case)).block_size(block);
            for mut searcher in [Searcher::with(sifter(case)), searcher.unpacking(None)] {
                let report =
                    found::difference(&found::search(&mut searcher, &case.file[..]), &whole);
                if !report.is_empty() {
                    return format!("    blocks of {block}:\n{report}");
                }
            }
        }
        String::new()
    });
}

#[test]
fn every_case_has_its_kind_messages_and_warnings() {
    check_all(|_, case| {
        let mut report = String::new();
        let recognised = walked::walk(&case.file, &prefiltering::read_options(), 0);
        if let Some(kind) = &case.kind {
            let kinds: Vec<_> = recognised.kinds.iter().copied().map(name_of_kind).collect();
            if kinds != [kind] {
                let _ = writeln!(
                    report,
                    "    recognised as {kinds:?}\n      expected: {kind}"
                );
            }
        }
        let walked = walked::walk(&case.file, &case.read_options(), 0);
        let messages = walked.messages.len() as u64;
        if case.messages.is_some_and(|expected| expected != messages) {
            let at: Vec<_> = walked
                .messages
                .iter()
                .map(|message| message.offset)
                .collect();
            let expected = case.messages;
            let _ = writeln!(
                report,
                "    {messages} messages, at {at:?}\n      expected: {expected:?}"
            );
        }
        if walked.doubtful() != case.doubtful {
            let (warnings, expected) = (&walked.warnings, case.doubtful);
            let _ = writeln!(
                report,
                "    {warnings:?}\n      expected: {expected} doubtful"
            );
        }
        let (warnings, expected) = (walked.other_warnings(), &case.warnings);
        if warnings != *expected {
            let _ = writeln!(report, "    {warnings:?}\n      expected: {expected:?}");
        }
        report
            + &walk_differences(case, &prefiltering::read_options(), &recognised)
            + &walk_differences(case, &case.read_options(), &walked)
    });
}

/// Returns how a walk in small steps differs from a walk through the complete file.
fn walk_differences(case: &Case, options: &ReadOptions, whole: &Walked) -> String {
    for read_size in effort::sample([1, 2, 3, 7, 64, 1000], 3, case.file.len()) {
        if case.file.len() / read_size > MAX_CUTS {
            continue;
        }
        let walked = walked::walk(&case.file, options, read_size);
        if walked != *whole {
            return format!(
                "    walked {read_size} bytes at a time: {walked:?}\n      whole: {whole:?}\n"
            );
        }
    }
    String::new()
}

fn sifter(case: &Case) -> Sifter {
    Sifter::with(case.config())
        .reading(case.read_options())
        .positions(true)
        .context(1, 1)
}

/// Checks every case and reports all that fail.
fn check_all(check: impl Fn(usize, &Case) -> String) {
    let mut cases = archive::cases();
    cases.extend(archive::attribute_cases());
    assert!(!cases.is_empty(), "no cases");
    let mut failed = 0;
    let mut report = String::new();
    for (number, case) in cases.iter().enumerate() {
        let differences = panic::catch_unwind(AssertUnwindSafe(|| check(number, case)));
        let differences = differences.unwrap_or_else(|_| "    panics, see above\n".into());
        if !differences.is_empty() {
            failed += 1;
            let _ = writeln!(report, "{}: {}\n{differences}", case.name, case.why);
        }
    }
    let all = cases.len();
    assert!(failed == 0, "{failed} of {all} cases fail:\n{report}");
}
