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

const MBOX_URLS: &str = "\
http://a.example/1\n\
http://a.example/2\n\
http://b.example/list\n\
http://b.example/3\n";

/// A message with nested multiparts and an attached message.
const PARTS: &str = "\
From: Jim <jim@a.example>\n\
Subject: =?iso-8859-1?Q?caf=E9?=\n\
MIME-Version: 1.0\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
<http://a.example/preamble>\n\
--x\n\
Content-Type: multipart/alternative; boundary=y\n\
\n\
--y\n\
Content-Transfer-Encoding: base64\n\
\n\
PGh0dHA6Ly9hLmV4YW1wbGUvcGxhaW4+\n\
--y\n\
Content-Type: text/html\n\
\n\
<p>&lt;http://a.example/html&gt;</p>\n\
--y--\n\
--x\n\
Content-Type: message/rfc822\n\
\n\
Subject: inside\n\
List-Help: <mailto:help@a.example>\n\
\n\
<http://a.example/inside>\n\
--x--\n";

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
fn link_names_its_part() {
    let messages = messages(PARTS);
    let places = messages.iter().map(|message| {
        assert_eq!(message["subject"], "café");
        assert_eq!(message["index"], 0);
        ["part", "type", "header"].map(|name| message.get(name).and_then(Value::as_str))
    });
    let expected = [
        [None, Some("multipart/mixed"), None],
        [Some("1.1"), Some("text/plain"), None],
        [Some("1.2"), Some("text/html"), None],
        [None, None, Some("List-Help")],
        [Some("2.1"), Some("text/plain"), None],
    ];
    assert_eq!(places.collect::<Vec<_>>(), expected);
}

#[test]
fn decoded_link_has_offsets_in_the_file() {
    let links = run_with(&["list", "--json", "--in=body"], PARTS.as_bytes()).json();
    let encoded = PARTS.find("PGh0").expect("a readable file");
    let link = &links[1];
    assert_eq!(link["url"], "http://a.example/plain");
    assert_eq!(link["raw"], "<http://a.example/plain>");
    assert_eq!(link["offset"], encoded);
    // 24 bytes are encoded as 32 characters.
    assert_eq!(link["end"], encoded + 32);
    assert_eq!((&link["line"], &link["column"]), (&json!(13), &json!(1)));
}

#[test]
fn plain_text_link_has_no_message() {
    assert_eq!(messages("<http://a.example/>"), [Value::Null]);
    let text = run_with(&["list", "--text", "--json"], MBOX.as_bytes()).json();
    assert_eq!(text.len(), 4);
    assert!(text.iter().all(|link| link.get("message").is_none()));
}

#[test]
fn last_as_flag_wins() {
    let has_message = |flags: &[&str]| {
        let flags = [&["list", "--json"], flags].concat();
        let links = run_with(&flags, MBOX.as_bytes()).json();
        links[0].get("message").is_some()
    };
    assert!(has_message(&["--text", "--as=mbox"]));
    assert!(!has_message(&["--as=mbox", "--text"]));
    assert!(!has_message(&["--as=mbox", "--as=text"]));
    assert!(has_message(&["--as=text", "--as=mbox"]));
    assert!(!has_message(&["--text", "--text"]));
}

#[test]
fn message_headers_provide_the_base() {
    let text = |field: &str| format!("From: a@a.example\nSubject: a\n{field}\n\n<URL:y>\n");
    let list = |field: &str, flags: &[&str]| {
        let flags = [&["list", "--conforms=relative"], flags].concat();
        run_with(&flags, text(field).as_bytes()).out().to_owned()
    };
    let base = "Content-Base: http://a.example/x/";
    assert_eq!(list(base, &[]), "http://a.example/x/y\n");
    assert_eq!(list(base, &["-n"]), "5:http://a.example/x/y\n");
    assert_eq!(
        list(base, &["--base=http://b.example/"]),
        "http://b.example/y\n"
    );
    let location = "Content-Location: http://a.example/x/z";
    assert_eq!(list(location, &[]), "http://a.example/x/y\n");
    assert_eq!(list("Content-Base: mailto:a@a.example", &[]), "y\n");
    assert_eq!(list("X-Base: http://a.example/", &[]), "y\n");

    let grep = |pattern: &str, flags: &[&str]| {
        let flags = [&["grep", "--conforms=relative"], flags, &[pattern]].concat();
        run_with(&flags, text(base).as_bytes())
    };
    grep("^http://a.example/x/y$", &[]).gives(0, "http://a.example/x/y\n");
    grep("^y", &[]).gives(1, "");
    grep("^http", &["-v"]).gives(1, "");

    let link = &grep("x", &["--json"]).json()[0];
    assert_eq!(link["url"], "y");
    assert_eq!(link["base"], "http://a.example/x/");
    assert_eq!(link["resolved"], "http://a.example/x/y");
}

#[test]
fn absolute_url_has_no_base() {
    let text = "From: a@a.example\nSubject: a\nContent-Base: http://a.example/\n\n<http://b/>\n";
    let link = &run_with(&["list", "--json"], text.as_bytes()).json()[0];
    assert_eq!(link.get("base").or(link.get("resolved")), None);
    run_with(&["list"], text.as_bytes()).gives(0, "http://b/\n");
}

#[test]
fn headings_apply_to_line_output_only() {
    for flags in [&["--json"][..], &["-c"], &["-l"], &["-q"]] {
        let without = run_with(&[&["list"], flags].concat(), MBOX.as_bytes());
        let flags = [&["list", "--messages"], flags].concat();
        let with = run_with(&flags, MBOX.as_bytes());
        assert_eq!(with.out(), without.out(), "{flags:?}");
        assert_eq!(with.status, without.status, "{flags:?}");
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
fn doubtful_boundaries_are_only_reported_by_info() {
    let text = format!("{MBOX}\nFrom c@c.example Wed Feb  1 12:00:00 1995\nno header <news:x>\n");
    run_with(&["list"], text.as_bytes()).gives(0, &format!("{MBOX_URLS}news:x\n"));
    let stats = run_with(&["list", "--stats", "-c"], text.as_bytes());
    assert!(stats.err().contains("warnings: 0"), "{}", stats.err());
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

/// RFC 2369 gives mailing lists the URLs of RFC 2368.
#[test]
fn fields_of_mailing_lists_may_have_mailto_with_fields() {
    let text = "From: a@b\nLIST-Unsubscribe: <mailto:x@y.example?subject=u>\nList-Help: <mailto:x>\n\
        X-List: <mailto:x@y.example?subject=v>\n\n<mailto:x@y.example?subject=w>\n";
    let warned = "mailto:x\nmailto:x@y.example?subject=v\nmailto:x@y.example?subject=w\n";
    let flags = ["list", "--warn=mailto-not-addr-spec"];
    run_with(&flags, text.as_bytes()).gives(0, warned);
    let links = run_with(&["list", "--json"], text.as_bytes()).json();
    let is_warned = links
        .iter()
        .map(|link| link["warnings"] != Value::Array(Vec::new()));
    assert!(is_warned.eq([false, true, true, true]), "{links:?}");
}
