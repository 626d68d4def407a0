//! Tests for URLs without angle brackets: `--all`, `--delimiter` and `--www`.

use serde_json::json;

use crate::support::{dir_with, run_in, run_with};

/// A URL of each kind.
const KINDS: &[u8] = b"<URL:http://a/1> <http://a/2> URL:http://a/3 \"http://a/4\" http://a/5\n";

#[test]
fn kinds_are_selected_by_name() {
    let cases = [
        ("url", "http://a/1\n"),
        ("angle", "http://a/2\n"),
        ("prefix", "http://a/3\n"),
        ("quote", "http://a/4\n"),
        ("bare", "http://a/5\n"),
        ("delimited", "http://a/1\nhttp://a/2\n"),
        ("bare,angle", "http://a/2\nhttp://a/5\n"),
        (
            "all",
            "http://a/1\nhttp://a/2\nhttp://a/3\nhttp://a/4\nhttp://a/5\n",
        ),
    ];
    for (kinds, expected) in cases {
        run_with(&["list", "--delimiter", kinds], KINDS).gives(0, expected);
        run_with(&["grep", "--delimiter", kinds, "."], KINDS).gives(0, expected);
    }
    let (_, delimited) = cases[5];
    let (_, all) = cases[7];
    run_with(&["list"], KINDS).gives(0, delimited);
    run_with(&["list", "--all"], KINDS).gives(0, all);
    run_with(&["list", "--all", "--delimiter=url"], KINDS).gives(0, all);
    run_with(&["list", "--all", "--no-all"], KINDS).gives(0, delimited);
}

#[test]
fn other_flags_apply_to_every_kind() {
    run_with(&["list", "--all", "-c"], KINDS).gives(0, "5\n");
    run_with(&["list", "--delimiter=bare,quote", "-m1"], KINDS).gives(0, "http://a/4\n");
    run_with(&["list", "--all", "--unique"], b"http://a/ <http://a/>").gives(0, "http://a/\n");
    run_with(&["list", "--all", "--tally"], b"http://a/ <http://a/>\n")
        .gives(0, "      2 http://a/\n");
    run_with(&["list", "--all", "--no-quoted"], b"> http://a/\nhttp://b/").gives(0, "http://b/\n");
    run_with(&["grep", "--all", "5"], KINDS).gives(0, "http://a/5\n");
    run_with(&["list", "--all", "-n"], b"\n x http://a/\n").gives(0, "2:http://a/\n");
    run_with(&["list", "--all", "-C1"], b"a\nhttp://b/\nc\nd\n")
        .gives(0, "-a\nhttp://b/\n-http://b/\n-c\n");
}

#[test]
fn json_has_the_place_of_every_byte() {
    let text = b"From a@b Mon Jan  1 00:00:00 2001\n\
        Content-Transfer-Encoding: quoted-printable\n\nx\n> \"http://a/=3Db=\nc\n> d\"";
    let hits = run_with(&["list", "--delimiter=quote", "--json"], text).json();
    let [hit] = &hits[..] else { panic!("{hits:?}") };
    assert_eq!(hit["url"], "http://a/=bcd");
    assert_eq!(hit["delimiter"], "quote");
    assert_eq!(hit["raw"], "\"http://a/=bc\n> d\"");
    assert_eq!(hit["quote_depth"], 1);
    assert_eq!(
        hit["joins"],
        json!([{"url_at": 12, "dropped": ["break", "leader"], "hyphen": false}])
    );
    let pieces = hit["pieces"].as_array().expect("pieces");
    let piece = |index: usize| {
        let at =
            |end| usize::try_from(pieces[index][end].as_u64().expect("an offset")).expect("small");
        String::from_utf8_lossy(&text[at(0)..at(1)]).into_owned()
    };
    assert_eq!([piece(0), piece(1)], ["http://a/=3Db=\nc", "d"]);
    assert_eq!((&hit["line"], &hit["column"]), (&json!(5), &json!(3)));
}

#[test]
fn names_with_www_are_found_when_asked_for() {
    let text = b"at www.a.example, URL:www.b.example";
    run_with(&["list", "--all"], text).gives(0, "http://www.b.example\n");
    let both = "http://www.a.example\nhttp://www.b.example\n";
    run_with(&["list", "--all", "--www"], text).gives(0, both);
    run_with(&["list", "--delimiter=bare", "--www"], text).gives(0, "http://www.a.example\n");
    for flags in [
        &["list", "--www"][..],
        &["list", "--www", "--delimiter=url"],
    ] {
        let refused = run_with(flags, text);
        refused.refuses(&["'--www' needs '--all' or '--delimiter bare'"]);
    }
}

#[test]
fn rejects_of_other_kinds_are_reported() {
    let text = b"http://a.example/long http://b/";
    let flags = ["list", "--all", "--max-len=12", "--json", "--rejected"];
    let found = run_with(&flags, text).json();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["rejected"], "too-long");
    assert_eq!(found[0]["delimiter"], "bare");
    assert_eq!(
        (&found[0]["offset"], &found[0]["end"]),
        (&json!(0), &json!(12))
    );
    assert_eq!(found[1]["url"], "http://b/");
}

/// Segments of a text are cut where no quotation is open.
#[test]
fn threads_change_nothing() {
    let block =
        "<http://a/> \"http://b/\nc\" http://d/ 'http://e/\n> f\n\nhttp://g/ URL: h:i tel:1\n";
    let text = block.repeat(150_000);
    let dir = dir_with(&[("a.txt", text.as_bytes())]);
    let one = run_in(&dir, &["list", "--all", "-n", "-j1", "a.txt"]);
    let two = run_in(&dir, &["list", "--all", "-n", "-j2", "a.txt"]);
    assert!(one.out() == two.out());
    assert_eq!(one.out().lines().count(), 6 * 150_000);
}
