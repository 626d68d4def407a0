//! Several threads: the same output, in order, in time.

use std::{
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::{
    dir_with, line_breaks, outcome, run_in, run_with, session::Session, skip, urlsift, wait,
};
use urlsift_tests::real;

/// More than two pieces, with hits on many lines, rejects, and messages that span pages.
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

/// The flags that say what is printed, together with what may count over several pages.
const FLAGS: &[&[&str]] = &[
    &["list"],
    &["list", "-n"],
    &["list", "--json"],
    &["list", "--json", "--rejected", "--conforms=none"],
    &["list", "--rejected", "-n"],
    &["list", "--messages", "-H"],
    &["list", "-c"],
    &["list", "-l"],
    &["list", "-q"],
    &["list", "-m", "5000", "-n"],
    &["list", "--text", "-n"],
    &["grep", "-c", "/5"],
    &["grep", "-n", "--hyphen=both", "many|h.example/59"],
];

#[test]
fn output_does_not_depend_on_the_threads() {
    let mbox = large_mbox();
    assert!(mbox.len() > 9 << 19, "{} bytes", mbox.len());
    let texts = format!("see <http://a.example/>,\n\n{}", "text\n".repeat(200)).repeat(4500);
    let dir = dir_with(&[("a", &mbox[..]), ("b", &texts), ("c", "<news:c>")]);
    for flags in FLAGS {
        for paths in [&["a"][..], &["b", "a", "missing", "c"]] {
            let run = |threads: &str| run_in(&dir, &[*flags, &["-j", threads], paths].concat());
            let alone = run("1");
            for threads in ["2", "7"]
                .into_iter()
                .take(1 + usize::from(flags.contains(&"-n")))
            {
                let together = run(threads);
                let name = format!("{flags:?} -j{threads} {paths:?}");
                assert!(together.stdout == alone.stdout, "{name}");
                assert_eq!(together.err(), alone.err(), "{name}");
                assert_eq!(together.status, alone.status, "{name}");
            }
        }
        let piped = |threads: &str| {
            let mut command = urlsift();
            command.args(*flags).args(["-j", threads]);
            outcome(&mut command, mbox.as_bytes())
        };
        assert!(
            piped("1").stdout == piped("3").stdout,
            "{flags:?} by a pipe"
        );
    }
}

#[test]
fn real_archives_give_the_same_by_file_and_by_pipe() {
    let Some(archives) = real::archives() else {
        skip("no archives");
        return;
    };
    let run = |threads: &str| {
        let mut command = urlsift();
        command.args(["list", "--json", "--rejected", "-j", threads, "."]);
        outcome(command.current_dir(&archives), b"")
    };
    let alone = run("1");
    assert!(line_breaks(&alone.stdout) > 5000);
    for threads in ["2", "7"] {
        let together = run(threads);
        assert!(together.stdout == alone.stdout, "-j{threads}");
        assert_eq!(together.err(), alone.err(), "-j{threads}");
    }
    for (path, bytes) in real::texts(&archives).filter(|(_, bytes)| bytes.len() > 1 << 20) {
        let piped = |threads: &str| {
            let mut command = urlsift();
            command.args(["list", "--json", "-j", threads]);
            outcome(&mut command, &bytes).stdout
        };
        let mut command = urlsift();
        command
            .args(["list", "--json", "-j2"])
            .stdin(fs::File::open(&path).expect("it is there"));
        let output = command.output().expect("it runs");
        let alone = piped("1");
        assert!(piped("2") == alone, "{} by a pipe", path.display());
        assert!(
            output.stdout == alone,
            "{} as standard input",
            path.display()
        );
    }
}

/// Where nobody reads the output, no more is read of the input than what waits.
#[test]
fn slow_reader_stops_the_readers() {
    use std::{io::Write, sync::mpsc::channel, thread};

    let mut child = urlsift()
        .args(["list", "-j2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let (tell, told) = channel();
    thread::spawn(move || {
        let block =
            "From a@b.example Mon Jan 30 09:12:04 1995\n\n<http://a.example/>\n\n".repeat(1000);
        for written in 0_usize.. {
            if stdin.write_all(block.as_bytes()).is_err()
                || tell.send(written * block.len()).is_err()
            {
                return;
            }
        }
    });
    let mut written = 0;
    while let Ok(more) = told.recv_timeout(Duration::from_secs(1)) {
        written = more;
        assert!(written < 120 << 20, "it reads on");
    }
    assert!(written > 1 << 20, "{written}");
    drop(child.stdout.take());
    drop(told);
    assert_eq!(wait(&mut child), 0);
}

/// A signal ends a run over a large archive at once, with whole lines only.
#[cfg(unix)]
#[test]
fn signal_ends_a_long_run_at_once() {
    let mbox = large_mbox();
    let dir = dir_with(&[("a", &mbox[..])]);
    let paths = vec!["a"; 1000];
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let mut child = urlsift()
            .args(["list", "-j2", "-n"])
            .args(&paths)
            .current_dir(&dir)
            .stdout(fs::File::create(dir.path().join("out")).expect("a file"))
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(300));
        let kill = format!("kill -{name} {}", child.id());
        let sent = Instant::now();
        let told = Command::new("sh").args(["-c", &kill]).status();
        assert!(told.expect("sh runs").success());
        assert_eq!(wait(&mut child), status);
        // It takes 100 ms at most; the shell and this machine take theirs.
        assert!(
            sent.elapsed() < Duration::from_secs(1),
            "{:?}",
            sent.elapsed()
        );
        let out = fs::read(dir.path().join("out")).expect("it is there");
        assert!(out.ends_with(b"\n"), "half a line");
    }
}

#[test]
fn trickling_hits_are_printed_at_once_on_any_number_of_threads() {
    for threads in ["1", "2", "7"] {
        let mut session = Session::of(&["list", "-j", threads]);
        for number in 0..5 {
            session.write(format!("<http://a.example/{number}>\n").as_bytes());
            assert_eq!(session.line(), format!("http://a.example/{number}\n"));
        }
        session.close();
        assert_eq!(session.end(), (0, vec![], String::new()));
    }
}

#[test]
fn number_of_threads_is_one_or_more() {
    for number in ["0", "-1", "x", ""] {
        let threads = format!("-j{number}");
        crate::support::run(&["list", &threads, "a"]).refuses(&["--threads"]);
    }
}

#[test]
fn numbers_of_threads_that_no_system_bears_are_refused() {
    for number in ["0", "-1", "257", "99999999", "two", ""] {
        let flag = format!("--threads={number}");
        run_with(&["list", &flag], b"<http://a/>").refuses(&["--threads", "from 1 to 256"]);
    }
    run_with(&["list", "-j256"], b"<http://a/>").gives(0, "http://a/\n");
}
