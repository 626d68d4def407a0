//! Tests for hostile URLs: which are opened, confirmed or refused.

use std::{fmt::Write, fs};

use urlsift::escaped;
use urlsift_tests::picking::{OpenCase, OpenResult, open_cases};

use super::{folder_with, opened, pick};
use crate::support::{console::root, pty::Pty};

/// The text shown after Enter.
const QUESTION: &str = "Open this link?";
const OPENED: &str = "1 link opened with ./record";
const REFUSED: &str = "not opened, as ";

/// Returns the lines after the title, joined without line breaks.
fn page(screen: &str) -> String {
    screen.lines().skip(1).collect()
}

/// Opens the current link and compares the result with the case.
fn open_case(case: &OpenCase, pty: &Pty, opened: impl Fn() -> String) {
    let before = opened();
    pty.press(&["Enter"]);
    let screen = pty.wait_for(&format!("answer to {}", case.name), |screen| {
        [QUESTION, OPENED, REFUSED]
            .iter()
            .any(|text| screen.contains(text))
    });
    let result = if screen.contains(QUESTION) {
        OpenResult::Asked
    } else if screen.contains(OPENED) {
        OpenResult::Opened
    } else {
        OpenResult::Refused
    };
    assert_eq!(result, case.result, "{}:\n{screen}", case.name);
    let page = page(&screen);
    let reason = case.reason.as_deref().unwrap_or_default();
    assert!(page.contains(reason), "{}:\n{screen}", case.name);
    if result != OpenResult::Opened {
        assert_eq!(opened(), before, "{}", case.name);
    }
    if result == OpenResult::Asked {
        let url = escaped(case.url.as_bytes());
        let argument = case.argument.as_deref().unwrap_or_default();
        for text in [&*url, argument] {
            assert!(page.contains(text), "{}:\n{screen}", case.name);
        }
        pty.press(&["n"]);
        pty.hides(QUESTION);
        assert_eq!(opened(), before, "{}", case.name);
        pty.press(&["Enter"]);
        pty.shows(QUESTION);
        pty.press(&["y"]);
        pty.shows(OPENED);
    }
    let argument = case
        .argument
        .iter()
        .map(|argument| format!("1\n{argument}\n"));
    let expected = before + &argument.collect::<String>();
    assert_eq!(opened(), expected, "{}", case.name);
}

#[test]
fn each_case_is_opened_confirmed_or_refused() {
    let cases = open_cases();
    assert!(cases.len() >= 40, "{}", cases.len());
    let links = cases.iter().map(|case| format!("<URL:{}>\n", case.url));
    let dir = folder_with(&[("mail", links.collect::<String>().as_bytes())]);
    let pty = pick(
        &dir,
        "urlsift pick --conforms none --delimiter url --open ./record mail",
    );
    pty.shows(&format!("{} links\n", cases.len()));
    for (case, number) in cases.iter().zip(1..) {
        pty.press(&["Home", &number.to_string()]);
        // The last answer has disappeared.
        pty.shows(&format!("\n>{number:>3}<"));
        pty.shows(" Enter open ");
        open_case(case, &pty, || opened(&dir));
    }
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn document_shows_some_of_the_cases() {
    let mut table = String::new();
    for case in open_cases() {
        let url = escaped(case.url.as_bytes());
        let (result, argument) = match (case.result, &case.argument) {
            (OpenResult::Refused, _) => ("refuses it", "-".to_owned()),
            (OpenResult::Opened, Some(argument)) if *argument == case.url => {
                ("opens it", "the URL".to_owned())
            }
            (OpenResult::Opened, argument) => {
                ("opens it", argument.iter().map(|text| code(text)).collect())
            }
            (OpenResult::Asked, Some(argument)) if *argument == case.url => {
                ("asks", "the URL".to_owned())
            }
            (OpenResult::Asked, argument) => {
                ("asks", argument.iter().map(|text| code(text)).collect())
            }
        };
        writeln!(table, "| {} | {result} | {argument} |", code(&url)).expect("a text");
    }
    let document = fs::read_to_string(root().join("docs/PICK.md")).expect("a document");
    let head = "\n| URL | `pick` | the program gets |\n|---|---|---|\n";
    let (_, shown) = document.split_once(head).expect("the table");
    let shown: Vec<_> = shown
        .lines()
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(shown.len() >= 10, "{shown:?}");
    for row in shown {
        assert!(
            table.contains(&format!("{row}\n")),
            "{row} is not in\n{table}"
        );
    }
}

/// Formats text as Markdown code.
fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}
