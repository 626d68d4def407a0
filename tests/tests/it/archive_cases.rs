//! Every case of `corpus/archive`, over every path that a file can take.

use std::{
    fmt::Write,
    panic::{self, AssertUnwindSafe},
};

use urlsift::{ReadOptions, Sifter};
use urlsift_search::Searcher;
use urlsift_tests::archive::{
    self, Case,
    found::{self, Cut, Sifted},
    name_of_kind,
    walked::{self, Walked},
};
use urlsift_tests::prefiltering;

/// Longer files are not cut at every byte, but at this many places; and they are not read in smaller
/// pieces than into this many.
const MOST_CUTS: usize = 3000;

#[test]
fn every_case_is_found_whole() {
    check_all(|case| {
        let sifted = found::sift(&mut sifter(case), &case.file[..]);
        found::differences(case, &sifted)
    });
}

#[test]
fn every_case_is_found_in_blocks_of_any_size() {
    check_all(|case| {
        let whole = found::sift(&mut sifter(case), &case.file[..]);
        for block in [1, 2, 3, 5, 7, 16, 64, 1000, 1 << 17] {
            let mut sifter = sifter(case).block_size(block);
            for at_a_time in [1, 2, 3, 7, 64] {
                let pieces = case.file.len() / block.min(at_a_time);
                if at_a_time > block || pieces > MOST_CUTS {
                    continue;
                }
                let cut = Cut {
                    head: b"",
                    tail: &case.file,
                    at_a_time,
                };
                let told = differ(&found::sift(&mut sifter, cut), &whole);
                if !told.is_empty() {
                    return format!("    blocks of {block}, reads of {at_a_time}:\n{told}");
                }
            }
        }
        String::new()
    });
}

#[test]
fn every_case_is_found_cut_in_two_anywhere() {
    check_all(|case| {
        let mut sifter = sifter(case);
        let whole = found::sift(&mut sifter, &case.file[..]);
        let step = case.file.len() / MOST_CUTS + 1;
        for cut in (0..=case.file.len()).step_by(step) {
            let (head, tail) = case.file.split_at(cut);
            let at_a_time = usize::MAX;
            // One sifter for all: it must come clean out of each file.
            let cut_in_two = Cut {
                head,
                tail,
                at_a_time,
            };
            let told = differ(&found::sift(&mut sifter, cut_in_two), &whole);
            if !told.is_empty() {
                return format!("    cut at {cut}:\n{told}");
            }
        }
        String::new()
    });
}

#[test]
fn every_case_is_found_in_a_slice() {
    check_all(|case| {
        let mut sifter = sifter(case);
        let whole = found::sift(&mut sifter, &case.file[..]);
        differ(&found::sift_slice(&mut sifter, &case.file), &whole)
    });
}

#[test]
fn every_case_is_found_by_the_searcher() {
    check_all(|case| {
        let whole = found::sift(&mut sifter(case), &case.file[..]);
        for block in [1, 7, 1 << 17] {
            let searcher = Searcher::with(sifter(case)).block_size(block);
            for mut searcher in [Searcher::with(sifter(case)), searcher.unpacking(None)] {
                let told = differ(&found::search(&mut searcher, &case.file[..]), &whole);
                if !told.is_empty() {
                    return format!("    blocks of {block}:\n{told}");
                }
            }
        }
        String::new()
    });
}

#[test]
fn every_case_is_recognised_and_has_its_messages() {
    check_all(|case| {
        let mut told = String::new();
        let recognised = walked::walk(&case.file, &prefiltering::reading(), 0);
        if let Some(kind) = &case.kind {
            let kinds: Vec<_> = recognised.kinds.iter().copied().map(name_of_kind).collect();
            if kinds != [kind] {
                let _ = writeln!(told, "    recognised as {kinds:?}\n      should be {kind}");
            }
        }
        let walked = walked::walk(&case.file, &case.reading(), 0);
        let messages = walked.messages.len() as u64;
        if case.messages.is_some_and(|expected| expected != messages) {
            let at: Vec<_> = walked
                .messages
                .iter()
                .map(|message| message.offset)
                .collect();
            let expected = case.messages;
            let _ = writeln!(
                told,
                "    {messages} messages, at {at:?}\n      should be {expected:?}"
            );
        }
        if walked.doubtful() != case.doubtful {
            let (warnings, expected) = (&walked.warnings, case.doubtful);
            let _ = writeln!(
                told,
                "    {warnings:?}\n      should be {expected} doubtful"
            );
        }
        told + &walked_alike(case, &prefiltering::reading(), &recognised)
            + &walked_alike(case, &case.reading(), &walked)
    });
}

/// How a walk in small steps differs from the one through the whole file.
fn walked_alike(case: &Case, reading: &ReadOptions, whole: &Walked) -> String {
    for at_a_time in [1, 2, 3, 7, 64, 1000] {
        if case.file.len() / at_a_time > MOST_CUTS {
            continue;
        }
        let walked = walked::walk(&case.file, reading, at_a_time);
        if walked != *whole {
            return format!(
                "    walked {at_a_time} bytes at a time: {walked:?}\n      whole: {whole:?}\n"
            );
        }
    }
    String::new()
}

fn sifter(case: &Case) -> Sifter {
    Sifter::new().reading(case.reading()).positions(true)
}

/// How what was found on one path differs from what was found in the whole file.
fn differ(found: &Sifted, whole: &Sifted) -> String {
    let mut told = String::new();
    let _ = if found.found.len() == whole.found.len() {
        let mut both = found.found.iter().zip(&whole.found);
        match both.find(|(found, whole)| found != whole) {
            None => Ok(()),
            Some((found, whole)) => writeln!(told, "    {found:?}\n      whole: {whole:?}"),
        }
    } else {
        let spans = |sifted: &Sifted| {
            format!(
                "{:?}",
                sifted
                    .found
                    .iter()
                    .map(|found| found.span)
                    .collect::<Vec<_>>()
            )
        };
        writeln!(
            told,
            "    found {}\n      whole: {}",
            spans(found),
            spans(whole)
        )
    };
    if found.rejected != whole.rejected {
        let (rejected, whole) = (&found.rejected, &whole.rejected);
        let _ = writeln!(told, "    rejected {rejected:?}\n      whole: {whole:?}");
    }
    if found.warnings != whole.warnings {
        let (warnings, whole) = (&found.warnings, &whole.warnings);
        let _ = writeln!(told, "    warnings {warnings:?}\n      whole: {whole:?}");
    }
    if found.stats != whole.stats {
        let (stats, whole) = (found.stats, whole.stats);
        let _ = writeln!(told, "    {stats:?}\n      whole: {whole:?}");
    }
    told
}

/// Checks every case, and then tells of all that fail.
fn check_all(check: impl Fn(&Case) -> String) {
    let cases = archive::cases();
    assert!(!cases.is_empty(), "no case was met");
    let mut failed = 0;
    let mut told = String::new();
    for case in &cases {
        let differences = panic::catch_unwind(AssertUnwindSafe(|| check(case)));
        let differences = differences.unwrap_or_else(|_| "    panics, see above\n".into());
        if !differences.is_empty() {
            failed += 1;
            let _ = writeln!(told, "{}: {}\n{differences}", case.name, case.why);
        }
    }
    let all = cases.len();
    assert!(failed == 0, "{failed} of {all} cases fail:\n{told}");
}
