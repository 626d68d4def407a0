//! Tests for decompression bombs: early exit, bounded memory, and refused windows.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    sync::mpsc,
    thread,
    time::Duration,
};

use urlsift_tests::{
    effort,
    packing::{
        bombs::Payload,
        stream::{self, Stream},
        tar::Tar,
        zip::{self, Entry},
    },
};

use super::{assert_errors, diagnostic};
use crate::support::{dir_with, run_in, run_with, skip, urlsift, wait};

/// The maximum number of bytes that a run reads, unpacked, which exits early.
const EARLY: u64 = 256 << 20;

/// The maximum time between two output lines, for a large file and an unoptimized build.
const LINE_TIMEOUT: Duration = Duration::from_mins(20);

/// 10 GiB, in MiB.
const LARGE_MIB: u64 = 10 << 10;

const HEAD: &str = "http://head.example/\n";

/// Runs the program on a bomb of 10 GiB, by path and by pipe. The run must end before the bomb is read.
#[track_caller]
fn assert_exits_early(compressed: &[u8], args: &[&str], expected: &str) {
    let dir = dir_with(&[("bomb", compressed)]);
    let args = [args, &["--stats"]].concat();
    for ended in [
        run_in(&dir, &[&args[..], &["bomb"]].concat()),
        run_with(&args, compressed),
    ] {
        assert_eq!(
            (ended.status, ended.out()),
            (0, expected),
            "{}",
            ended.err()
        );
        let (_, bytes) = ended.err().split_once(", bytes: ").expect("totals");
        let bytes = bytes.split(',').next().unwrap_or_default();
        let bytes: u64 = bytes.parse().expect("a number");
        assert!(bytes < EARLY, "{bytes}");
    }
}

#[test]
fn bomb_of_zeros_stops_early() {
    let payload = Payload::zeros(LARGE_MIB);
    for stream in Stream::ALL {
        assert_exits_early(&payload.stream(stream), &["list", "-m1"], HEAD);
    }
    assert_exits_early(&payload.gzip(), &["list", "-m1"], HEAD);
    assert_exits_early(&payload.zip(), &["list", "-m1"], HEAD);
}

#[test]
fn members_after_a_bomb_in_a_zip_are_read() {
    let payload = Payload::zeros(LARGE_MIB);
    let zip = zip::zip(&[
        payload.entry("a"),
        payload.entry("b"),
        Entry::deflated("c", b"<http://after.example/>"),
    ]);
    let expected = "http://head.example/\nhttp://head.example/\nhttp://after.example/\n";
    assert_exits_early(&zip, &["list", "-m1"], expected);
}

#[test]
fn bomb_in_a_compressed_tar_stops_early() {
    let payload = Payload::zeros(LARGE_MIB);
    for stream in Stream::ALL {
        let compressed = payload.tar_in(stream, ("after", b"<http://after.example/>"));
        assert_exits_early(&compressed, &["list", "-q"], "");
    }
}

#[test]
fn nested_bombs_stop_early() {
    // Five levels of 16 members each, with 10 GiB in each innermost member.
    let mut zip = Payload::zeros(LARGE_MIB).zip();
    for _ in 0..5 {
        zip = zip::zip(&vec![Entry::deflated("m", &zip); 16]);
    }
    assert_exits_early(&zip, &["list", "-q"], "");
    let mut compressed = Payload::zeros(LARGE_MIB).gzip();
    for _ in 0..6 {
        compressed = Stream::Gzip.pack(&compressed);
    }
    assert_exits_early(&compressed, &["list", "-m1"], HEAD);
}

/// Counts the links in a file named `bomb` until the program prints `last`. Returns the number of printed
/// lines and the peak memory in MiB.
///
/// After the file, the program waits for standard input, so that its peak memory can be read while it still
/// runs.
fn count_links(dir: &Path, threads: &[&str], last: &str) -> (usize, Option<u64>) {
    let mut child = urlsift()
        .args(["list", "-c", "bomb", "-"])
        .args(threads)
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
        match lines.recv_timeout(LINE_TIMEOUT) {
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

/// Returns the peak resident memory in MiB: `VmHWM` of proc(5).
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib / 1024)
}

/// Asserts that the whole input is read within `max_mib` MiB of memory, in `members` lines of which the last is
/// `last`.
#[track_caller]
fn assert_reads_within(max_mib: u64, compressed: &[u8], members: usize, last: &str) {
    assert_threads_read_within(&[], max_mib, compressed, members, last);
}

/// Like [`assert_reads_within`], with flags that set the number of threads.
#[track_caller]
fn assert_threads_read_within(
    threads: &[&str],
    max_mib: u64,
    compressed: &[u8],
    members: usize,
    last: &str,
) {
    let dir = dir_with(&[("bomb", compressed)]);
    let (count, peak) = count_links(dir.path(), threads, last);
    assert_eq!(count, members, "{last}");
    let Some(peak) = peak else {
        return skip("the system does not report peak memory");
    };
    assert!(peak > 0 && peak <= max_mib, "{peak} MiB");
}

/// Asserts that `mib` MiB of zeros and of lines are read within bounds, in all formats.
fn assert_bounded_memory(mib: u64) {
    let zeros = Payload::zeros(mib);
    for stream in Stream::ALL {
        assert_reads_within(64, &zeros.stream(stream), 1, "bomb:1");
    }
    for stream in effort::sample(Stream::ALL, Stream::ALL.len(), 0) {
        let tar = zeros.tar_in(stream, ("after", b"<http://a/> <http://b/>"));
        assert_reads_within(64, &tar, 2, "bomb!after:2");
    }
    assert_reads_within(64, &zeros.gzip(), 1, "bomb:1");
    assert_reads_within(64, &zeros.zip(), 1, "bomb!bomb:1");
    let in_zip = zip::zip(&[Entry::stored("in.gz", &zeros.gzip())]);
    assert_reads_within(64, &Stream::Zstd.pack(&in_zip), 1, "bomb!in.gz:1");
    // Lines take longer because each has a link.
    let lines = Payload::lines(mib / 10);
    let count = lines.repeats * Payload::LINES + 1;
    assert_reads_within(64, &lines.gzip(), 1, &format!("bomb:{count}"));
    assert_reads_within(64, &lines.zip(), 1, &format!("bomb!bomb:{count}"));
}

#[test]
fn bomb_is_read_within_bounds() {
    assert_bounded_memory(if effort::is_full() { 1 << 10 } else { 50 });
}

#[test]
fn many_members_are_read_within_bounds() {
    let name = |number: usize| format!("{number:06}");
    let none = Tar::new();
    let tar = (0..20_000)
        .fold(none, |tar, number| tar.file(name(number), b""))
        .finish();
    let compressed = Stream::Gzip.pack(&tar);
    assert_reads_within(64, &compressed, 20_000, "bomb!019999:0");
    let entries = (0..50_000).map(|number| Entry::stored(name(number), b""));
    let zip = zip::zip(&entries.collect::<Vec<_>>());
    assert_reads_within(64, &zip, 50_000, "bomb!049999:0");
}

/// Returns all numbers in a text.
fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|character: char| !character.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Asserts that the input is rejected by default and read if `needed` bytes are allowed.
fn assert_needs_window(compressed: &[u8], needed: u64) {
    let output = run_with(&["list"], compressed);
    assert_errors(&output, &["-"]);
    assert_eq!(output.out(), "");
    let reason = diagnostic(&output, "-").expect("a diagnostic");
    let is_needed = |number: &u64| (needed..needed + (1 << 20)).contains(number);
    assert!(numbers(reason).iter().any(is_needed), "{reason}");
    for max_mib in ["256M", "1G", "268435456"] {
        run_with(&["list", "--max-window", max_mib], compressed).gives(0, "http://a.example/1\n");
    }
    let output = run_with(&["list", "--max-window=100M"], compressed);
    assert_errors(&output, &["-"]);
    // The other members are read.
    let tar = Tar::new()
        .file("m", compressed)
        .file("z", b"<http://a.example/z>")
        .finish();
    let output = run_with(&["list"], &tar);
    assert_errors(&output, &["-!m"]);
    assert_eq!(output.out(), "http://a.example/z\n");
}

#[test]
fn stream_over_the_window_limit_is_read_on_request() {
    let text = b"<http://a.example/1>\n";
    assert_needs_window(&stream::zstd_with_window(text, 28), 256 << 20);
    // A decoder needs slightly more than its dictionary, which also exceeds 256 MiB here.
    assert_needs_window(&stream::xz_with_192_mib(text), 192 << 20);
    // The default limit.
    let max_mib = stream::zstd_with_window(text, 27);
    run_with(&["list"], &max_mib).gives(0, "http://a.example/1\n");
    assert_errors(&run_with(&["list", "--max-window=1M"], &max_mib), &["-"]);
}

#[test]
fn large_window_limit_does_not_allocate() {
    let text = "<http://a.example/1>\n".repeat(100);
    let compressed = stream::zstd_with_window(text.as_bytes(), 27);
    assert_reads_within(64 + 128, &compressed, 1, "bomb:100");
}
