//! Comparing data sets.

use std::{fs, ops::ControlFlow, path::Path};

use urlsift_harvest::{Error, Format, Harvest};

use crate::data::{make, options};

/// Returns the changes as `WHAT CHANGE OLD NEW NAME`.
fn changes(old: &Path, new: &Path) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let compared = Harvest::new(new).diff(old, |change| {
        let (what, how) = (change.what, change.change);
        let (old, new, name) = (change.old, change.new, change.name);
        lines.push(format!("{what} {how} {old} {new} {name}"));
        ControlFlow::Continue(())
    });
    compared.map(|()| lines)
}

/// Writes files, and makes a data set of them.
fn harvest(input: &Path, out: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(input).expect("a directory");
    for (name, text) in files {
        fs::write(input.join(name), text).expect("a file");
    }
    make(&Harvest::new(out), input, &options(Format::Jsonl)).expect("a data set");
}

#[test]
fn hosts_domains_and_links_are_compared() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let old = "<http://a.example/1> <http://a.example/2> <http://www.b.example/>\n";
    harvest(&input, &out, &[("a", old), ("c", "<http://c.example/>\n")]);
    let copy = out.join("old.json");
    fs::copy(out.join("manifest.json"), &copy).expect("a manifest");
    fs::remove_file(input.join("c")).expect("a file");
    let new = "<http://a.example/1> <http://a.example/1> <http://x.new.co.uk/>, <URL:relative>\n";
    harvest(&input, &out, &[("a", new), ("d", "<http://c.example/>\n")]);
    let expected = [
        "host gone 1 0 www.b.example",
        "host new 0 1 x.new.co.uk",
        "domain gone 1 0 b.example",
        "domain new 0 1 new.co.uk",
        "link more 1 2 http://a.example/1",
        "link gone 1 0 http://a.example/2",
        "link moved 1 1 http://c.example/",
        "link gone 1 0 http://www.b.example/",
        "link new 0 1 http://x.new.co.uk/",
        "link new 0 1 relative",
    ];
    // Tables of the earlier manifest are stale.
    assert_eq!(changes(&copy, &out).expect("changes"), expected);
    let other = dir.path().join("other");
    harvest(&input, &other, &[]);
    assert_eq!(changes(&copy, &other).expect("changes"), expected);
    assert!(changes(&out, &other).expect("no changes").is_empty());
    Harvest::new(&out).prune().expect("a data set");
    let error = changes(&copy, &out).expect_err("no tables");
    assert!(error.to_string().contains("tallies"), "{error}");
    let mut count = 0;
    let stopped = Harvest::new(&other).diff(&dir.path().join("none"), |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Io { .. })), "{stopped:?}");
    let empty = dir.path().join("empty");
    harvest(&empty, &dir.path().join("set"), &[("a", "nothing\n")]);
    let stopped = Harvest::new(&other).diff(&dir.path().join("set"), |_| {
        count += 1;
        ControlFlow::Break(())
    });
    assert!(matches!(stopped, Err(Error::Stopped)) && count == 1);
}
