//! Tests for URLs in the attributes of HTML pages, and for HTML files.

use serde_json::json;

use crate::support::run_with;

/// A page with a URL of each kind that a page can have.
const PAGE: &[u8] = b"<!DOCTYPE html><base href=\"http://b.example/c/\">\n\
    <a href=\"http://a.example/?x=1&amp;y\">www.bank.example</a> <img src=p.png>\n\
    &lt;URL:http://d.example/&gt; http://e.example/\n";

#[test]
fn other_flags_apply_to_attributes() {
    run_with(
        &["list", "--delimiter=attribute", "-n", "--scheme=http"],
        PAGE,
    )
    .gives(0, "1:http://b.example/c/\n2:http://a.example/?x=1&y\n");
    run_with(&["list", "--all", "-c"], PAGE).gives(0, "4\n");
    run_with(&["list", "--all", "--host=a.example", "-C1"], PAGE).gives(
        0,
        "http://a.example/?x=1&y\n-www.bank.example <URL:http://d.example/> http://e.example/ \n",
    );
    let format = "{element} {attribute} {text} {line}:{column}\\n";
    run_with(
        &["list", "--all", "--format", format, "--host=a.example"],
        PAGE,
    )
    .gives(0, "a href www.bank.example 2:10\n");
    let long = format!("<html><a href=\"http://{}\">", "a".repeat(9000));
    let rejected = run_with(
        &["list", "--delimiter=attribute", "--json", "--rejected"],
        long.as_bytes(),
    );
    let rejected = rejected.json();
    assert_eq!(rejected.len(), 1);
    assert_eq!(rejected[0]["rejected"], "too-long");
    assert_eq!(rejected[0]["delimiter"], "attribute");
    assert_eq!(rejected[0]["offset"], 15);
    assert_eq!(rejected[0]["end"], 15 + 8192);
}

#[test]
fn json_has_the_element_and_the_text() {
    let page =
        b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nSubject: x\n\n\
        <a\nhref=3D\"http://a.exam=\nple/\n b\">A <i>b</i></a>";
    let links = run_with(
        &["list", "--delimiter=attribute", "--conforms=none", "--json"],
        page,
    );
    let links = links.json();
    let [link] = &links[..] else {
        panic!("{links:?}")
    };
    let piece = |index: usize| {
        let end = |end| {
            let offset = link["pieces"][index][end].as_u64().expect("an offset");
            usize::try_from(offset).expect("small")
        };
        String::from_utf8_lossy(&page[end(0)..end(1)]).into_owned()
    };
    assert_eq!(link["url"], "http://a.example/%20b");
    assert_eq!(link["raw"], "http://a.example/\n b");
    assert_eq!(
        (&link["element"], &link["attribute"], &link["text"]),
        (&json!("a"), &json!("href"), &json!("A b"))
    );
    assert_eq!(
        link["joins"],
        json!([{"url_at": 17, "dropped": ["break"], "hyphen": false}])
    );
    assert_eq!([piece(0), piece(1)], ["http://a.exam=\nple/", " b"]);
    assert_eq!((&link["line"], &link["column"]), (&json!(6), &json!(9)));
    assert_eq!(link["message"]["type"], "text/html");
}
