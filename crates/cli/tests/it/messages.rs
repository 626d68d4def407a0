//! Tests for archives: which parts of messages are searched and how, and the message fields of links.

use crate::support::links::check_link;
use crate::support::run_with;
use serde_json::{Value, json};

/// Two messages, the second with minimal headers.
const MBOX: &str = "\
From jim@a.example Tue Jan 31 12:00:00 1995\n\
Date: Tue, 31 Jan 1995 23:30:00 -0500\n\
From: Jim <jim@a.example>\n\
Subject: Re: URLs\n\
Message-ID: <1@a.example>\n\
\n\
It is <http://a.example/1>\n\
and <http://a.example/2>.\n\
\n\
From ben@b.example Wed Feb  1 12:00:00 1995\n\
Newsgroups: comp.text, alt.test\n\
List-Archive: <http://b.example/list>\n\
\n\
<http://b.example/3>\n";

fn messages(text: &str) -> Vec<Value> {
    let links = run_with(&["list", "--json"], text.as_bytes()).json();
    links
        .into_iter()
        .map(|mut link| link["message"].take())
        .collect()
}

#[test]
fn link_names_its_message() {
    let first = json!({
        "index": 0,
        "offset": 0,
        "id": "<1@a.example>",
        "date": "1995-02-01T04:30:00Z",
        "date_written": "Tue, 31 Jan 1995 23:30:00 -0500",
        "from": "Jim <jim@a.example>",
        "subject": "Re: URLs",
        "part": "1",
        "type": "text/plain",
    });
    let second = json!({
        "index": 1,
        "offset": MBOX.find("From ben").expect("a readable file"),
        "newsgroups": ["comp.text", "alt.test"],
    });
    let with = |more: Value| {
        let mut second = second.clone();
        let fields = second.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        second
    };
    let expected = [
        first.clone(),
        first,
        with(json!({"header": "List-Archive"})),
        with(json!({"part": "1", "type": "text/plain"})),
    ];
    assert_eq!(messages(MBOX), expected);
    for link in run_with(&["list", "--json"], MBOX.as_bytes()).json() {
        check_link(MBOX.as_bytes(), &link);
    }
}

#[test]
fn warnings_are_printed_and_are_not_errors() {
    let header = "Subject: a\nContent-Type: multipart/mixed; boundary=x\n\n";
    let text = format!("{header}{}<news:a>\n", "--x\n\n".repeat(10_001));
    // The enclosing multipart counts as a part.
    let at = header.len() + 9_999 * "--x\n\n".len() + "--x\n".len();
    let warning =
        format!("urlsift: -: byte {at}: more than 10,000 parts; the rest is read as text\n");
    let listed = run_with(&["list"], text.as_bytes());
    assert_eq!((listed.out(), listed.err()), ("news:a\n", &*warning));
    assert_eq!(listed.status, 0);
    let none = run_with(&["grep", "b"], text.as_bytes());
    assert_eq!((none.out(), none.err(), none.status), ("", &*warning, 1));
    run_with(&["list", "-q"], text.as_bytes()).gives(0, "");

    let stats = run_with(&["list", "-c", "--stats"], text.as_bytes());
    let last = stats.err().lines().last().expect("a line");
    assert_eq!(last, "urlsift: warnings: 1, errors: 0");
    let stats = run_with(&["list", "--json", "--stats"], text.as_bytes()).json();
    assert_eq!(stats[1]["summary"]["warnings"], 1);
}

#[test]
fn long_headers_are_truncated_in_links_but_not_in_filters() {
    let [from, subject] = [20_000, 6_000].map(|len| "é".repeat(len) + "end");
    let links = "<news:x>\n".repeat(200);
    let mbox = format!(
        "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: {from}\nSubject: {subject}\n\n{links}"
    );
    let links = run_with(&["list", "--json"], mbox.as_bytes()).json();
    assert_eq!(links.len(), 200);
    let cut = "é".repeat(2048);
    for link in &links {
        let message = &link["message"];
        assert_eq!(
            (&message["from"], &message["subject"]),
            (&json!(cut), &json!(cut))
        );
        assert_eq!(message["truncated"], json!(["from", "subject"]));
    }
    let header = format!("{cut},{cut}\n").repeat(200);
    let flags = ["list", "--format={message.from},{message.subject}"];
    run_with(&flags, mbox.as_bytes()).gives(0, &header);
    for flags in [
        ["--from", "éend$"],
        ["--subject", "^é+end$"],
        ["--header", "Subject: d$"],
    ] {
        run_with(&[&["list", "-c"], &flags[..]].concat(), mbox.as_bytes()).gives(0, "200\n");
    }
    let titles = run_with(&["list", "--messages"], mbox.as_bytes());
    assert!(titles.out().starts_with(&format!("{cut}: {cut}\n")));
}
