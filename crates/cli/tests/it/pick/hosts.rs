//! The spellings of `corpus/hosts`: no program gets a URL with another host than the one in bold.

use std::borrow::Cow;

use urlsift_search::Verdict;
use urlsift_tests::{
    effort,
    hosts::{Spelling, attributes},
};

use super::{folder_with, opened, pick};
use crate::support::pty::Pty;

const QUESTION: &str = "Open this link?";
const OPENED: &str = "1 link opened with ./record";
const REFUSED: &str = "not opened, as ";

/// Returns a mailbox with a message for each URL, which is in an attribute.
fn mailbox(attributes: &[(Spelling, String)]) -> String {
    let message = |(_, value): &(Spelling, String)| {
        format!(
            "From a@a.example Mon Jan 30 09:12:04 1995\nSubject: x\nContent-Type: text/html\n\n\
            <a href=\"{value}\">x</a>\n\n"
        )
    };
    attributes.iter().map(message).collect()
}

/// Returns the host in bold in the row of a link, which becomes the current one.
fn bold_host(pty: &Pty, number: usize) -> Option<String> {
    pty.press(&["Home", &number.to_string()]);
    // The last answer has disappeared.
    pty.shows(" Enter open ");
    let cursor = format!("> {number:>3} ");
    let screen = pty.shows(&format!("\n{cursor}"));
    let line = screen.lines().position(|line| line.starts_with(&cursor));
    let line = u16::try_from(line.expect("the row")).expect("a line");
    let mut bold = pty.runs(line).into_iter().filter(|run| run.is_bold);
    let host = bold.next();
    assert!(bold.next().is_none(), "{screen}");
    host.map(|run| run.text)
}

/// Opens the current link, and confirms that. Returns whether it is opened.
fn open(pty: &Pty, host: Option<&str>) -> bool {
    pty.press(&["Enter"]);
    let answers = [QUESTION, OPENED, REFUSED];
    let is_answered = |screen: &str| answers.iter().any(|text| screen.contains(text));
    let screen = pty.wait_for("answer", is_answered);
    if screen.contains(QUESTION) {
        let is_shown = host.is_none_or(|host| screen.contains(host));
        assert!(is_shown, "{host:?}:\n{screen}");
        pty.press(&["y"]);
        pty.shows(OPENED);
    }
    !screen.contains(REFUSED)
}

#[test]
fn the_host_in_bold_is_the_one_that_is_opened() {
    // A screen for each of them takes long.
    let attributes: Vec<_> = effort::sample(attributes(), 3, 0).collect();
    let dir = folder_with(&[("mail", mailbox(&attributes).as_bytes())]);
    let line = "urlsift pick --conforms none --delimiter attribute --open ./record mail";
    let pty = pick(&dir, line);
    pty.resize(800, 24);
    pty.shows(&format!(" {} links\n", attributes.len()));
    let mut count = 0;
    for ((spelling, _), number) in attributes.iter().zip(1..) {
        let bold = bold_host(&pty, number);
        if !open(&pty, bold.as_deref()) {
            continue;
        }
        count += 1;
        let (bold, host) = (bold.as_deref(), spelling.host_ascii.as_deref());
        assert!(!spelling.rejected, "{spelling:?}");
        let opened = opened(&dir);
        let argument = opened.lines().last().unwrap_or_default();
        assert_eq!(
            host_of(argument).as_deref(),
            host,
            "{argument}: {spelling:?}"
        );
        let scheme = argument.split(':').next().unwrap_or_default();
        let shown = bold.and_then(|bold| host_of(&format!("{scheme}://{bold}/")));
        assert_eq!(shown.as_deref(), host, "{bold:?}: {spelling:?}");
    }
    assert!(count > attributes.len() / 2, "{count}");
    assert_eq!(pty.quit().0, 0);
}

/// Returns the host of a URL.
fn host_of(url: &str) -> Option<String> {
    let verdict = Verdict::of(url.as_bytes());
    verdict.parts().host_ascii().map(Cow::into_owned)
}
