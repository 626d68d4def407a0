//! Tests for URLs without angle brackets: `--all`, `--delimiter` and `--www`.

use serde_json::json;

use crate::support::{dir_with, run_in, run_with};

#[test]
fn json_has_the_place_of_every_byte() {
    let text = b"From a@b Mon Jan  1 00:00:00 2001\n\
        Content-Transfer-Encoding: quoted-printable\n\nx\n> \"http://a/=3Db=\nc\n> d\"";
    let links = run_with(&["list", "--delimiter=quote", "--json"], text).json();
    let [link] = &links[..] else {
        panic!("{links:?}")
    };
    assert_eq!(link["url"], "http://a/=bcd");
    assert_eq!(link["delimiter"], "quote");
    assert_eq!(link["raw"], "\"http://a/=bc\n> d\"");
    assert_eq!(link["quote_depth"], 1);
    assert_eq!(
        link["joins"],
        json!([{"url_at": 12, "dropped": ["break", "leader"], "hyphen": false}])
    );
    let pieces = link["pieces"].as_array().expect("pieces");
    let piece = |index: usize| {
        let at =
            |end| usize::try_from(pieces[index][end].as_u64().expect("an offset")).expect("small");
        String::from_utf8_lossy(&text[at(0)..at(1)]).into_owned()
    };
    assert_eq!([piece(0), piece(1)], ["http://a/=3Db=\nc", "d"]);
    assert_eq!((&link["line"], &link["column"]), (&json!(5), &json!(3)));
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
