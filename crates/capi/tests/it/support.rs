//! Compiles files in C and C++.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

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
