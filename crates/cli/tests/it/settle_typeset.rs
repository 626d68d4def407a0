//! Manual pages that groff has set for a terminal, with hyphens at line breaks: `list --settle`.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::Path,
    process::Command,
};

use serde_json::Value;
use urlsift_tests::real::{archives, skip};

use crate::support::run_in;

/// The widths in columns at which pages are set.
const WIDTHS: [u32; 2] = [62, 110];

/// A width at which no URL is broken.
const UNBROKEN: u32 = 2000;

/// Sets all pages of a directory at a width. Files that groff cannot set are left out.
fn set(pages: &Path, out: &Path, width: u32) {
    fs::create_dir_all(out).expect("a directory");
    for entry in fs::read_dir(pages).expect("the pages") {
        let path = entry.expect("a page").path();
        let source = fs::read(&path).expect("a page");
        let is_mdoc = source.starts_with(b".Dd") || source.windows(4).any(|text| text == b"\n.Dd");
        let macros = if is_mdoc { "-mdoc" } else { "-man" };
        let length = format!("-rLL={width}n");
        let output = Command::new("groff")
            .args(["-Tascii", macros, &length, "-P-c", "-P-b", "-P-u"])
            .arg(&path)
            .output()
            .expect("groff");
        let name = path.file_name().expect("a name").to_string_lossy();
        fs::write(out.join(format!("{name}@{width}")), output.stdout).expect("a file");
    }
}

/// Returns the links of each file in a directory.
fn links(dir: &Path, flags: &[&str]) -> BTreeMap<String, Vec<Value>> {
    let flags = [
        &["list", "--all", "--conforms=none", "--json"],
        flags,
        &["."],
    ]
    .concat();
    let output = run_in(dir, &flags);
    assert_eq!(output.err(), "");
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for link in output.json() {
        let path = link["path"]
            .as_str()
            .expect("a path")
            .trim_start_matches("./");
        files.entry(path.to_owned()).or_default().push(link);
    }
    files
}

/// The number of links that groff has broken, by what became of them.
#[derive(Debug, Default)]
struct Counts {
    broken: usize,
    first_right: usize,
    settled_right: usize,
    /// Those that stand elsewhere in one piece.
    known: usize,
    known_right: usize,
}

/// At least 95 % of the links that groff has broken are right, both of all and of those that stand elsewhere.
#[test]
fn links_of_manual_pages_are_settled_rightly() {
    let Some(archives) = archives() else {
        return;
    };
    let pages = archives.join("typeset/man");
    if !pages.is_dir() || Command::new("groff").arg("--version").output().is_err() {
        skip("no manual pages among the archives, or no groff");
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let (unbroken, all) = (dir.path().join("unbroken"), dir.path().join("set"));
    set(&pages, &unbroken, UNBROKEN);
    for width in WIDTHS {
        set(&pages, &all, width);
    }
    let expected = links(&unbroken, &[]);
    let found = links(&all, &["--settle"]);
    let is_whole = |link: &&Value| {
        let joins = link["joins"].as_array().is_some_and(Vec::is_empty);
        joins && link.get("also").is_none() && link.get("readings").is_none()
    };
    let whole = found.values().flatten().filter(is_whole);
    let whole: HashSet<&str> = whole.filter_map(|link| link["url"].as_str()).collect();
    let mut counts = Counts::default();
    for (name, links) in &found {
        let (page, _) = name.rsplit_once('@').expect("a width");
        let expected = &expected[&format!("{page}@{UNBROKEN}")];
        if expected.len() != links.len() {
            continue;
        }
        for (expected, link) in expected.iter().zip(links) {
            let url = expected["url"].as_str().expect("a URL");
            if link["breaks"] == 0 && link["url"] == url {
                continue;
            }
            let is_right = link["settled"] == url;
            let is_known = whole.contains(url);
            counts.broken += 1;
            counts.first_right += usize::from(link["url"] == url);
            counts.settled_right += usize::from(is_right);
            counts.known += usize::from(is_known);
            counts.known_right += usize::from(is_known && is_right);
        }
    }
    assert!(counts.broken >= 150, "{counts:?}");
    assert!(counts.first_right * 2 < counts.broken, "{counts:?}");
    assert!(
        counts.settled_right * 100 >= counts.broken * 95,
        "{counts:?}"
    );
    assert!(counts.known_right * 100 >= counts.known * 95, "{counts:?}");
}
