//! The programs of `docs/embedding/c.md` and of the README: they compile, and print what they should, also of
//! hostile texts.

use std::fs;

use urlsift_tests::clients;

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
    let program = program_of(&source, &scratch);
    let printed = |text: &str| {
        let printed = String::from_utf8(run(&program, &[], text.as_bytes()));
        printed.expect("UTF-8")
    };
    let letter = blocks(&page, "text");
    assert!(letter.lines().count() > 1, "{letter}");
    let underlined = printed(&letter).replace("\x1b[4m", "_");
    assert_eq!(underlined.replace("\x1b[24m", "_"), blocks(&page, "output"));

    // It knows no rewriters.
    let hostile = clients::hostile().texts.into_iter();
    for text in hostile.filter(|text| !text.name.ends_with("rewriter")) {
        let mut advised = Vec::new();
        for line in printed(&text.text).lines() {
            if line.starts_with('[') {
                let (_, url) = line.split_once("] ").expect("a URL");
                advised.push((url.to_owned(), "open".to_owned()));
            } else if let Some((advice, _)) = line.split_once(": ")
                && let Some(advice) = advice.strip_prefix("    ")
                && let Some(last) = advised.last_mut()
            {
                advice.clone_into(&mut last.1);
            }
        }
        assert_eq!(advised, text.links, "{}", text.name);
    }
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
