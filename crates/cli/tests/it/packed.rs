//! Compressed files and containers, read from the outside.

mod alike;
mod asking;
mod broken;
#[cfg(unix)]
mod large;
mod names;
mod places;
#[cfg(unix)]
mod streams;
mod truncated;

use crate::support::Outcome;
use serde_json::Value;
use tempfile::TempDir;
use urlsift_tests::packing::File;

/// A new directory with these files in it.
fn dir_of(files: &[File]) -> TempDir {
    let files = files.iter();
    let files: Vec<_> = files.map(|(name, bytes)| (&**name, bytes)).collect();
    crate::support::dir_with(&files)
}

/// Runs it in a new directory with these files in it.
fn run_on(files: &[File], args: &[&str]) -> Outcome {
    // It has to be there until the end.
    let dir = dir_of(files);
    crate::support::run_in(&dir, args)
}

/// The URLs of hits, in their order.
fn urls(hits: &[Value]) -> Vec<&str> {
    let urls = hits.iter().map(|hit| hit["url"].as_str());
    urls.map(|url| url.expect("a URL")).collect()
}

/// The paths of hits, or of what `info` tells, in their order.
fn paths(hits: &[Value]) -> Vec<&str> {
    let paths = hits.iter().map(|hit| hit["path"].as_str());
    paths.map(|path| path.expect("a path")).collect()
}

/// The line of standard error about a path, behind it.
fn complaint<'o>(outcome: &'o Outcome, path: &str) -> Option<&'o str> {
    let start = format!("urlsift: {path}: ");
    let mut lines = outcome.err().lines();
    lines.find_map(|line| line.strip_prefix(&start))
}

/// It printed this in spite of what it complained of: each of these paths, and no other, with status 2.
#[track_caller]
fn assert_gives_and_complains(outcome: &Outcome, stdout: &str, paths: &[&str]) {
    assert_eq!(outcome.out(), stdout, "{}", outcome.err());
    assert_complains(outcome, paths);
}

/// It complained of each of these paths, and of no other, with status 2.
#[track_caller]
fn assert_complains(outcome: &Outcome, paths: &[&str]) {
    for path in paths {
        let reason = complaint(outcome, path);
        let is_told = reason.is_some_and(|reason| !reason.trim().is_empty());
        assert!(is_told, "nothing of {path}: {:?}", outcome.err());
    }
    let known = |line: &str| {
        let mut paths = paths.iter();
        paths.any(|path| line.starts_with(&format!("urlsift: {path}: ")))
    };
    let other = outcome.err().lines().find(|line| !known(line));
    assert_eq!(other, None);
    assert_eq!(outcome.status, 2);
}
