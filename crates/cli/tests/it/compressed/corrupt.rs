//! Tests for corrupt input: what is unreadable is reported, and everything else is read.

use urlsift_tests::packing::zip::{self, Entry};

use super::assert_output_and_errors;
use crate::support::{dir_with, run_in};

/// A member that cannot be read counts, and hides neither its neighbours nor the next file. Its name is escaped.
#[test]
fn unreadable_member_is_one_of_its_container() {
    let text = |name: &str| format!("<http://a.example/{name}>\n").into_bytes();
    let zip = zip::zip(&[
        Entry::deflated("a", &text("a")),
        Entry::stored("../m\nurlsift: b: c", b"x").method(1),
        Entry::deflated("z", &text("z")),
    ]);
    let dir = dir_with(&[("a.zip", &zip), ("b", &text("b"))]);
    let output = run_in(&dir, &["list", "-N", "a.zip", "b"]);
    let expected = "a.zip!a:http://a.example/a\n\
        a.zip!z:http://a.example/z\n\
        b:http://a.example/b\n";
    let path = r"a.zip!\x2e\x2e/m\x0aurlsift: b: c";
    assert_output_and_errors(&output, expected, &[path]);
    output.says("method 1");
    let output = run_in(&dir, &["info", "--json", "a.zip"]).json();
    assert_eq!(output.last().expect("an object")["members"], 3);
}
