//! Commands for a shell with what they print, as the manual's examples and the guide have them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use super::outcome;

/// A command and all it prints, on both streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) command: String,
    pub(crate) output: String,
    pub(crate) status: i32,
}

/// Reads steps: a command behind `$ `, and the lines of it that follow behind `> `; its output; and
/// `? ` with its status if that is not 0. What stands before the first of them is for the reader.
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
        match (line.strip_prefix("> "), line.strip_prefix("? ")) {
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

/// A copy of the demonstration archive, in which a command may write files.
pub(crate) fn demo() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    copy(&root().join("corpus/demo"), dir.path());
    dir
}

/// The folder of the workspace.
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

/// Runs a command in a shell, with the program in its path. Where it would wait for more of a file,
/// it ends with the file.
pub(crate) fn run_shell(dir: &Path, command: &str) -> Step {
    run_shell_with(dir, &[], command)
}

/// The same, with the programs of some folders in front of all others.
pub(crate) fn run_shell_with(dir: &Path, folders: &[&Path], command: &str) -> Step {
    let script = command.replace("tail -n +1 -f ", "tail -n +1 ");
    let mut shell = shell(dir, folders);
    shell.args(["-c", &format!("exec 2>&1\n{script}")]);
    let ended = outcome(&mut shell, b"");
    Step {
        command: command.to_owned(),
        output: ended.out().to_owned(),
        status: ended.status,
    }
}

/// Whether a program can be run here.
pub(crate) fn has(program: &str) -> bool {
    let mut shell = shell(Path::new("."), &[]);
    shell.args(["-c", &format!("command -v {program}")]);
    outcome(&mut shell, b"").status == 0
}

/// A shell that is yet to be told what to do.
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
    for name in super::VARIABLES {
        shell.env_remove(name);
    }
    shell
}
