//! Tests for what is found: delimiters, hyphens, the maximum length, and added schemes.

use crate::support::run_with;

#[test]
fn huge_max_len_is_accepted() {
    let url = format!("http://a/{}", "x".repeat(1_000_000));
    let text = format!("<{url}>");
    for len in ["1000011", "4294967296", "18446744073709551615"] {
        let found = run_with(&["list", "--max-len", len], text.as_bytes());
        assert_eq!(found.err(), "");
        assert!(found.out().trim_end() == url, "--max-len {len}");
    }
    run_with(&["list", "--max-len=1000010"], text.as_bytes()).gives(1, "");
}
