//! `--unwrap` and `--defang`.

use serde_json::json;

use crate::support::run_with;

const WRAPPED: &str =
    "<https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fa.example%2Fb%3Fc&data=x>";
fn list(args: &[&str], text: &str) -> String {
    let output = run_with(&[&["list"], args].concat(), text.as_bytes());
    assert_eq!((output.err(), output.status), ("", 0), "{args:?}");
    output.out().to_owned()
}

#[test]
fn target_is_a_field() {
    let target = "http://a.example/b?c";
    let link = &run_with(&["list", "--json", "--unwrap"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(link["target"], target);
    let link = &run_with(&["list", "--json"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(link.get("target"), None);
    // A field that is named is wanted.
    let link = &run_with(&["list", "--json", "--fields=target"], WRAPPED.as_bytes()).json()[0];
    assert_eq!(link, &json!({"target": target}));
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
fn defang_conflicts_with_context_lines() {
    for other in ["-A1", "-B1", "-C1"] {
        let output = run_with(&["list", "--defang", other], b"");
        assert_eq!(output.status, 2, "{other}");
        assert!(
            output.err().contains("cannot be used with"),
            "{}",
            output.err()
        );
    }
}

#[test]
fn refang_reads_urls_that_cannot_be_clicked() {
    let text = "<hxxp://a[.]example/> and hxxps[:]//b(.)example/c";
    assert_eq!(list(&["--refang"], text), "http://a.example/\n");
    assert_eq!(
        list(&["--refang", "--all"], text),
        "http://a.example/\nhttps://b.example/c\n"
    );
    // Filters look at the URL that is read.
    let by_host = list(&["--refang", "--all", "--host=b.example"], text);
    assert_eq!(by_host, "https://b.example/c\n");
    assert_eq!(
        list(&["--refang", "--all", "--warn=refanged", "-c"], text),
        "2\n"
    );
    let links = run_with(&["list", "--json", "--refang", "--all"], text.as_bytes()).json();
    assert_eq!(links[0]["raw"], "<hxxp://a[.]example/>");
    assert_eq!(links[1]["raw"], "hxxps[:]//b(.)example/c");
    assert_eq!(links[1]["pieces"], json!([[26, 49]]));
    assert_eq!(links[1]["warnings"], json!(["refanged"]));
    assert_eq!(links[1]["column"], 27);
    // Without it, nothing is read differently.
    assert_eq!(list(&["--conforms=none"], text), "hxxp://a[.]example/\n");
}

#[test]
fn refanged_urls_are_found_in_encoded_parts_and_pages() {
    let mail = "From: a@b.example\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n\
        see hxxp=3A//a[.]exam=\nple/b\n--x\nContent-Type: text/html\n\n\
        <p>or <b>hxxp</b>://c[<i>dot</i>]example/d</p>\n--x--\n";
    let links = run_with(&["list", "--json", "--refang", "--all"], mail.as_bytes()).json();
    let urls: Vec<_> = links.iter().map(|link| link["url"].as_str()).collect();
    assert_eq!(
        urls,
        [Some("http://a.example/b"), Some("http://c.example/d")]
    );
    for link in &links {
        let at = |name: &str| link[name].as_u64().and_then(|at| usize::try_from(at).ok());
        let (start, end) = (
            at("offset").expect("a number"),
            at("end").expect("a number"),
        );
        assert!(mail[start..end].starts_with("hxxp"), "{link}");
    }
}
