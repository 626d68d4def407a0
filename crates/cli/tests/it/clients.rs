//! The texts of `corpus/clients`: the command finds what the libraries find.

use urlsift_tests::clients;

use crate::support::{dir_with, run_in};

#[test]
fn texts_of_clients() {
    for text in clients::texts() {
        let dir = dir_with(&[("f", text.text.as_bytes())]);
        let output = run_in(&dir, &["list", "--all", "f"]);
        let urls: Vec<_> = output.out().lines().collect();
        assert_eq!(urls, text.found(), "{}", text.name);
    }
}
