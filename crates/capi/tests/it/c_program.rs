//! Compiles and runs the programs in `tests/c`, which need POSIX threads. The variable `CC` names the compiler.
//! `URLSIFT_CC` and `URLSIFT_CFLAGS` override the compiler for these programs alone, and add flags;
//! `URLSIFT_RUNNER` is a command with arguments that runs the programs, such as valgrind. `crates/capi/ci` sets them.

use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::support::{compile, folder};

/// The flags of every program in C.
const FLAGS: [&str; 6] = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g"];

/// Compiles a program in `tests/c`, and returns its path.
pub(crate) fn program(name: &str, into: &TempDir) -> PathBuf {
    program_of(&folder().join(format!("tests/c/{name}.c")), into)
}

/// Compiles a program, and returns its path.
pub(crate) fn program_of(source: &Path, into: &TempDir) -> PathBuf {
    let out = into.path().join(source.file_stem().expect("a name"));
    let compiler = env::var("URLSIFT_CC")
        .or_else(|_| env::var("CC"))
        .unwrap_or_else(|_| "cc".into());
    let mut flags = FLAGS.to_vec();
    flags.push("-DURLSIFT_SEARCH");
    let further = env::var("URLSIFT_CFLAGS").unwrap_or_default();
    flags.extend(further.split_whitespace());
    assert!(
        compile(&compiler, &flags, source, Some(&out)),
        "there is no {compiler}"
    );
    out
}

/// Runs a program, and returns what it prints.
pub(crate) fn run(program: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let runner = env::var("URLSIFT_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    let mut command = match words.next() {
        Some(runner) => Command::new(runner),
        None => Command::new(program),
    };
    command.args(words);
    if !runner.is_empty() {
        command.arg(program);
    }
    let mut child = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program that can be run");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("its output");
    assert!(
        output.status.success(),
        "{}: {}",
        program.display(),
        output.status
    );
    writer
        .join()
        .expect("no panic")
        .expect("input that is read");
    output.stdout
}
