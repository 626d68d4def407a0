//! Compiles and runs programs in C. The variables `CC` and `CXX` name the compilers.
//! `URLSIFT_CC` and `URLSIFT_CFLAGS` name that of the programs alone, and its further flags;
//! `URLSIFT_RUNNER` is a command with arguments that runs the programs, such as valgrind. `crates/capi/ci` sets them.

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// The flags of every program in C.
pub(crate) const FLAGS: [&str; 6] = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g"];

/// The folder of the crate.
pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn header() -> PathBuf {
    folder().join("include/urlsift.h")
}

pub(crate) fn scratch() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// Returns the path of a library that was built with this test.
pub(crate) fn library(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the path of the test");
    // Cargo builds it for the test, in the same folder.
    let path = test.with_file_name(name);
    assert!(path.exists(), "there is no {}", path.display());
    path
}

/// Compiles a file, and links it with the library if there is an `out`. Returns whether there is such a compiler.
pub(crate) fn compile(compiler: &str, flags: &[&str], source: &Path, out: Option<&Path>) -> bool {
    let mut command = Command::new(compiler);
    command
        .args(flags)
        .arg("-I")
        .arg(folder().join("include"))
        .arg(source);
    if let Some(out) = out {
        command.arg(library("liburlsift_capi.a"));
        // What the standard library of Rust needs.
        command
            .args(["-lpthread", "-ldl", "-lm"])
            .arg("-o")
            .arg(out);
    }
    match command.status() {
        Ok(status) => {
            assert!(status.success(), "{compiler}: {status}");
            true
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => panic!("{compiler}: {error}"),
    }
}

/// Compiles a program in `tests/c`, and returns its path.
pub(crate) fn program(name: &str, into: &TempDir) -> PathBuf {
    let source = folder().join(format!("tests/c/{name}.c"));
    let out = into.path().join(name);
    let compiler = env::var("URLSIFT_CC")
        .or_else(|_| env::var("CC"))
        .unwrap_or_else(|_| "cc".into());
    let mut flags = FLAGS.to_vec();
    flags.push("-DURLSIFT_SEARCH");
    let further = env::var("URLSIFT_CFLAGS").unwrap_or_default();
    flags.extend(further.split_whitespace());
    assert!(
        compile(&compiler, &flags, &source, Some(&out)),
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
