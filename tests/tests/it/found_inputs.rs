//! Everything worth keeping that fuzzing ever found, through the properties again.

use std::{fs, panic};

use urlsift_tests::{cases, fuzzing};

#[test]
fn what_fuzzing_found_in_tokens_holds() {
    replay("tokens", fuzzing::tokens);
}

#[test]
fn what_fuzzing_found_in_bytes_holds() {
    replay("bytes", fuzzing::bytes);
}

#[test]
fn what_fuzzing_found_in_judging_holds() {
    replay("judge", fuzzing::judge);
}

#[test]
fn what_fuzzing_found_in_archives_holds() {
    replay("archive", fuzzing::archive);
}

#[test]
fn what_fuzzing_found_in_packed_files_holds() {
    replay("packed", fuzzing::packed);
    replay("packed", |data| {
        let mut file = tempfile::tempfile().expect("a temporary file");
        fuzzing::packed_file(data, &mut file).expect("a file that takes it");
    });
}

/// Checks every input of a folder, and says which one fails.
fn replay(target: &str, check: fn(&[u8])) {
    let folder = cases::corpus().join("fuzz").join(target);
    let entries = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path());
    let mut met = 0;
    for path in entries {
        let input = fs::read(&path).expect("a readable file");
        let held = panic::catch_unwind(|| check(&input));
        assert!(held.is_ok(), "{} fails, see above", path.display());
        met += 1;
    }
    assert_ne!(met, 0, "{} is empty", folder.display());
}
