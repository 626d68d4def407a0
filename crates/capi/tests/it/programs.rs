//! Programs in C, each of which checks something itself.

use crate::{
    c_program::{program, run},
    support::scratch,
};

/// Every function, with valid and invalid arguments.
#[test]
fn functions() {
    let scratch = scratch();
    let file = scratch.path().join("mail.mbox");
    let mail = "From a Mon Jan 30 09:12:04 1995\nMessage-ID: <1@a.example>\n\n<http://a.example/1>\n\n\
                From a Mon Jan 30 09:12:05 1995\nSubject: <http://a.example/2>\n\n<http://a.example/3>\n";
    std::fs::write(&file, mail).expect("a file that can be written");
    let path = file.to_str().expect("UTF-8");
    run(&program("functions", &scratch), &[path], b"");
}

/// Four threads, which share options and links.
#[test]
fn threads() {
    let scratch = scratch();
    run(&program("threads", &scratch), &[], b"");
}
