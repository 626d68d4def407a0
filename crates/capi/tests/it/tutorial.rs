//! The programs of `docs/embedding/c.md` and of the README: they compile, and print what they should.

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

#[test]
fn the_code_of_the_readme_underlines_links() {
    let readme = fs::read_to_string(folder().join("../../README.md")).expect("the README");
    let code = blocks(&readme, "c");
    assert!(code.contains("underline"), "{code}");
    let program = format!(
        r#"
#include <stdio.h>
#include <string.h>
#include <urlsift.h>

static void underline(const urlsift_span *pieces, size_t len, urlsift_bytes url)
{{
    size_t i;
    printf("%.*s", (int)url.len, url.data);
    for (i = 0; i < len; i++)
        printf(" %lu", (unsigned long)pieces[i].start);
    printf("\n");
}}

int main(void)
{{
    const char *text = "<http://a.exam\n> ple/> http://b.example/";
{code}
    return 0;
}}
"#
    );
    let scratch = scratch();
    let source = scratch.path().join("readme.c");
    fs::write(&source, program).expect("a file that can be written");
    let printed = run(&program_of(&source, &scratch), &[], b"");
    let printed = String::from_utf8(printed).expect("UTF-8");
    assert_eq!(printed, "http://a.example/ 1 17\nhttp://b.example/ 23\n");
}
