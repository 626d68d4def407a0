//! The Rust code of `README.md`. A test of the command compares its lines with the README's.

/// Prints the links of a raw message.
#[expect(clippy::print_stdout, reason = "the README prints the links")]
fn print_links(raw: &[u8]) -> usize {
    let mut count = 0;
    for link in urlsift::message(raw).links() {
        println!("{} at {:?}", link.url(), link.span().range());
        count += 1;
    }
    count
}

#[test]
fn the_code_of_the_readme_runs() {
    let raw = b"Subject: a\n\nSee <http://a.exam\nple/> and http://b.example/.\n";
    assert_eq!(print_links(raw), 2);
}
