//! The program of `docs/embedding/c.md`: it compiles, and prints what the page says.

use std::fs;

use crate::{
    c_program::{program_of, run},
    support::{folder, scratch},
};

/// Returns the blocks of a page in a language, one after the other.
fn blocks(page: &str, language: &str) -> String {
    let mut blocks = String::new();
    let mut is_inside = false;
    for line in page.split_inclusive('\n') {
        if let Some(of) = line.strip_prefix("```") {
            is_inside = !is_inside && of.trim_end() == language;
        } else if is_inside {
            blocks.push_str(line);
        }
    }
    blocks
}

#[test]
fn the_program_prints_what_the_page_says() {
    let page = folder().join("../../docs/embedding/c.md");
    let page = fs::read_to_string(page).expect("the page");
    let scratch = scratch();
    let source = scratch.path().join("view.c");
    fs::write(&source, blocks(&page, "c")).expect("a file that can be written");
    let letter = blocks(&page, "text");
    assert!(letter.lines().count() > 1, "{letter}");
    let printed = run(&program_of(&source, &scratch), &[], letter.as_bytes());
    let printed = String::from_utf8(printed).expect("UTF-8");
    let printed = printed.replace("\x1b[4m", "_").replace("\x1b[24m", "_");
    assert_eq!(printed, blocks(&page, "output"));
}
