//! Tests for exit statuses: 0 for a link, 1 for none, 2 for an error.

use crate::support::{dir_with, run_in, run_with};

#[test]
fn status_shows_whether_a_url_was_selected() {
    for (args, text, status) in [
        (&["list"][..], "<news:x>", 0),
        (&["list"], "x", 1),
        (&["list"], "", 1),
        (&["list", "--conforms=none"], "<URL:x", 1),
        (&["list", "-c"], "x", 1),
        (&["list", "-c"], "<news:x>", 0),
        (&["list", "-l"], "x", 1),
        (&["list", "-l"], "<news:x>", 0),
        (&["list", "-q"], "x", 1),
        (&["list", "-q"], "<news:x>", 0),
        (&["list", "--json"], "x", 1),
        (&["list", "--json"], "<news:x>", 0),
        (
            &["list", "--rejected", "--json", "--conforms=none"],
            "<URL:x",
            1,
        ),
        (&["list", "--delimiter", "angle"], "<URL:news:x>", 1),
        (&["list", "--delimiter", "url"], "<URL:news:x>", 0),
        (&["list", "-m0"], "<news:x>", 1),
        (&["grep", "y"], "<news:x>", 1),
        (&["grep", "y"], "<news:y>", 0),
        (&["grep", "-v", "y"], "<news:y>", 1),
        (&["grep", "-v", "y"], "", 1),
        (&["grep", "-v", "y"], "<news:x>", 0),
        (&["grep", "-c", "y"], "<news:x>", 1),
        (&["grep", "-c", "-v", "y"], "<news:y>", 1),
        (&["grep", "-q", "y"], "<news:x> <news:y>", 0),
    ] {
        let ended = run_with(args, text.as_bytes());
        assert_eq!(ended.status, status, "{args:?} {text}: {}", ended.err());
        assert_eq!(ended.err(), "", "{args:?} {text}");
    }
}

#[test]
fn error_overrides_links() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "")]);
    for flags in [&[][..], &["-c"], &["-l"], &["--json"], &["-m1"]] {
        for paths in [["a", "none"], ["none", "a"]] {
            let args = [&["list"], flags, &paths].concat();
            let ended = run_in(&dir, &args);
            assert_eq!(ended.status, 2, "{args:?}");
            assert!(!ended.stdout.is_empty(), "{args:?}");
        }
    }
    assert_eq!(run_in(&dir, &["list", "b", "none"]).status, 2);
}

#[test]
fn rejects_do_not_affect_the_status() {
    for flags in [
        &["list", "--conforms=none", "--rejected"][..],
        &["list", "--conforms=none", "--rejected", "--json"],
    ] {
        assert_eq!(run_with(flags, b"<URL:x <URL:y>").status, 0, "{flags:?}");
        assert_eq!(run_with(flags, b"<URL:x <URL:y").status, 1, "{flags:?}");
    }
    let dir = dir_with(&[("a", "<URL:x <news:y>")]);
    assert_eq!(run_in(&dir, &["list", "--rejected", "a", "none"]).status, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_is_an_error() {
    use crate::support::{line_breaks, urlsift, wait};
    use std::fs::File;
    use std::process::Stdio;

    let dir = dir_with(&[
        ("a", "<news:x>"),
        ("many", &"<http://example.org/>\n".repeat(50_000)),
    ]);
    let flags: &[&[&str]] = &[
        &["list", "a"],
        &["list", "many"],
        &["list", "-c", "a"],
        &["list", "-l", "a"],
        &["list", "--json", "a"],
        &["grep", "x", "a"],
        &["check", "http://a/"],
        &["check", "--json", "http://a/", "{b}"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["help", "list"],
        &["list", "--help"],
        &["check", "-h"],
        &["--generate", "man"],
        &["--generate", "complete-bash"],
        &["info", "a"],
        &["info", "--json", "a"],
        &["split", "a"],
        &["list", "--csv", "a"],
        &["list", "--tally", "a"],
        &["pick", "--print-all", "a"],
    ];
    for args in flags {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let mut command = urlsift();
        command
            .args(*args)
            .current_dir(&dir)
            .stdin(Stdio::null())
            .stdout(full);
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        assert_eq!(wait(&mut child), 2, "{args:?}");
        let ended = child.wait_with_output().expect("the output");
        assert!(ended.stderr.starts_with(b"urlsift: "), "{args:?}");
        assert_eq!(line_breaks(&ended.stderr), 1, "{args:?}");
    }
}
