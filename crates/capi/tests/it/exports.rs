//! The symbols of the shared library.

use std::process::Command;

use crate::support::{header, library};

#[test]
fn only_the_functions_of_the_header_are_exported() {
    let output = Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=posix"])
        .arg(library("liburlsift_capi.so"))
        .output()
        .expect("nm");
    assert!(output.status.success(), "nm: {}", output.status);
    let symbols = String::from_utf8(output.stdout).expect("UTF-8");
    let mut exported: Vec<_> = symbols
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    exported.sort_unstable();
    let header = std::fs::read_to_string(header()).expect("the header");
    let functions = header
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '#', '*']));
    let mut declared: Vec<_> = functions
        .filter_map(|line| line.split_once('('))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("urlsift_"))
        .collect();
    declared.sort_unstable();
    assert!(declared.len() > 15, "{declared:?}");
    assert_eq!(exported, declared);
}
