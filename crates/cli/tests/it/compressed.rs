//! Tests for compressed files and containers.

#[cfg(unix)]
mod bombs;
mod corrupt;
mod equivalence;
mod flags;
mod packed;
#[cfg(unix)]
mod streams;
mod temp_files;
mod together;

use crate::support::Outcome;
use serde_json::Value;
use tempfile::TempDir;
use urlsift_tests::packing::File;

/// Returns a new directory with the given files.
fn dir_of(files: &[File]) -> TempDir {
    let files = files.iter();
    let files: Vec<_> = files.map(|(name, bytes)| (&**name, bytes)).collect();
    crate::support::dir_with(&files)
}

/// Returns the URLs of links, in order.
fn urls(links: &[Value]) -> Vec<&str> {
    let urls = links.iter().map(|link| link["url"].as_str());
    urls.map(|url| url.expect("a URL")).collect()
}

/// Returns the paths of links or of the objects of `info`, in order.
fn paths(links: &[Value]) -> Vec<&str> {
    let paths = links.iter().map(|link| link["path"].as_str());
    paths.map(|path| path.expect("a path")).collect()
}

/// Returns the diagnostic for a path, without the prefix.
fn diagnostic<'o>(outcome: &'o Outcome, path: &str) -> Option<&'o str> {
    let start = format!("urlsift: {path}: ");
    let mut lines = outcome.err().lines();
    lines.find_map(|line| line.strip_prefix(&start))
}

/// Asserts the standard output, that diagnostics name each of the paths and no other, and status 2.
#[track_caller]
fn assert_output_and_errors(outcome: &Outcome, stdout: &str, paths: &[&str]) {
    assert_eq!(outcome.out(), stdout, "{}", outcome.err());
    assert_errors(outcome, paths);
}

/// Asserts that diagnostics name each of the paths and no other, and status 2.
#[track_caller]
fn assert_errors(outcome: &Outcome, paths: &[&str]) {
    for path in paths {
        let reason = diagnostic(outcome, path);
        let is_reported = reason.is_some_and(|reason| !reason.trim().is_empty());
        assert!(is_reported, "no diagnostic for {path}: {:?}", outcome.err());
    }
    let is_expected = |line: &str| {
        let mut paths = paths.iter();
        paths.any(|path| line.starts_with(&format!("urlsift: {path}: ")))
    };
    let other = outcome.err().lines().find(|line| !is_expected(line));
    assert_eq!(other, None);
    assert_eq!(outcome.status, 2);
}
