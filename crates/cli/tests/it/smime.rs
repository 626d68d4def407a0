//! Tests for S/MIME messages that OpenSSL has made.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::support::{run_in, skip};

const MESSAGE: &str = "Content-Type: text/plain\r\n\r\n<http://a.example/inside>\r\n";

/// Runs OpenSSL with arguments that are separated by spaces.
fn openssl(dir: &Path, args: &str) {
    let output = Command::new("openssl")
        .args(args.split(' '))
        .current_dir(dir)
        .output()
        .expect("openssl");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {errors}");
}

/// Creates a directory with a message, a key and its certificate; `None` without OpenSSL.
fn keys() -> Option<TempDir> {
    if Command::new("openssl").arg("version").output().is_err() {
        skip("no openssl");
        return None;
    }
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("message"), MESSAGE).expect("a file");
    openssl(
        dir.path(),
        "req -x509 -newkey rsa:2048 -nodes -subj /CN=a -keyout key -out cert",
    );
    Some(dir)
}

const SIGN: &str = "cms -sign -binary -signer cert -inkey key -md sha256";
const ENCRYPT: &str = "cms -encrypt -binary -aes256";

#[test]
fn signed_messages_are_opened() {
    let Some(dir) = keys() else { return };
    for (name, flags) in [
        ("opaque", "-nodetach"),
        ("indefinite", "-nodetach -stream"),
        ("detached", ""),
    ] {
        let args = format!("{SIGN} {flags} -in message -out {name}").replace("  ", " ");
        openssl(dir.path(), &args);
        run_in(&dir, &["list", name]).gives(0, "http://a.example/inside\n");
    }
    openssl(
        dir.path(),
        &format!("{SIGN} -nodetach -in opaque -out twice"),
    );
    run_in(&dir, &["list", "twice"]).gives(0, "http://a.example/inside\n");
}

#[test]
fn encrypted_messages_are_counted() {
    let Some(dir) = keys() else { return };
    let signed = format!("{SIGN} -nodetach");
    for (name, steps) in [
        (
            "encrypted",
            vec![format!("{ENCRYPT} -in message -out encrypted cert")],
        ),
        (
            "authenticated",
            vec!["cms -encrypt -binary -aes-256-gcm -in message -out authenticated cert".into()],
        ),
        (
            "signed-then-encrypted",
            vec![
                format!("{signed} -in message -out inner"),
                format!("{ENCRYPT} -in inner -out signed-then-encrypted cert"),
            ],
        ),
        (
            "encrypted-then-signed",
            vec![
                format!("{ENCRYPT} -in message -out inner cert"),
                format!("{signed} -in inner -out encrypted-then-signed"),
            ],
        ),
    ] {
        for step in steps {
            openssl(dir.path(), &step);
        }
        // Some programs do not declare what is inside.
        let made = fs::read_to_string(dir.path().join(name)).expect("text");
        let (head, body) = made.split_once("\n\n").expect("a header section");
        let kind = "Content-Type: application/pkcs7-mime\n";
        let bare: String = head
            .lines()
            .map(|line| format!("{line}\n"))
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| {
                if line.starts_with("Content-Type:") {
                    kind.to_owned()
                } else {
                    line
                }
            })
            .collect();
        fs::write(dir.path().join("bare"), format!("{bare}\n{body}")).expect("a file");
        for file in [name, "bare"] {
            run_in(&dir, &["list", "--all", file]).gives(1, "");
            let info = &run_in(&dir, &["info", "--json", file]).json()[0];
            assert_eq!(info["encrypted"], 1, "{name} as {file}: {info}");
        }
    }
}
