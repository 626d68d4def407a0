//! Tests for line output: prefixes, counts, names, and limits.

use crate::support::{dir_with, run_in};

const TWO: &str = "<news:x>\n\n<news:y>\n";

#[test]
fn max_count_limits_selected_links_per_file() {
    let dir = dir_with(&[("a", TWO), ("b", TWO)]);
    run_in(&dir, &["list", "-m0", "a"]).gives(1, "");
    run_in(&dir, &["list", "-m", "1", "a"]).gives(0, "news:x\n");
    run_in(&dir, &["list", "-m2", "a"]).gives(0, "news:x\nnews:y\n");
    run_in(&dir, &["list", "--max-count=3", "a"]).gives(0, "news:x\nnews:y\n");
    run_in(&dir, &["list", "-m1", "a", "b"]).gives(0, "a:1:news:x\nb:1:news:x\n");
    run_in(&dir, &["list", "-m1", "-c", "a", "b"]).gives(0, "a:1\nb:1\n");
    run_in(&dir, &["list", "-m1", "-l", "a", "b"]).gives(0, "a\nb\n");
    run_in(&dir, &["grep", "-m1", "y", "a"]).gives(0, "news:y\n");
    run_in(&dir, &["grep", "-m1", "-v", "x", "a", "b"]).gives(0, "a:3:news:y\nb:3:news:y\n");
    assert_eq!(
        run_in(&dir, &["list", "-m1", "--json", "a", "b"])
            .json()
            .len(),
        2
    );
}
