//! Tests for what is found: delimiters, hyphens, the maximum length, and added schemes.

use crate::support::run_with;

#[test]
fn delimiter_flag_does_not_change_scanning() {
    let links = run_with(
        &["list", "--conforms=none", "--json", "--delimiter=url"],
        b"<URL://x>",
    )
    .json();
    assert_eq!(links.len(), 1);
    assert_eq!(links[0]["delimiter"], "url");
    run_with(
        &["list", "--conforms=none", "--delimiter=angle"],
        b"<URL://x>",
    )
    .gives(1, "");
    // The first candidate is abandoned at the second, even if the second is filtered out.
    run_with(
        &["list", "--conforms=none", "--delimiter=url"],
        b"<URL:a <http://b/>",
    )
    .gives(1, "");
}

#[test]
fn hyphen_policy_does_not_affect_json() {
    let text = b"<http://a/-\nb>";
    let expected = run_with(&["list", "--json"], text);
    for policy in ["keep", "drop", "both"] {
        let links = run_with(&["list", "--json", "--hyphen", policy], text);
        assert_eq!(links.out(), expected.out());
        assert_eq!(links.json()[0]["url"], "http://a/-b");
    }
}

#[test]
fn max_len_defaults_to_8192() {
    let url = format!("http://a/{}", "x".repeat(8181));
    run_with(&["list"], format!("<{url}>").as_bytes()).gives(0, &format!("{url}\n"));
    run_with(&["list"], format!("<{url}x>").as_bytes()).gives(1, "");
}

#[test]
fn huge_max_len_is_accepted() {
    let url = format!("http://a/{}", "x".repeat(1_000_000));
    let text = format!("<{url}>");
    for len in ["1000011", "4294967296", "18446744073709551615"] {
        let found = run_with(&["list", "--max-len", len], text.as_bytes());
        assert_eq!(found.err(), "");
        assert!(found.out().trim_end() == url, "--max-len {len}");
    }
    run_with(&["list", "--max-len=1000010"], text.as_bytes()).gives(1, "");
}
