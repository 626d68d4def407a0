//! Files in the directory of a data set that are not of it, and files that a new plan would drop.

use std::{collections::BTreeMap, fs, path::Path, sync::Mutex};

use urlsift_harvest::{
    Dropped, Error, Format, Harvest, MissingShards, NoObserver, Plan, PlanOptions, RunObserver,
};
use urlsift_search::Inputs;

use urlsift_tests::directories::files;

use crate::data::{inputs, make, one_thread, options};

/// Keeps what a plan drops.
#[derive(Default)]
struct Watch(Mutex<Dropped>);

impl RunObserver for Watch {
    fn dropped(&self, dropped: &Dropped) {
        *self.0.lock().expect("no panic") = dropped.clone();
    }
}

/// Plans files in a directory. Returns the plan and what it drops.
fn plan(
    harvest: &Harvest,
    dir: &Path,
    names: &[&str],
    plan_options: PlanOptions,
) -> Result<(Plan, Dropped), Error> {
    let watch = Watch::default();
    let inputs = Inputs::new(names.iter().map(|name| dir.join(name)));
    let plan = harvest.plan_observed(inputs, &options(Format::Jsonl), plan_options, &watch)?;
    Ok((plan, watch.0.into_inner().expect("no panic")))
}

const INTO_EXISTING: PlanOptions = PlanOptions {
    verify: false,
    into_existing: true,
    drop_missing: false,
    add: false,
};

/// Files that a user may have, beside those of a data set with similar names.
const OTHERS: [&str; 9] = [
    "notes.txt",
    "errors/2024.csv",
    "links/links.jsonl",
    "shards/a.json",
    "plans/b.json",
    "urls-2024.jsonl",
    "stale/links/old.jsonl",
    "tmp/mine/lock",
    "tmp/mine/draft",
];

fn contents(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: &str| fs::read(root.join(name)).expect("a file");
    OTHERS
        .iter()
        .map(|&name| (name.to_owned(), read(name)))
        .collect()
}

#[test]
fn a_directory_with_other_files_is_refused_or_they_are_left_alone() {
    let dir = inputs();
    let root = dir.path().join("out");
    for name in OTHERS {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, name).expect("written");
    }
    let before = contents(&root);
    let harvest = Harvest::new(&root);
    let refused = plan(&harvest, dir.path(), &["in"], PlanOptions::default());
    assert!(
        matches!(refused, Err(Error::NoDataSet(None))),
        "{refused:?}"
    );
    assert_eq!(files(&root).len(), OTHERS.len());

    // A file that would be replaced.
    fs::write(root.join("report.html"), "mine").expect("written");
    let refused = plan(&harvest, dir.path(), &["in"], INTO_EXISTING);
    assert!(
        matches!(refused, Err(Error::NoDataSet(Some("report.html")))),
        "{refused:?}"
    );
    fs::remove_file(root.join("report.html")).expect("removed");

    let (plan, _) = plan(&harvest, dir.path(), &["in"], INTO_EXISTING).expect("a plan");
    let finish = |plan: &Plan| {
        harvest
            .run(plan, &one_thread(), &NoObserver)
            .expect("a run");
        harvest
            .finish(plan, MissingShards::Refuse)
            .expect("finished")
    };
    finish(&plan);
    harvest.report().expect("a report");
    // An update needs no permission, and makes tables stale.
    fs::remove_file(dir.path().join("in/compressed.gz")).expect("removed");
    let (plan, _) =
        self::plan(&harvest, dir.path(), &["in"], PlanOptions::default()).expect("a plan");
    finish(&plan);
    assert_eq!(contents(&root), before);
    assert!(harvest.prune().expect("pruned").files > 5);
    assert_eq!(contents(&root), before);
    assert_eq!(harvest.prune().expect("pruned").files, 0);
}

#[test]
fn inputs_in_the_directory_of_the_data_set_are_refused() {
    let dir = inputs();
    let input = dir.path().join("in");
    let root = input.join("out");
    let harvest = Harvest::new(&root);
    harvest.check_input(&root).expect("there is none yet");
    make(&harvest, &input, &options(Format::Jsonl)).expect("a data set");
    for path in [
        root.clone(),
        root.join("links"),
        input.join("../in/out/plan.json"),
    ] {
        let refused = harvest.check_input(&path);
        assert!(
            matches!(refused, Err(Error::UnsupportedInput { .. })),
            "{path:?}"
        );
    }
    harvest
        .check_input(&input)
        .expect("the data set is left out");
    harvest
        .check_input(&input.join("missing"))
        .expect("not in it");
}

#[test]
fn files_are_dropped_only_if_that_is_wanted() {
    let dir = tempfile::tempdir().expect("a directory");
    for name in ["a", "b", "c", "d", "e"] {
        let text = format!("<http://{name}.example/>");
        fs::write(dir.path().join(name), text).expect("written");
    }
    let harvest = Harvest::new(dir.path().join("out"));
    let plan = |names: &[&str], plan_options| plan(&harvest, dir.path(), names, plan_options);
    let default = PlanOptions::default();
    let (first, dropped) = plan(&["a", "b", "c", "d"], default).expect("a plan");
    assert!(dropped.is_empty());
    assert!(
        plan(&["d", "c", "b", "a"], default)
            .expect("a plan")
            .1
            .is_empty()
    );

    let Err(Error::WouldDrop(dropped)) = plan(&["a"], default) else {
        panic!("files are dropped");
    };
    let named = |names: &[&str]| {
        names
            .iter()
            .map(|name| dir.path().join(name))
            .collect::<Vec<_>>()
    };
    assert_eq!((dropped.files, dropped.names), (3, named(&["d", "c", "b"])));
    let in_force = harvest.read_plan(None).expect("a plan");
    assert_eq!(in_force.bytes(), first.bytes());

    let add = PlanOptions {
        add: true,
        ..default
    };
    let (added, dropped) = plan(&["e"], add).expect("a plan");
    assert!(dropped.is_empty());
    assert!(added.bytes() > first.bytes());

    // A file that is gone is dropped, and named.
    fs::remove_file(dir.path().join("b")).expect("removed");
    let (_, dropped) = plan(&["e"], add).expect("a plan");
    assert_eq!((dropped.files, dropped.gone), (1, 1));
    assert_eq!(
        dropped.to_string(),
        format!("1 file ({})", dir.path().join("b").display())
    );

    fs::remove_file(dir.path().join("d")).expect("removed");
    let drop_missing = PlanOptions {
        drop_missing: true,
        ..default
    };
    let (_, dropped) = plan(&["a"], drop_missing).expect("a plan");
    assert_eq!(
        (dropped.files, dropped.gone, dropped.names.len()),
        (3, 1, 3)
    );
    assert_eq!(dropped.names[2], dir.path().join("d"));
}
