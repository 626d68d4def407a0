//! Several large compressed files, which are unpacked at the same time.

use std::{fs, io::Write as _, sync::LazyLock};

use tempfile::TempDir;
use urlsift_tests::{
    effort,
    packing::{
        stream::Stream,
        tar::Tar,
        zip::{self, Entry},
    },
};

use crate::support::{Outcome, run_command, urlsift};

/// The number of messages of an mbox.
const MESSAGES: usize = 700;

/// Lines that no format makes much smaller, 120 for each message. All files have the same ones.
static NOISE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut random = 7_u64;
    let mut noise = vec![b'\n'; MESSAGES * 120 * 73];
    for line in noise.chunks_exact_mut(73) {
        for byte in &mut line[..72] {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *byte = LETTERS[(random >> 58) as usize];
        }
    }
    noise
});

/// An mbox of more than 4 MiB that no format makes much smaller: messages with this many links each.
fn mbox(name: &str, links: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for (number, noise) in NOISE.chunks_exact(120 * 73).enumerate() {
        let _ = write!(
            text,
            "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: A <a@b.example>\nSubject: s{number}\n\n"
        );
        for link in 0..links {
            let _ = writeln!(text, "> <http://{name}.example/{number}/{link}\n> /x>");
            let _ = writeln!(
                text,
                "<http://again.example/{link}> <URL:mailto:a@b.example>"
            );
        }
        text.extend_from_slice(noise);
        text.push(b'\n');
    }
    text
}

/// The files that are searched, in this order.
const FILES: [&str; 7] = [
    "a.gz",
    "b.gz",
    "c.zip",
    "small",
    "d.tar.zst",
    "e.xz",
    "f.bz2",
];

/// Each in another format; the second one has more links than fit into the memory of a task. Packing takes seconds.
static COMPRESSED: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let few = mbox("few", 1);
    let zip = zip::zip(&[
        Entry::stored("one", &few),
        Entry::stored("two", &mbox("two", 4)),
    ]);
    let tar = Tar::new()
        .file("one", &few)
        .file("two", b"<http://t.example/>");
    vec![
        ("a.gz", Stream::Gzip.pack_piped(0, &few.repeat(2))),
        ("b.gz", Stream::Gzip.pack_piped(0, &mbox("many", 12))),
        ("c.zip", zip),
        ("d.tar.zst", Stream::Zstd.pack(&tar.finish())),
        ("e.xz", Stream::Xz.pack(&few)),
        ("f.bz2", Stream::Bzip2.pack(&mbox("last", 2))),
    ]
});

/// Returns a directory with the files.
fn formats() -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    for (name, bytes) in COMPRESSED.iter() {
        assert!(bytes.len() > 4 << 20, "{name}: {} bytes", bytes.len());
        fs::write(dir.path().join(name), bytes).expect("it is written");
    }
    fs::write(dir.path().join("small"), "<http://small.example/>").expect("it is written");
    dir
}

fn run(dir: &TempDir, flags: &[&str], files: &[&str]) -> Outcome {
    let mut command = urlsift();
    command.args(flags).args(files).current_dir(dir.path());
    run_command(&mut command, b"")
}

#[track_caller]
fn assert_same_on_three_threads(dir: &TempDir, flags: &[&str], files: &[&str]) {
    let [alone, together] =
        ["-j1", "-j3"].map(|threads| run(dir, &[flags, &[threads]].concat(), files));
    assert!(alone.status <= 2 && !alone.stdout.is_empty(), "{flags:?}");
    assert!(together.stdout == alone.stdout, "{flags:?}");
    assert_eq!(together.err(), alone.err(), "{flags:?}");
    assert_eq!(together.status, alone.status, "{flags:?}");
}

#[test]
fn output_does_not_depend_on_the_threads() {
    let dir = formats();
    assert_same_on_three_threads(&dir, &["list", "-nH"], &FILES);
    // xz and bzip2 take half of the time, and what is printed does not depend on the format.
    let fast = &FILES[..5];
    let all = [
        &["list", "--json", "--rejected"][..],
        &["list", "--json", "--unique", "--base=http://x.example/"],
        &["list", "--csv", "--unique=message"],
        &["list", "--heading", "--messages"],
        &["list", "--tally", "--unique=host"],
        &["list", "-m2", "-C1"],
    ];
    for flags in effort::sample(all, 6, 1) {
        assert_same_on_three_threads(&dir, flags, fast);
    }
    // The same summary, but for the time.
    let stats = |threads| {
        let run_command = run(&dir, &["list", "--json", "--stats", threads], fast);
        let (_, summary) = run_command
            .out()
            .trim_end()
            .rsplit_once('\n')
            .expect("lines");
        let (counts, seconds) = summary.split_once("\"seconds\"").expect("a time");
        let rest = seconds
            .split_once([',', '}'])
            .map(|(_, rest)| rest.to_owned());
        (counts.to_owned(), rest)
    };
    assert_eq!(stats("-j1"), stats("-j2"));
}

/// An interrupted run has written whole lines, and nothing that does not come next.
#[cfg(unix)]
#[test]
fn interrupted_run_has_written_whole_lines() {
    use std::{
        io::Read,
        process::{Command, Stdio},
    };

    use crate::support::{wait, with_default_signals};

    let dir = formats();
    let flags = ["list", "--json", "-j3"];
    let expected = run(&dir, &flags, &FILES);
    let mut command = urlsift();
    command.args(flags).args(FILES).current_dir(dir.path());
    let mut child = with_default_signals(&command)
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut written = vec![0; 100_000];
    stdout.read_exact(&mut written).expect("there is more");
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill runs").success());
    stdout.read_to_end(&mut written).expect("a pipe");
    assert_eq!(wait(&mut child), 130);
    assert!(written.ends_with(b"\n"));
    assert!(written.len() < expected.stdout.len());
    assert!(expected.stdout.starts_with(&written));
}
