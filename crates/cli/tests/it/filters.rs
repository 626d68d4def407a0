//! Filters: which messages, which of their texts, and which URLs are wanted.

use std::fmt::Write as _;

use crate::support::{Outcome, dir_with, run, run_in, run_with};
use serde_json::Value;
use urlsift_tests::{
    mailboxes::{self, Writer},
    packing::stream::Stream,
};

/// Three messages, the last of which says little of itself.
const MBOX: &str = "\
From jim@a.example Tue Jan 31 12:00:00 1995\n\
Date: Tue, 31 Jan 1995 18:59:59 -0500\n\
From: Jim <jim@a.example>\n\
Subject: Re: URLs and\n where to find them\n\
Message-ID: <1@a.example>\n\
Newsgroups: comp.infosystems.www\n\
X-List: one\n\
\n\
> see <http://www.ietf.org/a1>\n\
or <ftp://ftp.example/a2>\n\
and <URL: >\n\
\n\
From ben@b.example Wed Feb  1 12:00:00 1995\n\
Date: Wed, 1 Feb 1995 00:00:00 +0000\n\
From: =?iso-8859-1?Q?J=FCrgen?= <j@b.example>\n\
Subject: announce\n\
Message-ID: <2@b.example>\n\
Newsgroups: comp.binaries.mac,de.test\n\
X-List: two\n\
x-list: three, four\n\
List-Archive: <http://b.example/b1>\n\
\n\
<http://b.exa\n\
mple/b2>\n\
\n\
From c@c.example Thu Feb  2 12:00:00 1995\n\
Subject: nothing\n\
\n\
<http://c.example/c1> <http://c.example/|>\n";

const A: &str = "http://www.ietf.org/a1\nftp://ftp.example/a2\n";
const B: &str = "http://b.example/b1\nhttp://b.example/b2\n";
const C: &str = "http://c.example/c1\nhttp://c.example/|\n";

/// Filters of messages, each of which takes something of [`MBOX`].
const OF_MESSAGES: [&[&str]; 9] = [
    &["--newsgroup", "*"],
    &["--from", "j"],
    &["--subject", "n"],
    &["--header", "X-List:"],
    &["--message-id", "1@a.example"],
    &["--thread", "1@a.example"],
    &["--since", "1990"],
    &["--until", "2000"],
    &["--since=1990", "--until=2000"],
];

fn list(flags: &[&str], text: &str) -> Outcome {
    run_with(&[&["list"], flags].concat(), text.as_bytes())
}

/// The flags take these of the three messages.
#[track_caller]
fn takes(flags: &[&str], messages: &[&str]) {
    list(flags, MBOX).gives(i32::from(messages.is_empty()), &messages.concat());
}

/// What a search came to.
fn summary(flags: &[&str], text: &str) -> Value {
    let all = list(&[&["--json", "--stats"], flags].concat(), text).json();
    all.last().expect("a summary")["summary"].clone()
}

#[test]
fn without_filters_all_is_taken() {
    takes(&[], &[A, B, C]);
}

#[test]
fn from_is_a_pattern_for_the_decoded_field() {
    takes(&["--from", "jim@"], &[A]);
    takes(&["--from", "JIM"], &[A]);
    takes(&["--from", "(?-i)JIM"], &[]);
    takes(&["--from", "^jürgen <j@b\\.example>$"], &[B]);
    takes(&["--from", "iso-8859"], &[]);
    // Any of several, and a comma is a character like any other.
    takes(&["--from", "jim", "--from", "gen"], &[A, B]);
    takes(&["--from", "jim,gen"], &[]);
    takes(&["--from", "j.{2,3}"], &[A, B]);
    // Where there is no such field, nothing can match in it.
    takes(&["--from", ""], &[A, B]);
    takes(&["--from", "nobody"], &[]);
}

#[test]
fn subject_is_a_pattern_for_the_unfolded_field() {
    takes(&["--subject", "^re: urls and where to find them$"], &[A]);
    takes(&["--subject", "n"], &[A, B, C]);
    takes(&["--subject", "announce", "--subject", "nothing"], &[B, C]);
    takes(&["--subject", "x"], &[]);
}

#[test]
fn from_and_subject_are_those_that_json_tells() {
    let text = "From: \nFrom: jim@a.example\nFrom: ben@a.example\nSubject: \nSubject: one\n\
                Subject: two\n\n<http://a.example/>\n";
    let url = "http://a.example/\n";
    list(&["--from", "jim"], text).gives(0, url);
    list(&["--from", "ben"], text).gives(1, "");
    list(&["--subject", "one", "--from", "^jim"], text).gives(0, url);
    list(&["--subject", "two"], text).gives(1, "");
    list(&["--subject", "^$"], text).gives(1, "");
    list(&["--header", "From: ben"], text).gives(0, url);
}

#[test]
fn header_is_a_pattern_for_any_field() {
    takes(&["--header", "X-List: o"], &[A, B]);
    takes(&["--header", "x-LIST:^ONE$"], &[A]);
    // A field may be there several times.
    takes(&["--header", "X-List: three, four"], &[B]);
    takes(&["--header", "List-Archive:"], &[B]);
    takes(&["--header", "List-Archive: ://b"], &[B]);
    takes(&["--header", "X-None:"], &[]);
    // For one name any, for different names all.
    takes(
        &["--header", "X-List: one", "--header", "x-list: two"],
        &[A, B],
    );
    takes(
        &["--header", "X-List: one", "--header", "Subject: announce"],
        &[],
    );
    takes(
        &["--header", "X-List: two", "--header", "Subject: announce"],
        &[B],
    );
}

#[test]
fn newsgroup_is_a_wildmat_for_any_of_the_groups() {
    takes(&["--newsgroup", "comp.*"], &[A, B]);
    takes(&["--newsgroup", "comp.*,!comp.binaries.*"], &[A]);
    takes(&["--newsgroup", "de.test"], &[B]);
    takes(&["--newsgroup", "comp"], &[]);
    takes(&["--newsgroup", "COMP.*"], &[]);
    takes(&["--newsgroup", "*.www", "--newsgroup", "d?.test"], &[A, B]);
    // A group that is left out does not leave out the message.
    takes(&["--newsgroup", "*,!comp.*"], &[B]);
}

#[test]
fn message_id_has_brackets_or_not() {
    takes(&["--message-id", "<2@b.example>"], &[B]);
    takes(&["--message-id", "2@b.example"], &[B]);
    takes(&["--message-id", "1@a.example,<2@b.example>"], &[A, B]);
    takes(
        &["--message-id", "1@a.example", "--message-id", "3@c.example"],
        &[A],
    );
    takes(&["--message-id", "1@A.example"], &[]);
    takes(&["--message-id", "2"], &[]);
}

#[test]
fn thread_is_a_message_and_what_answers_it() {
    let message = |url: &str, header: &str| {
        format!("From a@b Tue Jan 31 12:00:00 1995\n{header}\n<http://{url}/>\n\n")
    };
    let mbox = [
        message("first", "Message-ID: <1@a>\n"),
        message(
            "answer",
            "Message-ID: <2@a>\nIn-Reply-To: Jim's <1@a> of Monday\n",
        ),
        message(
            "folded",
            "Message-ID: <3@a>\nReferences: <1@a>\n\t<2@a>\nIn-Reply-To: <2@a>\n",
        ),
        message(
            "other",
            "Message-ID: <4@a>\nReferences: <11@a>\nX-Mentions: <1@a>\n",
        ),
        message("nameless", "REFERENCES: <4@a> <1@a>\n"),
        message("silent", "Subject: 1@a\n"),
    ]
    .concat();
    let dir = dir_with(&[("a", mbox.as_str()), ("t", "<1@a> <http://text/>")]);
    let thread = |ids: &[&str]| {
        let flags: Vec<_> = ids.iter().flat_map(|id| ["--thread", id]).collect();
        let found = run_in(&dir, &[&["list", "-I"], &flags[..], &["a", "t"]].concat());
        found.out().to_owned()
    };
    let of = |hosts: &[&str]| {
        let urls = hosts.iter().map(|host| format!("http://{host}/\n"));
        urls.collect::<String>()
    };
    assert_eq!(
        thread(&["<1@a>"]),
        of(&["first", "answer", "folded", "nameless"])
    );
    assert_eq!(thread(&["2@a"]), of(&["answer", "folded"]));
    assert_eq!(thread(&["11@a,2@a"]), of(&["answer", "folded", "other"]));
    assert_eq!(thread(&["11@a", "3@a"]), of(&["folded", "other"]));
    assert_eq!(thread(&["@a"]), "");
}

#[test]
fn since_and_until_take_their_days_whole() {
    takes(&["--since", "1995-01-31"], &[A, B]);
    takes(&["--since", "1995-02-01"], &[B]);
    takes(&["--since", "1995-02"], &[B]);
    takes(&["--since", "1995"], &[A, B]);
    takes(&["--since", "1995-02-02"], &[]);
    takes(&["--until", "1995-01-31"], &[A]);
    takes(&["--until", "1995-01"], &[A]);
    takes(&["--until", "1995-02-01"], &[A, B]);
    takes(&["--until", "1995"], &[A, B]);
    takes(&["--until", "1995-01-30"], &[]);
    takes(&["--since", "1995-02-01", "--until", "1995-02-01"], &[B]);
}

#[test]
fn since_and_until_take_their_seconds() {
    takes(&["--since", "1995-01-31T23:59:59Z"], &[A, B]);
    takes(&["--since", "1995-02-01T00:00:00Z"], &[B]);
    takes(&["--since", "1995-02-01T00:00:01Z"], &[]);
    takes(&["--until", "1995-01-31T18:59:59-05:00"], &[A]);
    takes(&["--until", "1995-01-31T23:59:58"], &[]);
    takes(&["--until", "1995-02-01 00:00:00"], &[A, B]);
}

#[test]
fn since_and_until_count_from_now() {
    takes(&["--since", "2 weeks ago"], &[]);
    takes(&["--until", "2 weeks ago"], &[A, B]);
    takes(&["--since", "yesterday"], &[]);
    takes(&["--until", "today"], &[A, B]);
    // The last one counts, as of all flags that have one value.
    takes(&["--since", "yesterday", "--since", "1995"], &[A, B]);
}

#[test]
fn different_flags_must_all_hold() {
    takes(&["--from", "j", "--subject", "announce"], &[B]);
    takes(&["--from", "jim", "--subject", "announce"], &[]);
    takes(
        &[
            "--newsgroup",
            "comp.*",
            "--until",
            "1995-01-31",
            "--scheme",
            "ftp",
        ],
        &["ftp://ftp.example/a2\n"],
    );
    takes(&["--from", "j", "--host", "c.example"], &[]);
}

#[test]
fn filters_of_messages_refuse_what_is_in_none() {
    let text = "From: jim\n\nis no header in a text <http://a/>";
    for filter in OF_MESSAGES {
        takes(&[filter, &["-q"]].concat(), &[""]);
        list(&[filter, &["--text"]].concat(), text).gives(1, "");
        let found = summary(&[filter, &["--text"]].concat(), text);
        assert_eq!(
            (&found["candidates"], &found["bytes"]),
            (&0.into(), &text.len().into())
        );
    }
    list(&["--type", "text/plain", "--text"], text).gives(1, "");
    list(&["--host", "a", "--text"], text).gives(0, "http://a/\n");
}

#[test]
fn what_a_header_refuses_is_not_looked_at() {
    let all = summary(&[], MBOX);
    assert_eq!(
        (&all["candidates"], &all["rejected"]),
        (&7.into(), &1.into())
    );
    for filter in OF_MESSAGES {
        // One of each flag that takes none of the messages, and says so by their headers.
        let name = filter[0].split('=').next().expect("a name");
        let nothing = match name {
            "--header" => "X-None: a",
            "--since" => "2000",
            "--until" => "1990",
            "--newsgroup" => "none.*",
            _ => "nobody",
        };
        let found = summary(&[name, nothing], MBOX);
        for count in ["candidates", "urls", "hidden", "rejected"] {
            assert_eq!(found[count], 0, "{name}: {count}");
        }
        // They are read and counted all the same.
        for count in ["messages", "bytes", "files"] {
            assert_eq!(found[count], all[count], "{name}: {count}");
        }
    }
    let found = summary(&["--from", "jim"], MBOX);
    assert_eq!(
        (&found["candidates"], &found["rejected"]),
        (&3.into(), &1.into())
    );
    let found = summary(&["--subject", "nothing", "--conforms", "rfc1738"], MBOX);
    assert_eq!(
        (&found["candidates"], &found["hidden"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn the_number_of_a_message_counts_those_that_are_refused() {
    let hits = list(&["--json", "--subject", "nothing"], MBOX).json();
    let index = hits.iter().map(|hit| hit["message"]["index"].as_u64());
    assert!(index.eq([Some(2), Some(2)]));
    let all = list(&["--json"], MBOX).json();
    assert_eq!(hits, all[4..]);
}

/// A message with texts of several types.
const PARTS: &str = "\
Subject: a\n\
List-Help: <http://a.example/help>\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
<http://a.example/preamble>\n\
--x\n\
Content-Transfer-Encoding: base64\n\
\n\
PGh0dHA6Ly9hLmV4YW1wbGUvcGxhaW4+\n\
--x\n\
Content-Type: TEXT/HTML\n\
\n\
<p>&lt;http://a.example/html&gt;</p>\n\
--x\n\
Content-Type: text/x-diff\n\
\n\
<http://a.example/diff>\n\
--x--\n";

#[test]
fn type_is_that_of_the_part() {
    let takes = |types: &[&str], paths: &[&str]| {
        let urls = paths
            .iter()
            .map(|path| ["http://a.example/", path, "\n"].concat());
        let urls = urls.collect::<Vec<_>>().concat();
        list(types, PARTS).gives(i32::from(paths.is_empty()), &urls);
    };
    takes(&[], &["help", "preamble", "plain", "html", "diff"]);
    takes(&["--type", "text/plain"], &["plain"]);
    takes(&["--type", "Text/Html"], &["html"]);
    takes(&["--type", "text/*"], &["plain", "html", "diff"]);
    takes(&["--type", "text/x-diff,text/html"], &["html", "diff"]);
    takes(
        &["--type", "text/x-diff", "--type", "multipart/*"],
        &["preamble", "diff"],
    );
    takes(&["--type", "image/*"], &[]);
    takes(&["--type", "text/*", "--in", "headers"], &[]);
    takes(&["--type", "text/*", "--no-html"], &["plain", "diff"]);
    takes(&["--type", "text/html", "--subject", "a"], &["html"]);
    takes(&["--type", "text/html", "--subject", "b"], &[]);
    // The others are not decoded, let alone scanned.
    assert_eq!(summary(&["--type", "text/html"], PARTS)["candidates"], 1);
    assert_eq!(summary(&["--type", "image/*"], PARTS)["candidates"], 0);
}

#[test]
fn scheme_is_that_of_the_url() {
    let text = "<http://a/> <HTTPS://b/> <ftp://c/> <URL:news:d> <URL:e/f>";
    list(&["--scheme", "http"], text).gives(0, "http://a/\n");
    list(&["--scheme", "http,https"], text).gives(0, "http://a/\nHTTPS://b/\n");
    list(&["--scheme", "FTP", "--scheme", "news"], text).gives(0, "ftp://c/\nnews:d\n");
    list(&["--scheme", "gopher"], text).gives(1, "");
    list(&["--scheme", "http", "--conforms", "none"], text).gives(0, "http://a/\n");
}

#[test]
fn host_is_counted_in_labels_from_the_right() {
    let text = "<http://ietf.org/1> <http://www.IETF.org/2> <http://xietf.org/3> <http://ietf.org.:80/4> \
                <ftp://u@a.b.ietf.org/5> <http://ietf.org.example/6> <mailto:a@ietf.org> <URL:ietf.org/7>";
    let taken =
        "http://ietf.org/1\nhttp://www.IETF.org/2\nhttp://ietf.org.:80/4\nftp://u@a.b.ietf.org/5\n";
    list(&["--host", "ietf.org"], text).gives(0, taken);
    list(&["--host", "IETF.ORG."], text).gives(0, taken);
    list(&["--host", "ietf.org", "--conforms", "relative"], text).gives(0, taken);
    list(&["--host", "www.ietf.org,example"], text)
        .gives(0, "http://www.IETF.org/2\nhttp://ietf.org.example/6\n");
    list(&["--host", "b.ietf.org", "--host", "xietf.org"], text)
        .gives(0, "http://xietf.org/3\nftp://u@a.b.ietf.org/5\n");
    list(&["--host", "f.org"], text).gives(1, "");
    list(&["--host", "ietf.org", "--scheme", "ftp"], text).gives(0, "ftp://u@a.b.ietf.org/5\n");
}

#[test]
fn a_relative_reference_has_the_scheme_and_host_of_what_it_becomes() {
    let text = "<URL:a> <URL://c.example/b> <http://b.example/>";
    let base = ["--conforms", "relative", "--base", "ftp://a.example/"];
    let list = |flags: &[&str]| list(&[&base, flags].concat(), text);
    list(&["--host", "a.example"]).gives(0, "ftp://a.example/a\n");
    list(&["--host", "c.example"]).gives(0, "ftp://c.example/b\n");
    list(&["--scheme", "ftp"]).gives(0, "ftp://a.example/a\nftp://c.example/b\n");
    list(&["--scheme", "http"]).gives(0, "http://b.example/\n");
}

#[test]
fn quoted_is_behind_marks() {
    let text = "<http://a/>\n> <http://b/>\n>> <http://c/\n>> d>\n";
    let (quoted, other) = ("http://b/\nhttp://c/d\n", "http://a/\n");
    list(&["--quoted"], text).gives(0, quoted);
    list(&["--no-quoted"], text).gives(0, other);
    list(&["--quoted", "--no-quoted"], text).gives(0, other);
    list(&["--no-quoted", "--quoted"], text).gives(0, quoted);
    list(&["--quoted", "--joined"], text).gives(0, "http://c/d\n");
}

#[test]
fn joined_was_broken() {
    let text = "<http://a/> <http://b/\nc> <http://d/ e> <\nhttp://f/\n>";
    let hits = list(&["--json"], text).json();
    let broken = hits
        .iter()
        .filter(|hit| hit["joins"] != Value::Array(Vec::new()));
    let broken: Vec<_> = broken.cloned().collect();
    assert_eq!(list(&["--json", "--joined"], text).json(), broken);
    list(&["--joined"], text).gives(0, "http://b/c\nhttp://d/e\n");
    // An at-sign that was written out breaks none.
    list(&["--joined"], "<mailto:jim at a.example>").gives(1, "");
}

#[test]
fn warn_takes_codes_of_the_scan_and_of_the_judgement() {
    let text = "<http://a/> <http://b/ c> <http://u:p@d/> <http://e:22/> <http://f/\n";
    let hits = list(&["--json"], text).json();
    for code in ["spaced", "password-in-url", "reserved-port"] {
        let warned = hits.iter().filter(|hit| {
            let codes = hit["warnings"].as_array().expect("codes");
            codes.contains(&code.into())
        });
        let warned: Vec<_> = warned.cloned().collect();
        assert!(!warned.is_empty(), "{code}");
        assert_eq!(list(&["--json", "--warn", code], text).json(), warned);
    }
    list(&["--warn", "spaced,reserved-port"], text).gives(0, "http://b/c\nhttp://e:22/\n");
    list(&["--warn", "spaced", "--warn", "password-in-url"], text)
        .gives(0, "http://b/c\nhttp://u:p@d/\n");
    list(&["--warn", "encoded-crlf"], text).gives(1, "");
}

#[test]
fn what_a_filter_refuses_is_not_hidden_by_its_level() {
    let flags = ["--conforms", "rfc1738"];
    assert_eq!(summary(&flags, MBOX)["hidden"], 1);
    for filter in [
        ["--host", "ietf.org"],
        ["--scheme", "ftp"],
        ["--from", "jim"],
        ["--type", "image/*"],
    ] {
        let found = summary(&[&flags[..], &filter[..]].concat(), MBOX);
        assert_eq!(found["hidden"], 0, "{filter:?}");
    }
    assert_eq!(
        summary(&["--conforms", "rfc1738", "--host", "c.example"], MBOX)["hidden"],
        1
    );
}

#[test]
fn an_inverted_pattern_does_not_invert_filters() {
    let grep = |flags: &[&str]| run_with(&[&["grep"], flags].concat(), MBOX.as_bytes());
    grep(&["-v", "a1", "--from", "jim"]).gives(0, "ftp://ftp.example/a2\n");
    grep(&["a1", "--from", "jim"]).gives(0, "http://www.ietf.org/a1\n");
    grep(&["-v", "b1", "--host", "b.example"]).gives(0, "http://b.example/b2\n");
    grep(&["-e", "a1", "--subject", "announce"]).gives(1, "");
}

#[test]
fn rejects_are_those_of_the_messages_that_are_wanted() {
    let rejects = |flags: &[&str]| {
        let all = list(&[&["--json", "--rejected"], flags].concat(), MBOX).json();
        all.iter()
            .filter(|told| told.get("rejected").is_some())
            .count()
    };
    assert_eq!(rejects(&[]), 1);
    assert_eq!(rejects(&["--from", "jim"]), 1);
    assert_eq!(rejects(&["--subject", "announce"]), 0);
    assert_eq!(rejects(&["--type", "text/html"]), 0);
    // What is no URL has no host.
    assert_eq!(rejects(&["--host", "b.example"]), 1);
}

#[test]
fn counts_are_of_what_is_left() {
    let dir = dir_with(&[("a.mbox", MBOX), ("b.txt", "<http://a/>")]);
    let run = |flags: &[&str]| run_in(&dir, &[&["list"], flags, &["a.mbox", "b.txt"]].concat());
    run(&["-c", "--from", "jim"]).gives(0, "a.mbox:2\nb.txt:0\n");
    run(&["-l", "--from", "jim"]).gives(0, "a.mbox\n");
    run(&["-l", "--host", "a"]).gives(0, "b.txt\n");
    run(&["-I", "-m1", "--from", "gen"]).gives(0, "http://b.example/b1\n");
    run(&["-q", "--from", "nobody"]).gives(1, "");
    let heads = list(&["--messages", "--from", "jim"], MBOX);
    let head = "1995-01-31 Jim <jim@a.example>: Re: URLs and where to find them\n";
    heads.gives(0, &format!("{head}{A}"));
}

#[test]
fn lines_count_what_is_refused() {
    list(&["-n", "--subject", "nothing"], MBOX)
        .gives(0, "30:http://c.example/c1\n30:http://c.example/|\n");
    list(&["-n", "--host", "www.ietf.org"], MBOX).gives(0, "10:http://www.ietf.org/a1\n");
}

#[test]
fn values_that_mean_nothing_are_refused() {
    let refused: [(&[&str], &str); 15] = [
        (&["--scheme", "http://"], "http://"),
        (&["--scheme", "http,"], "--scheme"),
        (&["--host", "http://a/"], "http://a/"),
        (&["--host", "a..b"], "label"),
        (&["--newsgroup", "!a.*"], "first pattern"),
        (&["--newsgroup", "a[b]"], "'['"),
        (&["--from", "("], "unclosed group"),
        (&["--header", "Subject"], "colon"),
        (&["--header", "X: ("], "unclosed group"),
        (&["--message-id", "<>"], "empty"),
        (&["--thread", ""], "empty"),
        (&["--since", "soon"], "not a date"),
        (&["--until", "1995-02-30"], "not a date"),
        (&["--type", "text"], "not a type"),
        (&["--warn", "none"], "doubtful-close"),
    ];
    for command in [&["list"][..], &["grep", "a"]] {
        for (flags, mention) in refused {
            run(&[command, flags].concat()).refuses(&[flags[0], mention]);
        }
        let crossed = ["--since", "1996", "--until", "1995"];
        run(&[command, &crossed].concat()).refuses(&["--until <DATE>", "--since <DATE>"]);
    }
}

#[test]
fn help_has_a_row_for_each() {
    let flags = [
        "scheme",
        "host",
        "newsgroup",
        "from",
        "subject",
        "header",
        "message-id",
        "thread",
        "since",
        "until",
        "type",
        "quoted",
        "no-quoted",
        "joined",
        "warn",
    ];
    for command in ["list", "grep"] {
        let help = run(&[command, "-h"]);
        let (_, rows) = help.out().split_once("Which URLs:\n").expect("a heading");
        let (rows, _) = rows.split_once("\n\n").expect("another heading behind");
        let named = rows.lines().filter_map(|row| row.strip_prefix("      --"));
        let named: Vec<_> = named
            .map(|row| row.split(' ').next().expect("a name"))
            .collect();
        assert_eq!(named, flags);
    }
}

/// More than two pieces, where every third message is of somebody, and some are large.
fn large_mbox() -> String {
    let mut mbox = String::new();
    for number in 0..1500 {
        let who = ["ann", "ben", "cat"][number % 3];
        let _ = write!(
            mbox,
            "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: {who}@b.example\nSubject: s{number}\n\
             Date: Mon, 30 Jan 1995 09:12:04 +0000\n\n> see <http://{who}.example/{number}\n> /x> \
             <http://r.example/\n\n<ftp://f.example/{number}>\n",
        );
        mbox += &"text without any, 0123456789 abcdef\n".repeat(if number % 500 == 7 {
            3000
        } else {
            90
        });
        mbox += "\n";
    }
    mbox
}

#[test]
fn filters_take_the_same_on_any_threads_in_ranges_and_packed() {
    let mbox = large_mbox();
    assert!(mbox.len() > 9 << 19, "{} bytes", mbox.len());
    let packed = Stream::Gzip.pack(mbox.as_bytes());
    let dir = dir_with(&[("a.mbox", mbox.as_bytes()), ("a.mbox.gz", &packed)]);
    let run = |flags: &[&str], path: &str| run_in(&dir, &[&["list"], flags, &[path]].concat());
    let all = run(&["--json", "-j1"], "a.mbox").json();
    for filter in [
        &["--from", "ann"][..],
        &["--from", "ben", "--scheme", "ftp"],
        &["--subject", "[05]$", "--quoted"],
        &["--type", "text/html"],
    ] {
        let expected = all.iter().filter(|hit| wanted(filter, hit));
        let expected: Vec<_> = expected.cloned().collect();
        assert_eq!(expected.is_empty(), filter.contains(&"text/html"));
        for threads in ["-j1", "-j4"] {
            let flags = [filter, &["--json", threads]].concat();
            assert!(
                run(&flags, "a.mbox").json() == expected,
                "{filter:?} {threads}"
            );
            let unpacked = run(&flags, "a.mbox.gz").json();
            let mut urls = unpacked.iter().map(|hit| &hit["url"]);
            assert!(
                urls.by_ref().eq(expected.iter().map(|hit| &hit["url"])),
                "{filter:?}"
            );
        }
        let ranges = [":1M", "1M:4000000", "4000000:"];
        let urls = ranges.map(|range| {
            run(&[filter, &["--range", range]].concat(), "a.mbox")
                .out()
                .to_owned()
        });
        assert_eq!(urls.concat(), run(filter, "a.mbox").out(), "{filter:?}");
    }
}

/// Whether a hit of the large mailbox is one that a filter asks for.
fn wanted(filter: &[&str], hit: &Value) -> bool {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let from = text(&hit["message"]["from"]);
    let subject = text(&hit["message"]["subject"]);
    match filter {
        ["--from", who] => from.contains(who),
        ["--from", who, _, scheme] => from.contains(who) && hit["scheme"] == *scheme,
        ["--subject", ..] => subject.ends_with(['0', '5']) && hit["quote_depth"] != 0,
        _ => false,
    }
}

#[test]
fn filters_take_of_any_archive_what_its_json_says() {
    let mut taken = [0, 0];
    for seed in 0..15_u32 {
        for kind in [
            "mboxo", "mboxrd", "mboxcl2", "mmdf", "rnews", "nntp", "message",
        ] {
            let mut state = seed.wrapping_mul(2_654_435_761) ^ kind.len() as u32;
            let numbers: Vec<u16> = std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) as u16
            })
            .take(200)
            .collect();
            let named = kind_of(kind);
            let mut choices = mailboxes::choices(&numbers);
            let file = Writer::new(named, &mut choices, &[]).archive(8);
            // As long as what it stands for, for there may be lengths.
            let file = String::from_utf8_lossy(&file).replace("Subject: a\n", "From: joe@\n");
            let flags = ["--as", kind, "--json", "--conforms=none", "--rejected"];
            let all = list(&flags, &file).json();
            for (filter, field) in [
                (["--from", "JOE"], "from"),
                (["--subject", "^c"], "subject"),
            ] {
                let is_wanted = |hit: &&Value| {
                    let text = hit["message"][field].as_str();
                    text.is_some_and(|text| match field {
                        "from" => text.contains("joe@"),
                        _ => text.starts_with('c'),
                    })
                };
                let hits = all.iter().filter(is_wanted);
                let hits: Vec<_> = hits.cloned().collect();
                taken[usize::from(field == "from")] += hits.len();
                let told = list(&[&flags[..], &filter[..]].concat(), &file).json();
                let told: Vec<_> = told
                    .into_iter()
                    .filter(|told| told.get("url").is_some())
                    .collect();
                assert_eq!(told, hits, "{filter:?} of {kind}: {file:?}");
            }
        }
    }
    assert!(taken.iter().all(|&taken| taken > 5), "{taken:?}");
}

/// A kind by its name.
fn kind_of(name: &str) -> urlsift_search::Kind {
    let all = urlsift_search::Kind::ALL.iter();
    *all.clone()
        .find(|kind| kind.name() == name)
        .expect("a kind")
}
