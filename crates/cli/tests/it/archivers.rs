//! Tests for the pages of mailing list archivers, and for articles that rn saved in one file.

use serde_json::json;

use crate::support::{dir_with, run_in, run_with};

/// A page of Hypermail. Its base is the base of the whole page.
const HYPERMAIL: &str = r#"<?xml version="1.0" encoding="US-ASCII"?>
<html><head><base href="http://list.example/2002/"></head><body>
<h1>Re: tides</h1>
<!-- sent="Thu, 14 Jan 1999 10:40:19 +0100" -->
<!-- name="Jane &quot;J&quot; Doe" -->
<!-- email="jane@a.example" -->
<!-- subject="Re: tides" -->
<!-- id="1@a.example" -->
<p>Next: <a href="2.html">&lt;http://nav.example/&gt;</a>
<!-- body="start" -->
<pre>See &lt;http://a.exam
ple/tides&gt; and <a href="3.html">there</a></pre>
<!-- body="end" -->
<a href="4.html">Index</a>
"#;

/// A page of `MHonArc`.
const MHONARC: &str = r"<!-- MHonArc v2.6.8 -->
<!--X-Subject: Charts -->
<!--X-From-R13: Pra <oraNo.rknzcyr> -->
<!--X-Date: Mon, 30 Jan 1995 09:12:04 &#45;0500 -->
<!--X-Message-Id: 2@b.example -->
<!--X-MsgBody--><pre>&lt;http://b.example/charts&gt;</pre>
<!--X-Body-of-Message-End-->
";

/// A page of Pipermail.
const PIPERMAIL: &str = r#"<!DOCTYPE HTML>
<HTML><BODY><H1>[sail] URLs</H1>
<B>Ben</B> <A HREF="mailto:sail%40c.example?Subject=Re&In-Reply-To=%3C3%40c.example%3E"
   TITLE="[sail] URLs">ben at c.example
   </A><BR>
<I>Thu Feb 11 20:15:18 CST 2016</I>
<P><UL><LI>Previous message: <A HREF="1.html">one</A></UL>
<!--beginarticle-->
<PRE>&lt;http://c.example/&gt;
</PRE>
<!--endarticle-->
</BODY></HTML>
"#;

#[test]
fn links_on_pages_have_the_message_of_the_page() {
    let links = run_with(&["list", "--json"], HYPERMAIL.as_bytes()).json();
    assert_eq!(links.len(), 2);
    assert_eq!(links[0]["url"], "http://nav.example/");
    assert_eq!(links[0].get("message"), None);
    assert_eq!(links[1]["url"], "http://a.example/tides");
    let offset = HYPERMAIL.find("<h1>").expect("a heading");
    let message = json!({
        "index": 0,
        "offset": offset,
        "id": "<1@a.example>",
        "date": "1999-01-14T09:40:19Z",
        "date_written": "Thu, 14 Jan 1999 10:40:19 +0100",
        "from": "Jane \"J\" Doe <jane@a.example>",
        "subject": "Re: tides",
        "part": "1",
        "type": "text/html",
    });
    assert_eq!(links[1]["message"], message);
    for (page, id, date, from, subject) in [
        (
            MHONARC,
            "<2@b.example>",
            "1995-01-30T14:12:04Z",
            "Ben <ben@b.example>",
            "Charts",
        ),
        (
            PIPERMAIL,
            "<3@c.example>",
            "2016-02-12T02:15:18Z",
            "Ben <ben at c.example>",
            "[sail] URLs",
        ),
    ] {
        let links = run_with(&["list", "--json"], page.as_bytes()).json();
        assert_eq!(links.len(), 1, "{page}");
        let message = &links[0]["message"];
        let found = ["id", "date", "from", "subject"].map(|field| message[field].clone());
        assert_eq!(found, [id, date, from, subject]);
    }
}

#[test]
fn the_base_of_a_page_holds_for_all_of_it() {
    let flags = [
        "list",
        "--delimiter=attribute",
        "--json",
        "--conforms=relative",
    ];
    let links = run_with(&flags, HYPERMAIL.as_bytes()).json();
    let found: Vec<_> = links
        .iter()
        .map(|link| (link["resolved"].as_str(), link.get("message").is_some()))
        .collect();
    let expected = [
        (None, false),
        (Some("http://list.example/2002/2.html"), false),
        (Some("http://list.example/2002/3.html"), true),
        (Some("http://list.example/2002/4.html"), false),
    ];
    assert_eq!(found, expected);
    assert_eq!(links[2]["text"], "there");
}

#[test]
fn info_counts_the_message_of_a_page() {
    for page in [HYPERMAIL, MHONARC, PIPERMAIL] {
        let info = run_with(&["info", "--json"], page.as_bytes()).json();
        assert_eq!(info[0]["kind"], "html");
        assert_eq!(info[0]["messages"], 1);
        assert_eq!(info[0]["parts"][0]["type"], "text/html");
    }
    let plain = run_with(&["info", "--json"], b"<html>&lt;http://a/&gt;").json();
    assert_eq!(plain[0]["messages"], 0);
}

#[test]
fn a_page_is_not_divided() {
    let dir = dir_with(&[("a.html", HYPERMAIL.as_bytes())]);
    let split = run_in(&dir, &["split", "--size=100", "a.html"]).json();
    assert_eq!(split.len(), 1);
    let whole = run_in(&dir, &["list", "a.html"]).out().to_owned();
    run_in(&dir, &["list", "--range=0:1", "a.html"]).gives(0, &whole);
    run_in(&dir, &["list", "--range=1:", "a.html"]).gives(1, "");
}

#[test]
fn articles_in_one_file_are_messages() {
    let article = |number: usize| {
        format!(
            "Article {number} of a.b:\nPath: a!b\nFrom: {number}@a.example\nNewsgroups: a.b\n\n\
             <http://a.example/{number}>\nArticle {number} of nothing\n"
        )
    };
    let file: String = (1..=50).map(article).collect();
    let dir = dir_with(&[("saved", file.as_bytes())]);
    let info = run_in(&dir, &["info", "--json", "saved"]).json();
    assert_eq!(
        (&info[0]["kind"], &info[0]["messages"]),
        (&json!("rn"), &json!(50))
    );
    run_in(&dir, &["list", "--from=^7@", "saved"]).gives(0, "http://a.example/7\n");
    let whole = run_in(&dir, &["list", "saved"]).out().to_owned();
    let split = run_in(&dir, &["split", "--size=1000", "saved"]).json();
    assert!(split.len() > 3, "{split:?}");
    let parts = split.iter().map(|range| {
        let end = range.get("end").map_or(String::new(), ToString::to_string);
        let range = format!("--range={}:{end}", range["start"]);
        run_in(&dir, &["list", &range, "saved"]).out().to_owned()
    });
    assert_eq!(parts.collect::<String>(), whole);
}
