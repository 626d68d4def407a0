//! The texts of `corpus/clients`, with default options.

use urlsift_tests::clients;

use crate::{
    c_program::{program, run},
    support::scratch,
};

#[test]
fn texts_of_clients() {
    let scratch = scratch();
    let program = program("urls", &scratch);
    for text in clients::texts() {
        let urls = run(&program, &[], text.text.as_bytes());
        let urls = String::from_utf8(urls).expect("UTF-8");
        assert!(urls.lines().eq(text.found()), "{}: {urls}", text.name);
    }
}
