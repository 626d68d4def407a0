//! Tests for filters of messages by their headers.

use super::{A, B, MBOX, assert_selects, list, summary};

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
    let links = list(&["--json", "--subject", "nothing"], MBOX).json();
    let index = links.iter().map(|link| link["message"]["index"].as_u64());
    assert!(index.eq([Some(2), Some(2)]));
    let all = list(&["--json"], MBOX).json();
    assert_eq!(links, all[4..]);
}
