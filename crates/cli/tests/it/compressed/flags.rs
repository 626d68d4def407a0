//! Tests for the effect of flags on compressed input.

use serde_json::json;
use urlsift_tests::packing::{
    File,
    stream::Stream,
    tar::Tar,
    zip::{self, Entry, Method},
};

use super::{paths, urls};
use crate::support::{dir_with, links::check_link, run_in, run_with};

const ONE: &str = "<http://a.example/1>\n";
const MAIL: &str = "From: a@a.example\nSubject: a\n\n<http://a.example/mail>\n";

/// Returns three mailboxes, with two URLs, one, and none.
fn mailboxes() -> Vec<File> {
    let mbox = |body: &str| {
        format!("From a@a.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n{body}\n\n").into_bytes()
    };
    vec![
        (
            "1.mbox".into(),
            mbox("<http://a.example/1>\n<http://a.example/2>"),
        ),
        ("2.mbox".into(), mbox("<http://a.example/3> <URL:no/url>")),
        ("3.mbox".into(), mbox("nothing")),
    ]
}

fn zipped() -> Vec<u8> {
    zip::zip(&zip::entries(&mailboxes(), Method::Deflated))
}

#[test]
fn members_are_counted_separately() {
    let dir = dir_with(&[("a.zip", zipped()), ("b", ONE.into())]);
    let members = "a.zip!1.mbox:2\na.zip!2.mbox:1\na.zip!3.mbox:0\n";
    run_in(&dir, &["list", "-cH", "a.zip"]).gives(0, members);
    run_in(&dir, &["list", "-c", "a.zip", "b"]).gives(0, &format!("{members}b:1\n"));
    run_in(&dir, &["grep", "-cH", "3", "a.zip"])
        .gives(0, "a.zip!1.mbox:0\na.zip!2.mbox:1\na.zip!3.mbox:0\n");
    run_with(&["list", "-cH"], &zipped()).gives(0, &members.replace("a.zip", "-"));
}

#[test]
fn members_with_links_are_listed() {
    let dir = dir_with(&[("a.zip", zipped())]);
    run_in(&dir, &["list", "-l", "a.zip"]).gives(0, "a.zip!1.mbox\na.zip!2.mbox\n");
    run_in(&dir, &["grep", "-l", "3", "a.zip"]).gives(0, "a.zip!2.mbox\n");
    run_in(&dir, &["list", "-0l", "."]).gives(0, "./a.zip!1.mbox\0./a.zip!2.mbox\0");
    run_with(&["list", "-l"], &zipped()).gives(0, "-!1.mbox\n-!2.mbox\n");
}

#[test]
fn max_count_applies_per_member() {
    let dir = dir_with(&[("a.zip", zipped())]);
    run_in(&dir, &["list", "-m1", "a.zip"]).gives(0, "http://a.example/1\nhttp://a.example/3\n");
    run_in(&dir, &["list", "-m1", "-c", "-H", "a.zip"])
        .gives(0, "a.zip!1.mbox:1\na.zip!2.mbox:1\na.zip!3.mbox:0\n");
    // In a piped tar, the rest of a member must be read to reach the next one.
    for stream in Stream::ALL {
        let tar = Tar::new()
            .file("a", ONE.repeat(5000).as_bytes())
            .file("b", ONE.as_bytes());
        let found = run_with(&["list", "-m2", "-nH"], &stream.pack(&tar.finish()));
        let expected =
            "-!a:1:http://a.example/1\n-!a:2:http://a.example/1\n-!b:1:http://a.example/1\n";
        found.gives(0, expected);
    }
}

#[test]
fn members_have_a_prefix_on_request() {
    let dir = dir_with(&[("a.zip", zipped())]);
    let expected = "a.zip!1.mbox:4:http://a.example/1\n\
        a.zip!1.mbox:5:http://a.example/2\n\
        a.zip!2.mbox:4:http://a.example/3\n";
    run_in(&dir, &["list", "-nH", "a.zip"]).gives(0, expected);
    let bare = "http://a.example/1\nhttp://a.example/2\nhttp://a.example/3\n";
    run_in(&dir, &["list", "a.zip"]).gives(0, bare);
    run_in(&dir, &["list", "-I", "a.zip"]).gives(0, bare);
    run_with(&["list"], &zipped()).gives(0, bare);
}

#[test]
fn quiet_run_stops_at_the_first_link() {
    run_with(&["list", "-q"], &zipped()).gives(0, "");
    run_with(&["grep", "-q", "none"], &zipped()).gives(1, "");
}

#[test]
fn summary_covers_all_members() {
    let found = run_with(&["list", "--json", "--stats"], &zipped()).json();
    let summary = &found.last().expect("an object")["summary"];
    for (name, count) in [
        ("urls", 3),
        ("hidden", 1),
        ("rejected", 0),
        ("warnings", 0),
        ("errors", 0),
    ] {
        assert_eq!(summary[name], count, "{name}: {summary}");
    }
    let mut broken = zip::entries(&mailboxes(), Method::Stored);
    broken[1] = broken[1].clone().method(1);
    let found = run_with(&["list", "--json", "--stats"], &zip::zip(&broken));
    let summary = &found.json().pop().expect("an object")["summary"];
    assert_eq!(
        (&summary["urls"], &summary["errors"]),
        (&json!(2), &json!(1))
    );
}

#[test]
fn message_numbers_restart_in_each_member() {
    let files = mailboxes().into_iter();
    let twice = files.map(|(name, text)| (name, text.repeat(2)));
    let zip = zip::zip(&zip::entries(&twice.collect::<Vec<_>>(), Method::Deflated));
    let found = run_with(&["list", "--json"], &zip).json();
    let indices: Vec<_> = found.iter().map(|link| &link["message"]["index"]).collect();
    assert_eq!(indices, [0, 0, 1, 1, 0, 1]);
    let offsets: Vec<_> = found
        .iter()
        .map(|link| &link["message"]["offset"])
        .collect();
    let (first, second) = (mailboxes()[0].1.len(), mailboxes()[1].1.len());
    assert_eq!(offsets, [0, 0, first, first, 0, second]);
}

#[test]
fn as_applies_to_members() {
    let zip = zip::zip(&[Entry::deflated("a", MAIL.as_bytes())]);
    let found = run_with(&["list", "--json"], &zip).json();
    assert_eq!(found[0]["message"]["index"], 0);
    let found = run_with(&["list", "--json", "--as=text"], &zip).json();
    assert_eq!((urls(&found).len(), found[0].get("message")), (1, None));
}

#[test]
fn no_decompress_reads_compressed_bytes() {
    let args = ["list", "--no-decompress", "--json"];
    for stream in Stream::ALL {
        // Enough lines that no URL survives verbatim in the compressed bytes.
        let lines = (0..500).map(|at| format!("<http://a.example/{at}>\n"));
        let text = lines.collect::<Vec<_>>().concat();
        let compressed = stream.pack(text.as_bytes());
        // lz4 keeps what has not occurred before as it is.
        if stream != Stream::Lz4 {
            run_with(&args, &compressed).gives(1, "");
        }
        let output = run_with(&["info", "--no-decompress", "--json"], &compressed).json();
        assert_eq!(output.len(), 1);
        assert_eq!(output[0]["bytes"], compressed.len());
        assert_eq!(output[0]["kind"], "text");
    }
    let tar = Tar::new().file("a", ONE.as_bytes()).finish();
    let zip = zip::zip(&[Entry::stored("a", ONE.as_bytes())]);
    for compressed in [tar, zip] {
        let dir = dir_with(&[("p", &compressed)]);
        for outcome in [
            run_with(&args, &compressed),
            run_in(&dir, &[&args[..], &["-a", "p"]].concat()),
        ] {
            let found = outcome.json();
            assert_eq!(urls(&found), ["http://a.example/1"]);
            check_link(&compressed, &found[0]);
            assert!(["-", "p"].contains(&paths(&found)[0]));
        }
    }
}

#[test]
fn text_flag_applies_to_unpacked_members() {
    let mail = "From: b@a.example\nSubject: a\nContent-Transfer-Encoding: quoted-printable\n\n\
        <http://a.example/?b=3Dc>\n=3Chttp://a.example/2>\n";
    for stream in Stream::ALL {
        let compressed = stream.pack(mail.as_bytes());
        run_with(&["list"], &compressed).gives(0, "http://a.example/?b=c\nhttp://a.example/2\n");
        run_with(&["list", "--text"], &compressed).gives(0, "http://a.example/?b=3Dc\n");
        let found = run_with(&["list", "--text", "--json"], &compressed).json();
        check_link(mail.as_bytes(), &found[0]);
    }
    let zip = zip::zip(&[
        Entry::deflated("1", b"<URL:x"),
        Entry::deflated("2", mail.as_bytes()),
        Entry::deflated("3", b"y>"),
    ]);
    // A URL does not span members.
    run_with(&["list", "--text", "-H"], &zip).gives(0, "-!2:http://a.example/?b=3Dc\n");
}

#[test]
fn patterns_and_filters_apply_to_members() {
    let dir = dir_with(&[("a.zip", zipped())]);
    run_in(&dir, &["grep", "-H", "[23]$", "a.zip"]).gives(
        0,
        "a.zip!1.mbox:http://a.example/2\na.zip!2.mbox:http://a.example/3\n",
    );
    run_in(
        &dir,
        &["list", "-H", "--conforms=none", "--delimiter=url", "a.zip"],
    )
    .gives(0, "a.zip!2.mbox:no/url\n");
}

#[test]
fn info_describes_members_before_their_container() {
    let inner = zip::zip(&[Entry::deflated("b.eml", MAIL.as_bytes())]);
    let tar = Tar::new()
        .file("a", ONE.as_bytes())
        .file("in.zip", &inner)
        .file("z", b"")
        .finish();
    let compressed = Stream::Gzip.pack(&tar);
    let output = run_with(&["info", "--json"], &compressed);
    assert_eq!((output.status, output.err()), (0, ""));
    let output = output.json();
    let expected = ["-!a", "-!in.zip!b.eml", "-!in.zip", "-!z", "-"];
    assert_eq!(paths(&output), expected);
    let kinds: Vec<_> = output.iter().map(|object| &object["kind"]).collect();
    assert_eq!(kinds, ["text", "message", "zip", "text", "tar"]);
    assert_eq!(output[0]["packing"], json!(["gzip", "tar"]));
    assert_eq!(output[1]["packing"], json!(["gzip", "tar", "zip"]));
    assert_eq!(output[0]["bytes"], ONE.len());
    assert_eq!(
        (&output[1]["bytes"], &output[1]["messages"]),
        (&json!(MAIL.len()), &json!(1))
    );
    assert_eq!(
        (&output[2]["members"], &output[4]["members"]),
        (&json!(1), &json!(3))
    );
    let plain = run_with(&["info", "--json"], ONE.as_bytes()).json();
    let layers = plain[0].get("packing");
    assert!(
        layers.is_none_or(|layers| *layers == json!([])),
        "{plain:?}"
    );
}

#[test]
fn info_text_names_members_and_layers() {
    let compressed = Stream::Gzip.pack(&Tar::new().file("a", MAIL.as_bytes()).finish());
    let output = run_with(&["info"], &compressed);
    assert_eq!((output.status, output.err()), (0, ""));
    let start = output.out().find("-!a").expect("the member");
    assert!(
        output.out()[start..].contains("1 message"),
        "{}",
        output.out()
    );
}
