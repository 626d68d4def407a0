//! Much in little: what it costs to find that out, and what is refused.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use urlsift_tests::packing::{
    bombs::Charge,
    stream::{self, Stream},
    tar::Tar,
    zip::{self, Entry},
};

use super::{assert_complains, complaint};
use crate::support::{dir_with, run_in, run_with, skip, urlsift, wait};

/// What is done at once takes less, on a slow machine and unoptimised.
const AT_ONCE: Duration = Duration::from_secs(15);

/// No file takes this long between two lines, even if it is large and nothing is optimised.
const MOST: Duration = Duration::from_mins(20);

/// 10 GiB.
const LARGE: u64 = 10 << 10;

const HEAD: &str = "http://head.example/\n";

/// Runs it on a bomb of 10 GiB, by path and by pipe, which must not take the time to read it.
#[track_caller]
fn ends_at_once(packed: &[u8], args: &[&str], expected: &str) {
    let dir = dir_with(&[("bomb", packed)]);
    let start = Instant::now();
    run_in(&dir, &[args, &["bomb"]].concat()).gives(0, expected);
    run_with(args, packed).gives(0, expected);
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn enough_is_enough_within_a_bomb_of_zeros() {
    let charge = Charge::zeros(LARGE);
    for stream in Stream::ALL {
        ends_at_once(&charge.stream(stream), &["list", "-m1"], HEAD);
    }
    ends_at_once(&charge.gzip(), &["list", "-m1"], HEAD);
    ends_at_once(&charge.zip(), &["list", "-m1"], HEAD);
}

#[test]
fn enough_is_enough_within_a_bomb_of_urls() {
    let charge = Charge::lines(LARGE);
    let three = format!("{HEAD}{}", "http://a.example/a/bcdefghijk\n".repeat(2));
    for stream in [Stream::Gzip, Stream::Zstd] {
        ends_at_once(&charge.stream(stream), &["list", "-m3"], &three);
    }
    ends_at_once(&charge.zip(), &["list", "-m3"], &three);
}

#[test]
fn members_behind_a_bomb_in_a_zip_are_read() {
    let charge = Charge::zeros(LARGE);
    let zip = zip::zip(&[
        charge.entry("a"),
        charge.entry("b"),
        Entry::deflated("c", b"<http://behind.example/>"),
    ]);
    let expected = "http://head.example/\nhttp://head.example/\nhttp://behind.example/\n";
    ends_at_once(&zip, &["list", "-m1"], expected);
}

#[test]
fn bomb_in_a_compressed_tar_is_left_when_nothing_more_is_asked_for() {
    let charge = Charge::zeros(LARGE);
    for stream in Stream::ALL {
        let packed = charge.tar_in(stream, ("behind", b"<http://behind.example/>"));
        ends_at_once(&packed, &["list", "-q"], "");
    }
}

#[test]
fn nested_bombs_are_left_when_nothing_more_is_asked_for() {
    // 16 members of 16 members, and so on, 10 GiB each at last.
    let mut zip = Charge::zeros(LARGE).zip();
    for _ in 0..5 {
        zip = zip::zip(&vec![Entry::deflated("m", &zip); 16]);
    }
    ends_at_once(&zip, &["list", "-q"], "");
    let mut packed = Charge::zeros(LARGE).gzip();
    for _ in 0..6 {
        packed = Stream::Gzip.pack(&packed);
    }
    ends_at_once(&packed, &["list", "-m1"], HEAD);
}

/// Counts what a file called `bomb` holds, until it prints this last line about it; gives how many lines
/// it has printed, and the most memory that this took, in MiB.
///
/// It waits for standard input behind the file, so that it can be asked at leisure.
fn counted(dir: &Path, last: &str) -> (usize, Option<u64>) {
    let mut child = urlsift()
        .args(["list", "-c", "bomb", "-"])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdout = child.stdout.take().expect("a pipe");
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line.expect("UTF-8")).is_err() {
                return;
            }
        }
    });
    let mut count = 0;
    loop {
        count += 1;
        match lines.recv_timeout(MOST) {
            Ok(line) if line == last => break,
            Ok(line) => assert!(line.starts_with("bomb"), "{line}, and never {last}"),
            Err(error) => {
                child.kill().expect("a child to kill");
                panic!("never {last}: {error}");
            }
        }
    }
    let peak = peak(child.id());
    drop(child.stdin.take());
    assert!(wait(&mut child) < 2);
    (count, peak)
}

/// `VmHWM`, proc(5): the most that was ever resident.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib / 1024)
}

/// Reads all of it within so many MiB, as so many members, of which the last gives this line.
#[track_caller]
fn reads_within(most: u64, packed: &[u8], members: usize, last: &str) {
    let dir = dir_with(&[("bomb", packed)]);
    let (count, peak) = counted(dir.path(), last);
    assert_eq!(count, members, "{last}");
    let Some(peak) = peak else {
        return skip("nobody tells how much memory a process had");
    };
    assert!(peak > 0 && peak <= most, "{peak} MiB");
}

/// Reads so many MiB of zeros and of lines, in all forms.
fn is_read_within_bounds(mib: u64) {
    let zeros = Charge::zeros(mib);
    for stream in Stream::ALL {
        reads_within(64, &zeros.stream(stream), 1, "bomb:1");
        let tar = zeros.tar_in(stream, ("behind", b"<http://a/> <http://b/>"));
        reads_within(64, &tar, 2, "bomb!behind:2");
    }
    reads_within(64, &zeros.gzip(), 1, "bomb:1");
    reads_within(64, &zeros.zip(), 1, "bomb!bomb:1");
    let in_zip = zip::zip(&[Entry::stored("in.gz", &zeros.gzip())]);
    reads_within(64, &Stream::Zstd.pack(&in_zip), 1, "bomb!in.gz:1");
    // Lines take longer, as each is a hit.
    let lines = Charge::lines(mib / 10);
    let count = lines.times * Charge::LINES + 1;
    reads_within(64, &lines.gzip(), 1, &format!("bomb:{count}"));
    reads_within(64, &lines.zip(), 1, &format!("bomb!bomb:{count}"));
}

#[test]
fn bomb_is_read_within_bounds() {
    is_read_within_bounds(50);
}

#[test]
#[ignore = "takes minutes if it is not optimised"]
fn large_bomb_is_read_within_bounds() {
    is_read_within_bounds(1 << 10);
}

#[test]
fn many_members_are_read_within_bounds() {
    let name = |number: usize| format!("{number:06}");
    let none = Tar::new();
    let tar = (0..20_000)
        .fold(none, |tar, number| tar.file(name(number), b""))
        .finish();
    let packed = Stream::Gzip.pack(&tar);
    reads_within(64, &packed, 20_000, "bomb!019999:0");
    let entries = (0..50_000).map(|number| Entry::stored(name(number), b""));
    let zip = zip::zip(&entries.collect::<Vec<_>>());
    reads_within(64, &zip, 50_000, "bomb!049999:0");
}

/// Every number in a text.
fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|character: char| !character.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// It is refused, and read if so much is allowed.
fn needs_a_window(packed: &[u8], needed: u64) {
    let told = run_with(&["list"], packed);
    assert_complains(&told, &["-"]);
    assert_eq!(told.out(), "");
    let reason = complaint(&told, "-").expect("it is told");
    let is_needed = |number: &u64| (needed..needed + (1 << 20)).contains(number);
    assert!(numbers(reason).iter().any(is_needed), "{reason}");
    for most in ["256M", "1G", "268435456"] {
        run_with(&["list", "--max-window", most], packed).gives(0, "http://a.example/1\n");
    }
    let told = run_with(&["list", "--max-window=100M"], packed);
    assert_complains(&told, &["-"]);
    // The others are read.
    let tar = Tar::new()
        .file("m", packed)
        .file("z", b"<http://a.example/z>")
        .finish();
    let told = run_with(&["list"], &tar);
    assert_complains(&told, &["-!m"]);
    assert_eq!(told.out(), "http://a.example/z\n");
}

#[test]
fn stream_that_needs_much_memory_says_so_and_is_read_if_it_may_have_it() {
    let text = b"<http://a.example/1>\n";
    needs_a_window(&stream::zstd_with_window(text, 28), 256 << 20);
    // A decoder needs a little more than its dictionary; 256 MiB are more than that, too.
    needs_a_window(&stream::xz_with_192_mib(text), 192 << 20);
    // What is allowed unless it is said otherwise.
    let most = stream::zstd_with_window(text, 27);
    run_with(&["list"], &most).gives(0, "http://a.example/1\n");
    assert_complains(&run_with(&["list", "--max-window=1M"], &most), &["-"]);
}

#[test]
fn window_that_is_no_size_is_refused() {
    for size in ["", "x", "-1", "12X", "99999999999999999999"] {
        let flag = format!("--max-window={size}");
        run_with(&["list", &flag], b"").refuses(&["--max-window"]);
    }
}

#[test]
fn window_costs_nothing_that_is_not_used() {
    let text = "<http://a.example/1>\n".repeat(100);
    let packed = stream::zstd_with_window(text.as_bytes(), 27);
    reads_within(64 + 128, &packed, 1, "bomb:100");
}
