//! Tests with several threads: the same output, in order and in time.

use std::{
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
    sync::LazyLock,
    time::{Duration, Instant},
};

use crate::support::{
    TIMEOUT, dir_with, line_breaks, run_command, run_in, session::Session, skip, urlsift, wait,
    with_default_signals,
};
use urlsift_tables::commands;
use urlsift_tests::{effort, mail, real};

/// Returns a mailbox of more than two segments, with links on many lines, rejects, and messages that span
/// chunks.
fn large_mbox() -> String {
    let mut mbox = String::new();
    for number in 0..3000 {
        let _ = write!(
            mbox,
            "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: A <a@b.example>\nSubject: s{number} \
             ,\"line\":7,\"message\":{{\"index\":1\n\n> see <http://h.example/{number}\n> /x> and\n"
        );
        mbox += "<http://r.example/\n\n<URL:> <http://p.example/q,\"line\":8,> <a at b>\n";
        mbox += &"text without any, 0123456789 abcdef\n".repeat(40);
        if number % 1500 == 7 {
            mbox += &"<http://many.example/in/one/message>\n".repeat(4000);
        }
        mbox += "\n";
    }
    mbox
}

/// The output flags, with others that count across chunks.
static FLAGS: LazyLock<Vec<&[&str]>> = LazyLock::new(|| commands!("threads.toml", "flags"));

#[test]
fn output_does_not_depend_on_the_thread_count() {
    let mbox = large_mbox();
    assert!(mbox.len() > 9 << 19, "{} bytes", mbox.len());
    // Segments of a text are cut where no quotation is open.
    let text = "see <http://a.example/>, \"http://b.example/\nc\" 'http://d.example/\n> e\n\n";
    let texts = format!("{text}{}", "text\n".repeat(190)).repeat(4500);
    let dir = dir_with(&[("a", &mbox[..]), ("b", &texts), ("c", "<news:c>")]);
    for (number, flags) in FLAGS.iter().enumerate() {
        let all = [&["a"][..], &["b", "a", "missing", "c"]];
        for paths in effort::sample(all, 2, number) {
            let run = |threads: &str| run_in(&dir, &[*flags, &["-j", threads], paths].concat());
            let single_threaded = run("1");
            for threads in ["2", "7"]
                .into_iter()
                .take(1 + usize::from(flags.contains(&"-n")))
            {
                let multi_threaded = run(threads);
                let name = format!("{flags:?} -j{threads} {paths:?}");
                assert!(multi_threaded.stdout == single_threaded.stdout, "{name}");
                assert_eq!(multi_threaded.err(), single_threaded.err(), "{name}");
                assert_eq!(multi_threaded.status, single_threaded.status, "{name}");
            }
        }
        if number % 4 > 0 && !effort::is_full() {
            continue;
        }
        let piped = |threads: &str| {
            let mut command = urlsift();
            command.args(*flags).args(["-j", threads]);
            run_command(&mut command, mbox.as_bytes())
        };
        assert!(
            piped("1").stdout == piped("3").stdout,
            "{flags:?} by a pipe"
        );
    }
}

#[test]
fn real_archives_give_the_same_output_from_file_and_pipe() {
    let Some(archives) = real::archives() else {
        skip("no archives");
        return;
    };
    let run = |threads: &str| {
        let mut command = urlsift();
        command.args(["list", "--json", "--rejected", "-j", threads, "."]);
        run_command(command.current_dir(&archives), b"")
    };
    let single_threaded = run("1");
    assert!(line_breaks(&single_threaded.stdout) > 5000);
    for threads in effort::sample(["7", "2"], 2, 0) {
        let multi_threaded = run(threads);
        assert!(
            multi_threaded.stdout == single_threaded.stdout,
            "-j{threads}"
        );
        assert_eq!(multi_threaded.err(), single_threaded.err(), "-j{threads}");
    }
    let large = real::texts(&archives).filter(|(_, bytes)| bytes.len() > 1 << 20);
    for (path, bytes) in effort::sample(large, 8, 0) {
        let piped = |threads: &str| {
            let mut command = urlsift();
            command.args(["list", "--json", "-j", threads]);
            run_command(&mut command, &bytes).stdout
        };
        let mut command = urlsift();
        command
            .args(["list", "--json", "-j2"])
            .stdin(fs::File::open(&path).expect("a readable file"));
        let output = command.output().expect("the program runs");
        let single_threaded = piped("1");
        assert!(
            piped("2") == single_threaded,
            "{} by a pipe",
            path.display()
        );
        assert!(
            output.stdout == single_threaded,
            "{} as standard input",
            path.display()
        );
    }
}

/// If nobody reads the output, the program reads no more input than it buffers.
#[test]
fn blocked_output_stops_reading() {
    use std::{io::Write, sync::mpsc::channel, thread};

    let mut child = urlsift()
        .args(["list", "-j2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let block = mail::mbox(["\n<http://a.example/>\n"; 1000]);
        for written in 0_usize.. {
            if stdin.write_all(block.as_bytes()).is_err()
                || sender.send(written * block.len()).is_err()
            {
                return;
            }
        }
    });
    let mut written = 0;
    while let Ok(more) = receiver.recv_timeout(Duration::from_secs(1)) {
        written = more;
        assert!(written < 120 << 20, "reading continues");
    }
    assert!(written > 1 << 20, "{written}");
    drop(child.stdout.take());
    drop(receiver);
    assert_eq!(wait(&mut child), 0);
}

/// A signal ends a long run at once, with complete lines only.
#[cfg(unix)]
#[test]
fn signal_ends_a_long_run_at_once() {
    let mbox = large_mbox();
    let dir = dir_with(&[("a", &mbox[..])]);
    let paths = vec!["a"; 1000];
    let lines = line_breaks(run_in(&dir, &["list", "a"]).out().as_bytes());
    assert!(lines > 0);
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let mut command = urlsift();
        command
            .args(["list", "-j2", "-n"])
            .args(&paths)
            .current_dir(&dir);
        let mut child = with_default_signals(&command)
            .stdout(fs::File::create(dir.path().join("out")).expect("a file"))
            .spawn()
            .expect("the program starts");
        let out = dir.path().join("out");
        let start = Instant::now();
        while fs::metadata(&out).expect("a file").len() == 0 {
            assert!(start.elapsed() < TIMEOUT, "no output");
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = format!("kill -{name} {}", child.id());
        let status_of_kill = Command::new("sh").args(["-c", &kill]).status();
        assert!(status_of_kill.expect("sh runs").success());
        assert_eq!(wait(&mut child), status);
        let out = fs::read(out).expect("a readable file");
        // The whole run would print a thousand times the lines of one file.
        assert!(line_breaks(&out) < 500 * lines, "{}", line_breaks(&out));
        assert!(out.ends_with(b"\n"), "a truncated line");
    }
}

#[test]
fn prints_trickling_links_at_once_for_any_thread_count() {
    for threads in ["1", "2", "7"] {
        let mut session = Session::spawn(&["list", "-j", threads]);
        for number in 0..5 {
            session.write(format!("<http://a.example/{number}>\n").as_bytes());
            assert_eq!(session.read_line(), format!("http://a.example/{number}\n"));
        }
        session.close_stdin();
        assert_eq!(session.finish(), (0, vec![], String::new()));
    }
}
