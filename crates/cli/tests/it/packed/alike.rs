//! What is packed is read as what is not.

use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::Value;
use urlsift_search::Kind;
use urlsift_tests::{
    archive::cases,
    packing::{
        File, Packed,
        archives::{Archive, expected},
        every_way,
        stream::{self, Stream},
        tar::Tar,
        zip::{self, Entry, Method},
    },
};

use super::{paths, run_on, urls};
use crate::support::{Outcome, dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a.example/1>\n";
const URL: &str = "http://a.example/1\n";

/// The URL and the `Message-ID` of each hit.
fn found(outcome: &Outcome) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let hits = outcome.json().into_iter();
    let found = hits.map(|hit| (text(&hit["url"]), text(&hit["message"]["id"])));
    found.collect()
}

#[test]
fn every_archive_gives_the_same_urls_however_it_is_packed() {
    let expected = expected().into_iter();
    let expected: Vec<_> = expected
        .map(|(url, id)| (url.to_owned(), id.to_owned()))
        .collect();
    let mut runs = 0;
    for archive in Archive::ALL {
        let plain = archive.files();
        let given = run_on(&plain, &["list", "--json", "."]);
        assert_eq!((found(&given), given.err()), (expected.clone(), ""));
        for packed in every_way(&plain) {
            let given = run_on(&packed.files, &["list", "--json", "."]);
            let about = format!("{archive:?} as {}: {}", packed.how, given.err());
            assert_eq!(found(&given), expected, "{about}");
            assert_eq!((given.status, given.err()), (0, ""), "{about}");
            runs += 1;
        }
    }
    assert!(runs > 75, "{runs}");
}

/// Files, plain and packed in every way.
struct Files {
    plain: Vec<File>,
    packed: Vec<Packed>,
}

impl From<Vec<File>> for Files {
    fn from(plain: Vec<File>) -> Self {
        let packed = every_way(&plain);
        Self { plain, packed }
    }
}

/// The files of the corpus by the kind that they are read as, each with a name of its own. Packing them
/// takes seconds, so that all tests share them.
static CORPUS: LazyLock<BTreeMap<Option<&'static str>, Files>> = LazyLock::new(|| {
    let mut corpus = BTreeMap::<_, Vec<File>>::new();
    for (index, case) in cases().into_iter().enumerate() {
        let kind = case.read_as.map(Kind::name);
        let file = (format!("c/{index:04}"), case.file);
        corpus.entry(kind).or_default().push(file);
    }
    assert!(!corpus.is_empty(), "no case was met");
    let files = corpus.into_iter();
    files.map(|(kind, files)| (kind, files.into())).collect()
});

/// What a command prints of files and of the same packed; checks that it is the same but for the path,
/// and gives how many objects there are. `rest` looks at those of the packed ones, and says whether they
/// have something to be compared with.
fn alike(args: &[&str], files: &Files, rest: impl Fn(&Packed, &mut Value) -> bool) -> usize {
    let args = [args, &["."]].concat();
    let plain = run_on(&files.plain, &args);
    let objects = plain.json();
    for packed in &files.packed {
        let given = run_on(&packed.files, &args);
        let about = format!("{args:?} of {}: {}", packed.how, given.err());
        assert_eq!(given.status, plain.status, "{about}");
        let mut all = given.json();
        all.retain_mut(|object| rest(packed, object));
        let mut expected = objects.clone();
        for object in &mut expected {
            let path = object["path"].as_str().expect("a path");
            let name = path.strip_prefix("./").expect("that of the walk");
            object["path"] = format!("./{}", packed.path(name)).into();
        }
        let pairs = all.iter().zip(&expected);
        for (object, expected) in pairs {
            assert_eq!(object, expected, "{about}");
        }
        assert_eq!(all.len(), expected.len(), "{about}");
    }
    objects.len()
}

#[test]
fn every_file_of_the_corpus_gives_the_same_hits_however_it_is_packed() {
    let mut hits = 0;
    for (&kind, files) in &*CORPUS {
        let mut args = vec!["list", "--json", "--conforms=none", "--rejected"];
        args.extend(kind.map(|kind| ["--as", kind]).into_iter().flatten());
        hits += alike(&args, files, |_, _| true);
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn every_file_of_the_corpus_is_described_the_same_however_it_is_packed() {
    let mut files = 0;
    for (&kind, some) in &*CORPUS {
        let mut args = vec!["info", "--json"];
        args.extend(kind.map(|kind| ["--as", kind]).into_iter().flatten());
        files += alike(&args, some, |packed, object| {
            if object.get("members").is_some() {
                return false;
            }
            let fields = object.as_object_mut().expect("an object");
            let layers = fields.remove("packing");
            assert_eq!(layers, Some(packed.layers.clone().into()), "{object}");
            true
        });
    }
    assert_eq!(files, cases().len());
}

#[test]
fn every_text_of_the_corpus_gives_the_same_hits_as_one_text_however_it_is_packed() {
    let plain = CORPUS.values().flat_map(|files| files.plain.clone());
    let mut files: Vec<File> = plain.collect();
    files.sort();
    let args = ["list", "--text", "--json", "--conforms=none", "--rejected"];
    let hits = alike(&args, &files.into(), |_, _| true);
    assert!(hits > 300, "{hits}");
}

#[test]
fn packing_is_told_by_the_content_and_not_by_the_name() {
    let gzip = Stream::Gzip.pack(TEXT);
    let tar = Tar::new().file("x.gz", TEXT).finish();
    let dir = dir_with(&[
        ("a.txt", &*gzip),
        ("b.gz", TEXT),
        ("c.zip", &*tar),
        ("d.tar", &*gzip),
        ("e.bz2", &*Stream::Zstd.pack(TEXT)),
    ]);
    let found = run_in(&dir, &["list", "--json", "."]).json();
    let expected = ["./a.txt", "./b.gz", "./c.zip!x.gz", "./d.tar", "./e.bz2"];
    assert_eq!(paths(&found), expected);
}

#[test]
fn packed_files_of_a_walk_are_read_where_they_stand() {
    let dir = dir_with(&[
        ("d/1", TEXT.to_vec()),
        ("d/2.gz", Stream::Gzip.pack(b"\n<http://a.example/2>")),
        (
            "d/3.tar",
            Tar::new().file("m", b"<http://a.example/3>").finish(),
        ),
        ("d/4", b"<http://a.example/4>".to_vec()),
    ]);
    let expected = "d/1:1:http://a.example/1\n\
        d/2.gz:2:http://a.example/2\n\
        d/3.tar!m:1:http://a.example/3\n\
        d/4:1:http://a.example/4\n";
    run_in(&dir, &["list", "d"]).gives(0, expected);
}

#[test]
fn every_method_of_zip_is_read() {
    let entries = Method::ALL.map(|method| {
        let text = format!(
            "{}<http://a.example/{}>\n",
            "x\n".repeat(500),
            method as u16
        );
        Entry::by(method, format!("{method:?}"), text.as_bytes())
    });
    let expected = Method::ALL.map(|method| format!("http://a.example/{}", method as u16));
    let described = entries.clone().map(Entry::described);
    for entries in [entries, described] {
        let found = run_with(&["list", "--json"], &zip::zip(&entries));
        assert_eq!(urls(&found.json()), expected, "{}", found.err());
        assert_eq!((found.status, found.err()), (0, ""));
    }
}

#[test]
fn what_stands_around_the_members_of_a_zip_does_not_matter() {
    let entries = [Entry::deflated("a", TEXT)];
    let longest = vec![b'x'; 0xffff];
    let comments: [&[u8]; 4] = [
        b"a comment",
        b"PK\x05\x06",
        b"<http://comment.example/>",
        &longest,
    ];
    for comment in comments {
        for before in [&b""[..], b"PK00"] {
            let zip = zip::zip_between(before, &entries, comment);
            let dir = dir_with(&[("a.zip", &zip)]);
            run_in(&dir, &["list", "a.zip"]).gives(0, URL);
            run_with(&["list"], &zip).gives(0, URL);
        }
    }
}

#[test]
fn what_stands_in_the_header_of_gzip_is_no_text() {
    let packed = stream::gzip_with_names(TEXT);
    let found = run_with(&["list", "--json"], &packed).json();
    assert_eq!(urls(&found), ["http://a.example/1"]);
    assert_eq!(paths(&found), ["-"]);
}

#[test]
fn frames_to_be_skipped_are_skipped() {
    let skipped = stream::zstd_skippable(b"<http://a.example/skipped>");
    let frame = Stream::Zstd.pack(TEXT);
    let packed = [&skipped[..], &frame, &skipped, &frame, &skipped].concat();
    run_with(&["list"], &packed).gives(0, &URL.repeat(2));
}

#[test]
fn padding_of_xz_and_of_tar_is_no_text() {
    let xz = Stream::Xz.pack(TEXT);
    let packed = [&xz[..], &[0; 8], &xz, &[0; 4]].concat();
    run_with(&["list"], &packed).gives(0, &URL.repeat(2));
    let mut tar = Tar::new().file("a", TEXT).finish();
    tar.resize(10_240, 0);
    run_with(&["list"], &tar).gives(0, URL);
}

#[test]
fn nothing_that_is_packed_is_nothing() {
    for stream in Stream::ALL {
        run_with(&["list"], &stream.pack(b"")).gives(1, "");
        run_with(&["list", "-c"], &stream.pack(b"")).gives(1, "0\n");
    }
    let files = [
        ("empty.zip", zip::zip(&[])),
        ("empty.tar", Tar::new().finish()),
        ("empty.tar.gz", Stream::Gzip.pack(&Tar::new().finish())),
        ("empties.zip", zip::zip(&[Entry::stored("a", b"")])),
        ("empties.tar", Tar::new().file("a", b"").finish()),
    ];
    for (name, packed) in &files {
        let dir = dir_with(&[(*name, packed)]);
        run_in(&dir, &["list", name]).gives(1, "");
        run_with(&["list"], packed).gives(1, "");
    }
}
