//! `--unwrap` and `--defang`.

use serde_json::json;

use crate::support::run_with;

const WRAPPED: &str =
    "<https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb%3Fc&data=x>";
const URL: &str =
    "https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb%3Fc&data=x";

fn list(args: &[&str], text: &str) -> String {
    let output = run_with(&[&["list"], args].concat(), text.as_bytes());
    assert_eq!((output.err(), output.status), ("", 0), "{args:?}");
    output.out().to_owned()
}

#[test]
fn unwrap_prints_the_target_after_the_url() {
    let text = format!("{WRAPPED}\n<http://c.example/>");
    let target = "http://a.example/b?c";
    assert_eq!(list(&[], &text), format!("{URL}\nhttp://c.example/\n"));
    assert_eq!(
        list(&["--unwrap"], &text),
        format!("{URL}\n{target}\nhttp://c.example/\n")
    );
    assert_eq!(
        list(&["--unwrap", "-n"], WRAPPED),
        format!("1:{URL}\n1:{target}\n")
    );
    // Guesses come before it.
    let wrapped = WRAPPED.replace(">", ".>");
    let expected = format!("{URL}.\n{URL}\n{target}\n");
    assert_eq!(list(&["--unwrap", "--also"], &wrapped), expected);
    // Everything else looks at the URL itself.
    assert_eq!(list(&["--unwrap", "-c"], &text), "2\n");
    let none = run_with(&["list", "--unwrap", "--host=a.example"], text.as_bytes());
    assert_eq!((none.out(), none.status), ("", 1));
}

#[test]
fn target_is_a_field() {
    let target = "http://a.example/b?c";
    let hit = &run_with(&["list", "--json", "--unwrap"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(hit["target"], target);
    let hit = &run_with(&["list", "--json"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(hit.get("target"), None);
    // A field that is named is wanted.
    let hit = &run_with(&["list", "--json", "--fields=target"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(hit, &json!({"target": target}));
    assert_eq!(list(&["--format={target}"], WRAPPED), format!("{target}\n"));
    assert_eq!(
        list(&["--csv", "--fields=target"], WRAPPED),
        format!("target\n{target}\n")
    );
    let csv = list(&["--csv", "--unwrap"], WRAPPED);
    assert!(
        csv.starts_with("url,") && csv.contains(",resolved,target\n"),
        "{csv}"
    );
    assert!(csv.ends_with(&format!(",{target}\n")), "{csv}");
    assert!(!list(&["--csv"], WRAPPED).contains("target"));
}

#[test]
fn defang_prints_urls_that_cannot_be_clicked() {
    let text =
        "<http://a.example/b.c> <ftp://u@d.example/> <http://a.example/b.c> <mailto:a.b@c.example>";
    let defanged = "hxxp://a[.]example/b.c\nfxp://u@d[.]example/\n";
    let mail = "mailto:a.b@c[.]example\n";
    assert_eq!(
        list(&["--defang", "--unique"], text),
        format!("{defanged}{mail}")
    );
    assert_eq!(
        list(&["--defang", "-n"], "<http://a.example/>"),
        "1:hxxp://a[.]example/\n"
    );
    // Filters and patterns look at the URL itself.
    assert_eq!(
        list(&["--defang", "--host=d.example"], text),
        "fxp://u@d[.]example/\n"
    );
    let found = run_with(&["grep", "--defang", "u@d.ex"], text.as_bytes());
    assert_eq!(found.out(), "fxp://u@d[.]example/\n");
    // All that is printed, also what a terminal would link to.
    let all = list(&["--defang", "--unwrap", "--hyperlink=always"], WRAPPED);
    assert_eq!(
        all,
        "hxxps://nam02[.]safelinks[.]protection[.]outlook[.]com/?url=http%3A%2F%2Fa.example%2Fb%3Fc&data=x\n\
         hxxp://a[.]example/b?c\n"
    );
}

#[test]
fn defang_conflicts_with_exact_output() {
    for other in [
        "--json",
        "--csv",
        "--tsv",
        "--csv-safe",
        "--format={url}",
        "--tally",
        "-C1",
    ] {
        let output = run_with(&["list", "--defang", other], b"");
        assert_eq!(output.status, 2, "{other}");
        assert!(
            output.err().contains("cannot be used with"),
            "{}",
            output.err()
        );
    }
}
