//! Replays the inputs that fuzzing has found and that are worth keeping.

use std::{fs, panic};

use urlsift_tests::{cases, effort, fuzzing};

#[test]
fn tokens_inputs_pass() {
    replay("tokens", fuzzing::tokens);
}

/// The texts of the other target are framed at every byte, too.
#[test]
fn tokens_inputs_are_framed() {
    replay_some(4, "tokens", fuzzing::framing);
    replay("framing", fuzzing::framing);
}

#[test]
fn bytes_inputs_pass() {
    replay("bytes", fuzzing::bytes);
}

#[test]
fn judge_inputs_pass() {
    replay("judge", fuzzing::judge);
}

#[test]
fn archive_inputs_pass() {
    replay("archive", fuzzing::archive);
}

#[test]
fn compressed_inputs_pass() {
    replay("compressed", fuzzing::compressed);
    replay("compressed", |data| {
        let mut file = tempfile::tempfile().expect("a temporary file");
        fuzzing::compressed_file(data, &mut file).expect("a writable file");
    });
}

#[test]
fn outlook_inputs_pass() {
    replay("outlook", fuzzing::outlook);
}

/// Checks every input in a directory and reports the one that fails.
fn replay(target: &str, check: fn(&[u8])) {
    replay_some(1, target, check);
}

/// Checks one in `step` inputs.
fn replay_some(step: usize, target: &str, check: fn(&[u8])) {
    let directory = cases::corpus().join("fuzz").join(target);
    let entries = fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.expect("a readable directory").path());
    let mut entries: Vec<_> = entries.collect();
    entries.sort();
    let mut count = 0;
    for path in effort::sample(entries, step, 0) {
        let input = fs::read(&path).expect("a readable file");
        let result = panic::catch_unwind(|| check(&input));
        assert!(result.is_ok(), "{} fails, see above", path.display());
        count += 1;
    }
    assert_ne!(count, 0, "{} is empty", directory.display());
}
