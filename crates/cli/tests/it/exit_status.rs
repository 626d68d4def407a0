//! Tests for exit statuses: 0 for a link, 1 for none, 2 for an error.

use urlsift_tables::commands;

use crate::support::dir_with;

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
