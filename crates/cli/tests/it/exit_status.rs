//! Tests for exit statuses: 0 for a link, 1 for none, 2 for an error.

use crate::support::dir_with;

#[cfg(unix)]
#[test]
fn closed_standard_output_is_an_error() {
    use crate::support::{line_breaks, urlsift};
    use std::process::Command;

    let dir = dir_with(&[("a", "<news:x>")]);
    let cases: &[(&[&str], i32)] = &[
        (&["list", "a"], 2),
        (&["list", "-c", "a"], 2),
        (&["check", "http://a/"], 2),
        (&["--help"], 2),
        (&["harvest", "a", "-o", "set"], 2),
        // These print nothing.
        (&["list", "-q", "a"], 0),
        (&["grep", "y", "a"], 1),
    ];
    for (args, expected) in cases {
        let ended = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" >&-"#])
            .arg(urlsift().get_program())
            .args(*args)
            .current_dir(&dir)
            .output()
            .expect("the shell starts");
        assert_eq!(ended.status.code(), Some(*expected), "{args:?}");
        assert_eq!(
            line_breaks(&ended.stderr),
            usize::from(*expected == 2),
            "{args:?}"
        );
    }
    assert!(!dir.path().join("set").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_is_an_error() {
    use crate::support::{line_breaks, urlsift, wait};
    use std::fs::File;
    use std::process::Stdio;
    use urlsift_tables::commands;

    let dir = dir_with(&[
        ("a", "<news:x>"),
        ("many", &"<http://example.org/>\n".repeat(50_000)),
    ]);
    let flags = commands!("exit_status.toml", "full_device_is_an_error");
    for args in flags {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let mut command = urlsift();
        command
            .args(args)
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
