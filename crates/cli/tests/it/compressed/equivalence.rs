//! Asserts that compressed files and containers are searched like the files in them.

use std::collections::BTreeMap;

use serde_json::Value;
use tempfile::TempDir;
use urlsift_search::Kind;
use urlsift_tests::{
    archive::cases,
    effort,
    packing::{Compressed, File, every_way, stream::Stream, tar::Tar},
};

use super::{dir_of, paths};
use crate::support::{dir_with, run_in};

const TEXT: &[u8] = b"<http://a.example/1>\n";

/// Plain files, and the same files in every packing, or a sample of them, each packing in its own directory.
struct Packings {
    plain: TempDir,
    compressed: Vec<(Compressed, TempDir)>,
}

impl Packings {
    fn of(plain: &[File], number: usize) -> Self {
        let compressed = effort::sample(every_way(plain), 4, number);
        Self {
            plain: dir_of(plain),
            compressed: compressed
                .map(|compressed| {
                    let dir = dir_of(&compressed.files);
                    (compressed, dir)
                })
                .collect(),
        }
    }

    /// Asserts that a command prints the same for compressed as for plain files, except for paths. Returns the
    /// number of objects. `prepare` may modify each object of a compressed file and returns `false` for an object
    /// without a counterpart.
    fn assert_same_output(
        &self,
        args: &[&str],
        prepare: impl Fn(&Compressed, &mut Value) -> bool,
    ) -> usize {
        let args = [args, &["."]].concat();
        let plain = run_in(&self.plain, &args);
        let objects = plain.json();
        for (compressed, dir) in &self.compressed {
            let output = run_in(dir, &args);
            let about = format!("{args:?} of {}: {}", compressed.how, output.err());
            assert_eq!(output.status, plain.status, "{about}");
            let mut all = output.json();
            all.retain_mut(|object| prepare(compressed, object));
            let mut expected = objects.clone();
            for object in &mut expected {
                let path = object["path"].as_str().expect("a path");
                let name = path
                    .strip_prefix("./")
                    .expect("a path relative to the walk");
                object["path"] = format!("./{}", compressed.path(name)).into();
            }
            let pairs = all.iter().zip(&expected);
            for (object, expected) in pairs {
                assert_eq!(object, expected, "{about}");
            }
            assert_eq!(all.len(), expected.len(), "{about}");
        }
        objects.len()
    }
}

/// Returns the corpus files under unique names, grouped by the kind as which they are read.
fn corpus() -> BTreeMap<Option<&'static str>, Vec<File>> {
    let mut corpus = BTreeMap::<_, Vec<File>>::new();
    for (index, case) in effort::sample(cases(), 3, 0).enumerate() {
        let kind = case.read_as.map(Kind::name);
        let file = (format!("c/{index:04}"), case.file);
        corpus.entry(kind).or_default().push(file);
    }
    assert!(!corpus.is_empty(), "no case");
    corpus
}

/// One test covers three commands because packing and writing the files takes longer than reading them.
#[test]
fn packing_does_not_change_the_output_for_the_corpus() {
    let (mut links, mut links_of_text, mut files) = (0, 0, 0);
    let corpus = corpus();
    let all: usize = corpus.values().map(Vec::len).sum();
    for (number, (kind, plain)) in corpus.into_iter().enumerate() {
        let packings = Packings::of(&plain, number);
        let kind: Vec<_> = kind
            .map(|kind| ["--as", kind])
            .into_iter()
            .flatten()
            .collect();
        let list = ["list", "--json", "--conforms=none", "--rejected"];
        links += packings.assert_same_output(&[&list, &*kind].concat(), |_, _| true);
        let text = [&list[..], &["--text"]].concat();
        links_of_text += packings.assert_same_output(&text, |_, _| true);
        let info = ["info", "--json"];
        files += packings.assert_same_output(&[&info, &*kind].concat(), |compressed, object| {
            if object.get("members").is_some() {
                return false;
            }
            let fields = object.as_object_mut().expect("an object");
            let layers = fields.remove("packing");
            assert_eq!(layers, Some(compressed.layers.clone().into()), "{object}");
            true
        });
    }
    assert!(links > 100, "{links}");
    assert!(links_of_text > 100, "{links_of_text}");
    assert_eq!(files, all);
}

#[test]
fn packing_is_detected_by_content_not_name() {
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
