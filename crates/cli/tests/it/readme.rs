//! What README.md shows is what the program prints.

use std::{env, fs, path::Path, process::Command};

/// The examples: each line behind a `$`, and the lines that follow it in the same block. Empty lines
/// belong to a block if it goes on behind them.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut empty_lines = 0;
    let mut is_open = false;
    for line in readme.lines() {
        match line.strip_prefix("    ") {
            Some(line) if line.starts_with("$ ") => {
                examples.push((line[2..].into(), String::new()));
                is_open = true;
            }
            Some(line) if is_open => {
                let (_, output) = examples.last_mut().expect("one was pushed");
                output.push_str(&"\n".repeat(empty_lines));
                output.push_str(line);
                output.push('\n');
            }
            None if line.is_empty() => {
                empty_lines += 1;
                continue;
            }
            _ => is_open = false,
        }
        empty_lines = 0;
    }
    examples
}

#[test]
fn examples_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("a readable file");
    let examples = examples(&readme);
    assert!(examples.len() >= 2, "README.md has lost its examples");
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift"));
    let folder = program.parent().expect("a folder").to_path_buf();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path)));
    let path = path.expect("no colon in the path");
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&root)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors, "", "{command}");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed, expected, "{command}");
    }
}
