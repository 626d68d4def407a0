//! Checks that the work for any input is at most linear in its size. Execution times depend on the machine, so these
//! tests count the loops and branches that the command executes and the bytes that it prints.

mod counted;

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    iter,
    num::NonZeroUsize,
    path::PathBuf,
    sync::Mutex,
    thread::{self, available_parallelism},
};

use tempfile::TempDir;
use urlsift_tests::hostile::{
    mode::{Mode, check, is_exempt, modes},
    pattern::Pattern,
    patterns::patterns,
};

use counted::{Counted, Input, Work};

/// The size in bytes by which an input exceeds the smallest one. It is compared with an input of four times the size.
const SIZE: usize = 16 << 10;

/// The maximum factor of the work for an input of four times the size.
const GROWTH: f64 = 4.5;

/// The numbers of steps and bytes allowed at any size, for example to fill buffers for the first time.
const STEPS: u64 = 200_000;
const PRINTED: u64 = 4096;

/// The comparison of the work for two inputs.
#[derive(Debug)]
struct Compared {
    pattern: String,
    mode: &'static str,
    /// The factors by which the steps and the printed bytes grow.
    steps: f64,
    printed: f64,
    is_linear: bool,
}

#[test]
#[ignore = "builds the command with counters, and takes some minutes"]
fn work_is_linear() {
    let command = Counted::build();
    accepts_every_mode(&command);
    let mut patterns = patterns();
    if let Ok(only) = std::env::var("URLSIFT_TEST_ONLY") {
        patterns.retain(|pattern| pattern.name.contains(&only));
    }
    let left = Mutex::new(patterns.into_iter());
    let next = || left.lock().expect("no thread panics").next();
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    let work = || {
        let compared = iter::from_fn(next).flat_map(|pattern| compare(&command, &pattern));
        compared.collect::<Vec<_>>()
    };
    let mut all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let each = threads.into_iter();
        each.flat_map(|thread| thread.join().expect("no thread panics"))
            .collect()
    });
    assert!(!all.is_empty(), "no comparisons");
    all.sort_by(|one, other| other.steps.total_cmp(&one.steps));
    let mut table =
        "| pattern | mode | steps, factor | bytes, factor | result |\n|---|---|---|---|---|\n"
            .to_owned();
    let (mut failed, mut stale) = (0, 0);
    for (rank, row) in all.iter().enumerate() {
        let is_exempt = is_exempt(&row.pattern, row.mode);
        let verdict = match (row.is_linear, is_exempt) {
            (false, false) => {
                failed += 1;
                "FAILED"
            }
            (false, true) => "exempt",
            (true, true) => {
                stale += 1;
                "linear: remove the exemption"
            }
            (true, false) => "",
        };
        if rank < 10 || !verdict.is_empty() {
            let Compared {
                pattern,
                mode,
                steps,
                printed,
                ..
            } = row;
            let _ = writeln!(
                table,
                "| {pattern} | {mode} | {steps:.2} | {printed:.2} | {verdict} |"
            );
        }
    }
    let _ = writeln!(io::stderr(), "{} comparisons\n\n{table}", all.len());
    assert_eq!((failed, stale), (0, 0), "\n{table}");
}

/// Checks that no mode is rejected: a rejected mode would do little work.
fn accepts_every_mode(command: &Counted) {
    let directory = TempDir::new().expect("a temporary directory");
    let empty = directory.path().join("empty");
    fs::write(&empty, b"").expect("a file");
    for mode in modes().into_iter().chain([check()]) {
        let work = command.run(&mode.args, Input::Path(&empty), directory.path());
        assert!(work.status < 2, "{} is rejected", mode.name);
    }
}

/// Runs all modes over a pattern of three sizes, and `check` over the links in it.
fn compare(command: &Counted, pattern: &Pattern) -> Vec<Compared> {
    let directory = TempDir::new().expect("a temporary directory");
    let path = |name| directory.path().join(name);
    let urls = ["least-urls", "n-urls", "4n-urls"].map(path);
    let sizes = pattern.sizes(SIZE);
    let files = ["least", "n", "4n"].map(path);
    let mut lens = [0; 3];
    for ((size, file), len) in sizes.into_iter().zip(&files).zip(&mut lens) {
        let bytes = pattern.bytes(size);
        *len = bytes.len() as u64;
        fs::write(file, bytes).expect("a file");
    }
    let allowed = GROWTH / 4.0 * ratio(lens, 0);
    let compare = |mode: &Mode, files: &[PathBuf; 3], is_stdin: bool| {
        let run = |file: &PathBuf| {
            let input = if is_stdin {
                Input::Stdin(file)
            } else {
                Input::Path(file)
            };
            command.run(&mode.args, input, directory.path())
        };
        Compared::new(pattern, mode, files.each_ref().map(run), allowed)
    };
    if pattern.is_urls {
        return vec![compare(&check(), &files, true)];
    }
    let listed = |(file, urls): (&PathBuf, &PathBuf)| command.list(file, urls, directory.path());
    let has_links = files.iter().zip(&urls).map(listed).sum::<u64>() > 0;
    let mut all = Vec::new();
    if has_links {
        all.push(compare(&check(), &urls, true));
    }
    // Without links, the modes that print them all do the same.
    let modes = modes().into_iter();
    let modes = modes.filter(|mode| has_links || !mode.prints_links);
    all.extend(modes.map(|mode| compare(&mode, &files, false)));
    all
}

impl Compared {
    fn new(pattern: &Pattern, mode: &Mode, works: [Work; 3], allowed: f64) -> Self {
        let steps = ratio(works.map(|work| work.steps), STEPS);
        let printed = ratio(works.map(|work| work.printed), PRINTED);
        Self {
            pattern: pattern.name.to_string(),
            mode: mode.name,
            // The factors refer to four times the size, whatever the exact sizes are.
            steps: steps * GROWTH / allowed,
            printed: printed * GROWTH / allowed,
            is_linear: steps.max(printed) <= allowed,
        }
    }
}

/// Returns by what factor the last number exceeds the second, after subtracting the first from both and `constant` from
/// the last.
fn ratio([least, small, large]: [u64; 3], constant: u64) -> f64 {
    let large = large.saturating_sub(least).saturating_sub(constant);
    float(large) / float(small.saturating_sub(least).max(1))
}

#[expect(clippy::cast_precision_loss, reason = "only a few digits matter")]
fn float(number: u64) -> f64 {
    number as f64
}

#[test]
fn quadratic_growth_is_not_linear() {
    let allowed = GROWTH / 4.0 * ratio([100, 1_100, 4_100], 0);
    assert!(ratio([1_000, 1_001_000, 4_501_000], STEPS) <= allowed);
    assert!(ratio([1_000, 1_001_000, 16_001_000], STEPS) > allowed);
}
