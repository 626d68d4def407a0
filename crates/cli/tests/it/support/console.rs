//! Shell commands and their output, as shown in the manual's examples and in the documentation.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use super::run_command;

/// A command with its status and its output on both streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) command: String,
    pub(crate) output: String,
    pub(crate) status: i32,
}

/// Parses steps: a command line after `$ `, its continuation lines after `> ` (or `>` alone), the output, and `? `
/// with a nonzero status. Text before the first command is ignored.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                command: command.to_owned(),
                output: String::new(),
                status: 0,
            });
            continue;
        }
        let Some(step) = steps.last_mut() else {
            continue;
        };
        let more = line.strip_prefix("> ").or((line == ">").then_some(""));
        match (more, line.strip_prefix("? ")) {
            (Some(more), _) if step.output.is_empty() => {
                step.command.push('\n');
                step.command.push_str(more);
            }
            (_, Some(status)) => step.status = status.parse().expect("a status"),
            _ => {
                step.output.push_str(line);
                step.output.push('\n');
            }
        }
    }
    steps
}

/// Returns the steps of a Markdown text: of its indented blocks that begin with one. Empty lines belong to a
/// block that continues after them.
pub(crate) fn markdown_steps(text: &str) -> Vec<Step> {
    let mut all = Vec::new();
    let mut block = String::new();
    let mut empty_lines = 0;
    for line in text.lines().chain(["the end"]) {
        match line.strip_prefix("    ") {
            Some(line) if !block.is_empty() || line.starts_with("$ ") => {
                block.push_str(&"\n".repeat(empty_lines));
                block.push_str(line);
                block.push('\n');
                empty_lines = 0;
            }
            None if line.is_empty() && !block.is_empty() => empty_lines += 1,
            _ => {
                all.extend(steps(&block));
                block.clear();
                empty_lines = 0;
            }
        }
    }
    all
}

/// Returns a copy of the demonstration archive in which commands may write files.
pub(crate) fn demo() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    copy(&root().join("corpus/demo"), dir.path());
    dir
}

/// Returns the root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a readable directory") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

/// Runs a command in a shell with the program in its `PATH`. `tail -f` stops at the end of the file.
pub(crate) fn run_shell(dir: &Path, command: &str) -> Step {
    run_shell_with(dir, &[], command)
}

/// Like [`run_shell`], with `folders` first in `PATH`.
pub(crate) fn run_shell_with(dir: &Path, folders: &[&Path], command: &str) -> Step {
    let script = command.replace("tail -n +1 -f ", "tail -n +1 ");
    let mut shell = shell(dir, folders);
    shell.args(["-c", &format!("exec 2>&1\n{script}")]);
    let ended = run_command(&mut shell, b"");
    Step {
        command: command.to_owned(),
        output: ended.out().to_owned(),
        status: ended.status,
    }
}

/// Returns whether a program is installed.
pub(crate) fn has(program: &str) -> bool {
    let mut shell = shell(Path::new("."), &[]);
    shell.args(["-c", &format!("command -v {program}")]);
    run_command(&mut shell, b"").status == 0
}

/// Returns a shell command with the program in its `PATH` and without arguments.
pub(crate) fn shell(dir: &Path, folders: &[&Path]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift"));
    let folder = program.parent().expect("a folder").to_path_buf();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.iter().map(|folder| folder.to_path_buf());
    let path = env::join_paths(folders.chain([folder]).chain(env::split_paths(&path)));
    let mut shell = Command::new("sh");
    shell
        .current_dir(dir)
        .env("PATH", path.expect("no colon in the path"))
        .env("LC_ALL", "C");
    for name in super::ENVIRONMENT {
        shell.env_remove(name);
    }
    shell
}
