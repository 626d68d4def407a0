//! Tests for the positions of links in compressed and nested input.

use std::fmt::Write;

use serde_json::json;
use urlsift_tests::packing::{
    every_way,
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

use super::{assert_errors, assert_output_and_errors, diagnostic, dir_of, paths, run_on, urls};
use crate::support::{dir_with, links::check_link, run_in, run_with};

/// Returns a text longer than any buffer, with wrapped and quoted URLs at varying positions.
fn long_text() -> Vec<u8> {
    let mut text = String::new();
    for step in 0..3000 {
        let line_break = ["\n", "\r\n", "\n\n"][step % 3];
        let filling = "x".repeat(step % 71);
        write!(
            text,
            "{filling}{line_break}> <http://a.example/{step}-\n>  c>"
        )
        .expect("a write to memory");
    }
    text.into_bytes()
}

#[test]
fn offsets_are_offsets_in_the_unpacked_data() {
    let text = long_text();
    let files = [
        ("a".to_owned(), text.clone()),
        ("b".to_owned(), text.clone()),
    ];
    for compressed in every_way(&files) {
        let dir = dir_of(&compressed.files);
        let links = run_in(&dir, &["list", "--conforms=none", "--json", "."]).json();
        assert_eq!(links.len(), 6000, "{}", compressed.how);
        for (index, link) in links.iter().enumerate().step_by(101) {
            check_link(&text, link);
            let name = if index < 3000 { "a" } else { "b" };
            assert_eq!(link["path"], format!("./{}", compressed.path(name)));
            assert_eq!(link["url"], format!("http://a.example/{}-c", index % 3000));
        }
    }
}

#[test]
fn offset_of_an_encoded_url_is_that_of_its_encoding() {
    let mail = "Subject: a\nFrom: b@a.example\nContent-Transfer-Encoding: quoted-printable\n\n\
        =3Chttp://a.example/=\nb>\n";
    let start = mail.find("=3C").expect("a readable file");
    let pieces = json!([[start + 3, mail.len() - 2]]);
    for compressed in every_way(&[("a".to_owned(), mail.into())]) {
        let links = run_on(&compressed.files, &["list", "--json", "."]).json();
        assert_eq!(urls(&links), ["http://a.example/b"], "{}", compressed.how);
        let link = &links[0];
        assert_eq!((&link["offset"], &link["pieces"]), (&json!(start), &pieces));
        assert_eq!(link["raw"], "<http://a.example/b>");
        assert_eq!((&link["line"], &link["column"]), (&json!(5), &json!(1)));
    }
}

#[test]
fn path_names_every_enclosing_container() {
    let mail: &[u8] = b"<http://a.example/>";
    let zip = zip::zip(&[Entry::deflated("b.eml", mail)]);
    let tar = Tar::new().file("dir/x.mbox", mail).finish();
    let files = [
        ("a.mbox.gz", Stream::Gzip.pack(mail), "a.mbox.gz"),
        ("a.tar.gz", Stream::Gzip.pack(&tar), "a.tar.gz!dir/x.mbox"),
        (
            "outer.tar",
            Tar::new().file("in.zip", &zip).finish(),
            "outer.tar!in.zip!b.eml",
        ),
        (
            "z.zip",
            zip::zip(&[Entry::stored("t.xz", &Stream::Xz.pack(&tar))]),
            "z.zip!t.xz!dir/x.mbox",
        ),
        (
            "zz.zip",
            zip::zip(&[Entry::stored("m.gz", &Stream::Gzip.pack(mail))]),
            "zz.zip!m.gz",
        ),
    ];
    let dir = dir_with(
        &files
            .each_ref()
            .map(|(name, compressed, _)| (*name, compressed)),
    );
    let expected = files.each_ref().map(|(_, _, path)| format!("./{path}"));
    let found = run_in(&dir, &["list", "--json", "."]).json();
    assert_eq!(paths(&found), expected);
    for (name, compressed, path) in &files {
        let output = run_in(&dir, &["list", "-nH", name]);
        output.gives(0, &format!("{path}:1:http://a.example/\n"));
        let inside = path.strip_prefix(name).expect("the file name first");
        let output = run_with(&["list", "-nH"], compressed);
        output.gives(0, &format!("-{inside}:1:http://a.example/\n"));
        // A single input has no prefix, even if it is a container.
        run_in(&dir, &["list", name]).gives(0, "http://a.example/\n");
        run_with(&["list"], compressed).gives(0, "http://a.example/\n");
    }
}

#[test]
fn url_may_span_stream_members() {
    let text = b"> a <http://a.example/b-\n> c d>, <URL:e.example/f> g\n";
    let start = text
        .iter()
        .position(|&byte| byte == b'<')
        .expect("a readable file");
    let mut files = Vec::new();
    for stream in Stream::ALL {
        let mut add = |what: &str, places: &[usize]| {
            let compressed = stream.pack_split(text, places);
            files.push((format!("{}.{}", what, stream.extension()), compressed));
        };
        for cut in start..text.len() {
            add(&format!("{cut:02}"), &[cut]);
            add(&format!("{cut:02}-empty"), &[cut, cut]);
            add(&format!("{cut:02}-twice"), &[cut - start, cut]);
        }
        add("bytes", &(0..=text.len()).collect::<Vec<_>>());
    }
    assert!(files.len() > 500, "{}", files.len());
    let found = run_on(&files, &["list", "--conforms=none", "--json", "."]);
    assert_eq!((found.status, found.err()), (0, ""));
    let links = found.json();
    assert_eq!(links.len(), 2 * files.len());
    for link in &links {
        check_link(text, link);
    }
    let mut urls = urls(&links).into_iter();
    assert!(
        urls.by_ref()
            .step_by(2)
            .all(|url| url == "http://a.example/b-cd")
    );
    let files = links
        .chunks(2)
        .map(|two| (&two[0]["path"], &two[1]["path"]));
    assert!(files.into_iter().all(|(first, second)| first == second));
}

/// Returns a text nested in `count` layers, the path of the text after the file name, and the names of the
/// layers.
fn nested(count: usize) -> (Vec<u8>, String, Vec<&'static str>) {
    let mut compressed = b"<http://a.example/deep>".to_vec();
    let mut inside = String::new();
    let mut names = Vec::new();
    for layer in 0..count {
        compressed = match layer % 8 {
            0 => Stream::Gzip.pack(&compressed),
            1 | 5 => zip::zip(&[Entry::deflated("m", &compressed)]),
            2 => Stream::Bzip2.pack(&compressed),
            3 | 7 => Tar::new().file("m", &compressed).finish(),
            4 => Stream::Xz.pack(&compressed),
            _ => Stream::Zstd.pack(&compressed),
        };
        let kinds = ["gzip", "zip", "bzip2", "tar", "xz", "zip", "zstd", "tar"];
        let name = kinds[layer % 8];
        names.insert(0, name);
        if ["zip", "tar"].contains(&name) {
            inside.push_str("!m");
        }
    }
    (compressed, inside, names)
}

#[test]
fn eight_layers_are_unpacked() {
    for count in 1..=8 {
        let (compressed, inside, names) = nested(count);
        assert_eq!(names.len(), count);
        let dir = dir_with(&[("a", &compressed)]);
        let expected = format!("a{inside}:http://a.example/deep\n");
        run_in(&dir, &["list", "-H", "a"]).gives(0, &expected);
        let expected = format!("-{inside}:http://a.example/deep\n");
        run_with(&["list", "-H"], &compressed).gives(0, &expected);
        let output = run_in(&dir, &["info", "--json", "a"]).json();
        assert_eq!(output[0]["packing"], json!(names), "outermost layer first");
    }
}

#[test]
fn ninth_layer_is_an_error() {
    let (nine, inside, _) = nested(9);
    let output = run_with(&["list"], &nine);
    let path = format!("-{inside}");
    assert_output_and_errors(&output, "", &[&path]);
    let reason = diagnostic(&output, &path).expect("a diagnostic");
    assert!(reason.contains("8 layers"), "{reason}");
    // The tar counts as a layer.
    let ((seven, inside_seven, _), (eight, inside_eight, _)) = (nested(7), nested(8));
    let tar = Tar::new()
        .file("a", b"<http://a.example/a>")
        .file("seven", &seven)
        .file("eight", &eight)
        .file("z", b"<http://a.example/z>");
    let dir = dir_with(&[
        ("t.tar", tar.finish()),
        ("u", b"<http://a.example/u>".into()),
    ]);
    let output = run_in(&dir, &["list", "-N", "t.tar", "u"]);
    let expected = format!(
        "t.tar!a:http://a.example/a\n\
        t.tar!seven{inside_seven}:http://a.example/deep\n\
        t.tar!z:http://a.example/z\n\
        u:http://a.example/u\n"
    );
    assert_output_and_errors(&output, &expected, &[&format!("t.tar!eight{inside_eight}")]);
}

#[test]
fn repeated_layers_count_separately() {
    for stream in Stream::ALL {
        let pack = |count| {
            (0..count).fold(b"<http://a/>".to_vec(), |compressed, _| {
                stream.pack(&compressed)
            })
        };
        run_with(&["list"], &pack(8)).gives(0, "http://a/\n");
        let output = run_with(&["list"], &pack(9));
        assert_errors(&output, &["-"]);
        assert_eq!(output.out(), "");
    }
}
