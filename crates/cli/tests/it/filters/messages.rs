//! Tests for filters of messages by their headers.

use super::{A, B, C, MBOX, assert_selects, list, summary};
use crate::support::{dir_with, run_command, run_in, urlsift};

/// One use of each message filter, which selects something of [`MBOX`].
const MESSAGE_FILTERS: [&[&str]; 9] = [
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

#[test]
fn dates_are_read_as_people_write_them() {
    assert_selects(&["--since", "Feb 1995"], &[B]);
    assert_selects(&["--until", "january 1995"], &[A]);
    assert_selects(&["--since=1995/02/01", "--until", "1 Feb 1995"], &[B]);
    assert_selects(&["--since", "2 weeks ago"], &[]);
    assert_selects(&["--until", "2 weeks ago"], &[A, B]);
    list(&["--since", "01/02/1995"], "").refuses(&["--since", "01/02/1995"]);
}

/// The second message is of midnight in UTC, which is January in New York.
#[cfg(unix)]
#[test]
fn dates_are_local_on_request() {
    let list = |flags: &[&str]| {
        let mut command = urlsift();
        command
            .arg("list")
            .args(flags)
            .env("TZ", "EST5EDT,M3.2.0,M11.1.0");
        run_command(&mut command, MBOX.as_bytes())
    };
    list(&["--until=1995-01"]).gives(0, A);
    list(&["--until=1995-01", "--local"]).gives(0, &[A, B].concat());
    list(&["--since=1995-02", "--local"]).gives(1, "");
    list(&["--since=1995-02-01T00:00:00Z", "--local"]).gives(0, B);
    list(&["--since=1995-02", "--local", "--no-local"]).gives(0, B);
}

#[test]
fn from_matches_the_decoded_field() {
    assert_selects(&["--from", "jim@"], &[A]);
    assert_selects(&["--from", "JIM"], &[A]);
    assert_selects(&["--from", "(?-i)JIM"], &[]);
    assert_selects(&["--from", "^jürgen <j@b\\.example>$"], &[B]);
    assert_selects(&["--from", "iso-8859"], &[]);
    // Repeated patterns are alternatives; a comma is an ordinary character.
    assert_selects(&["--from", "jim", "--from", "gen"], &[A, B]);
    assert_selects(&["--from", "jim,gen"], &[]);
    assert_selects(&["--from", "j.{2,3}"], &[A, B]);
    // Nothing matches a missing field.
    assert_selects(&["--from", ""], &[A, B]);
    assert_selects(&["--from", "nobody"], &[]);
}

#[test]
fn subject_matches_the_unfolded_field() {
    assert_selects(&["--subject", "^re: urls and where to find them$"], &[A]);
    assert_selects(&["--subject", "n"], &[A, B, C]);
    assert_selects(&["--subject", "announce", "--subject", "nothing"], &[B, C]);
    assert_selects(&["--subject", "x"], &[]);
}

#[test]
fn from_and_subject_match_the_fields_in_json() {
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
fn header_matches_any_field() {
    assert_selects(&["--header", "X-List: o"], &[A, B]);
    assert_selects(&["--header", "x-LIST:^ONE$"], &[A]);
    // A field may occur several times.
    assert_selects(&["--header", "X-List: three, four"], &[B]);
    assert_selects(&["--header", "List-Archive:"], &[B]);
    assert_selects(&["--header", "List-Archive: ://b"], &[B]);
    assert_selects(&["--header", "X-None:"], &[]);
    // Patterns for one field are alternatives; patterns for different fields must all match.
    assert_selects(
        &["--header", "X-List: one", "--header", "x-list: two"],
        &[A, B],
    );
    assert_selects(
        &["--header", "X-List: one", "--header", "Subject: announce"],
        &[],
    );
    assert_selects(
        &["--header", "X-List: two", "--header", "Subject: announce"],
        &[B],
    );
}

#[test]
fn newsgroup_matches_any_group_by_wildmat() {
    assert_selects(&["--newsgroup", "comp.*"], &[A, B]);
    assert_selects(&["--newsgroup", "comp.*,!comp.binaries.*"], &[A]);
    assert_selects(&["--newsgroup", "de.test"], &[B]);
    assert_selects(&["--newsgroup", "comp"], &[]);
    assert_selects(&["--newsgroup", "COMP.*"], &[]);
    assert_selects(&["--newsgroup", "*.www", "--newsgroup", "d?.test"], &[A, B]);
    // Excluding one group does not exclude a message posted to others.
    assert_selects(&["--newsgroup", "*,!comp.*"], &[B]);
}

#[test]
fn message_id_accepts_optional_brackets() {
    assert_selects(&["--message-id", "<2@b.example>"], &[B]);
    assert_selects(&["--message-id", "2@b.example"], &[B]);
    assert_selects(&["--message-id", "1@a.example,<2@b.example>"], &[A, B]);
    assert_selects(
        &["--message-id", "1@a.example", "--message-id", "3@c.example"],
        &[A],
    );
    assert_selects(&["--message-id", "1@A.example"], &[]);
    assert_selects(&["--message-id", "2"], &[]);
}

#[test]
fn thread_selects_a_message_and_its_replies() {
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
fn since_and_until_include_whole_days() {
    assert_selects(&["--since", "1995-01-31"], &[A, B]);
    assert_selects(&["--since", "1995-02-01"], &[B]);
    assert_selects(&["--since", "1995-02"], &[B]);
    assert_selects(&["--since", "1995"], &[A, B]);
    assert_selects(&["--since", "1995-02-02"], &[]);
    assert_selects(&["--until", "1995-01-31"], &[A]);
    assert_selects(&["--until", "1995-01"], &[A]);
    assert_selects(&["--until", "1995-02-01"], &[A, B]);
    assert_selects(&["--until", "1995"], &[A, B]);
    assert_selects(&["--until", "1995-01-30"], &[]);
    assert_selects(&["--since", "1995-02-01", "--until", "1995-02-01"], &[B]);
}

#[test]
fn since_and_until_include_their_second() {
    assert_selects(&["--since", "1995-01-31T23:59:59Z"], &[A, B]);
    assert_selects(&["--since", "1995-02-01T00:00:00Z"], &[B]);
    assert_selects(&["--since", "1995-02-01T00:00:01Z"], &[]);
    assert_selects(&["--until", "1995-01-31T18:59:59-05:00"], &[A]);
    assert_selects(&["--until", "1995-01-31T23:59:58"], &[]);
    assert_selects(&["--until", "1995-02-01 00:00:00"], &[A, B]);
}

#[test]
fn since_and_until_accept_relative_dates() {
    assert_selects(&["--since", "2 weeks ago"], &[]);
    assert_selects(&["--until", "2 weeks ago"], &[A, B]);
    assert_selects(&["--since", "yesterday"], &[]);
    assert_selects(&["--until", "today"], &[A, B]);
    // The last value wins, as for all single-valued flags.
    assert_selects(&["--since", "yesterday", "--since", "1995"], &[A, B]);
}

#[test]
fn message_filters_exclude_text_outside_messages() {
    let text = "From: jim\n\nis no header in a text <http://a/>";
    for filter in MESSAGE_FILTERS {
        assert_selects(&[filter, &["-q"]].concat(), &[""]);
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
fn excluded_messages_are_not_scanned() {
    let all = summary(&[], MBOX);
    assert_eq!(
        (&all["candidates"], &all["rejected"]),
        (&7.into(), &1.into())
    );
    for filter in MESSAGE_FILTERS {
        // A value of each flag that excludes every message by its headers.
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
        // Excluded messages are still read and counted.
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
fn message_index_counts_excluded_messages() {
    let hits = list(&["--json", "--subject", "nothing"], MBOX).json();
    let index = hits.iter().map(|hit| hit["message"]["index"].as_u64());
    assert!(index.eq([Some(2), Some(2)]));
    let all = list(&["--json"], MBOX).json();
    assert_eq!(hits, all[4..]);
}
