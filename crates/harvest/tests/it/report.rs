//! Reports of data sets.

use std::fs;

use urlsift_harvest::{Error, Format, Harvest};

use crate::data::{inputs, make, options, plan};

#[test]
fn the_formats_have_one_report() {
    let dir = inputs();
    let input = dir.path().join("in");
    let mut pages = Vec::new();
    for format in Format::ALL {
        let root = dir.path().join(format.name());
        let harvest = Harvest::new(&root);
        let manifest = make(&harvest, &input, &options(*format)).expect("a data set");
        let reported = harvest.report().expect("a report");
        assert!(reported.shards > 3);
        assert_eq!((reported.open, reported.is_stale), (0, false));
        let page = fs::read_to_string(root.join("report.html")).expect("a page");
        let links = format!("<h1>{} links</h1>", manifest.rows("links"));
        assert!(
            page.contains(&links) && page.contains("truncated"),
            "{page}"
        );
        let without_plan = page.lines().filter(|line| !line.contains("<dt>Plan</dt>"));
        pages.push(without_plan.collect::<Vec<_>>().join("\n"));
        // Nothing else remains.
        let left = fs::read_dir(root.join("tmp")).expect("a directory");
        assert_eq!(left.count(), 0);
    }
    assert!(pages.iter().all(|page| *page == pages[0]));
}

#[test]
fn what_is_not_finished_has_no_report() {
    let dir = inputs();
    let harvest = Harvest::new(dir.path().join("out"));
    assert!(matches!(harvest.report(), Err(Error::NoPlan)));
    plan(&harvest, &dir.path().join("in"), &options(Format::Jsonl)).expect("a plan");
    assert!(matches!(harvest.report(), Err(Error::NotFinished)));
}
