//! Files that Outlook itself has written. They are not part of the repository: a folder with them is named by
//! `URLSIFT_OUTLOOK_SAMPLES`.

use std::{env, fs, path::PathBuf};

use urlsift_tests::outlook::check;

#[test]
fn samples_are_read_without_faults() {
    let Some(folder) = env::var_os("URLSIFT_OUTLOOK_SAMPLES").map(PathBuf::from) else {
        return;
    };
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the samples") {
        let path = entry.expect("a sample").path();
        let read = check(&fs::read(&path).expect("a sample"));
        assert_eq!(read.faults, [], "{}", path.display());
        assert!(!read.texts.is_empty(), "{}", path.display());
        files += 1;
    }
    assert!(files > 0, "no samples");
}
