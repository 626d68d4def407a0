//! Options, plans and errors.

use urlsift_harvest::{Digest, Error, Format, Harvest, Options, SearchSettings};

use crate::data::{inputs, make, options, plan};

#[test]
fn invalid_options_are_errors() {
    let dir = inputs();
    let harvest = Harvest::new(dir.path().join("out"));
    let input = dir.path().join("in");
    let without = |name: &str| Options {
        without: vec![name.to_owned()],
        ..options(Format::Jsonl)
    };
    let search = |search: SearchSettings| Options {
        search,
        ..options(Format::Jsonl)
    };
    for (options, expected) in [
        (without("sender"), "there is no column 'sender'"),
        (without("url"), "the column 'url' cannot be left out"),
        (
            without("from_bytes"),
            "the column 'from_bytes' cannot be left out",
        ),
        (
            search(SearchSettings {
                kind: Some("pst2".to_owned()),
                ..SearchSettings::default()
            }),
            "there is no kind 'pst2'",
        ),
        (
            search(SearchSettings {
                encoding: Some("klingon".to_owned()),
                ..SearchSettings::default()
            }),
            "there is no encoding 'klingon'",
        ),
    ] {
        let error = plan(&harvest, &input, &options).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
    assert!(!dir.path().join("out").exists());
}

#[test]
fn a_plan_is_found_by_its_digest() {
    let dir = inputs();
    let harvest = Harvest::new(dir.path().join("out"));
    assert!(matches!(harvest.read_plan(None), Err(Error::NoPlan)));
    assert!(matches!(harvest.prune(), Err(Error::NoPlan)));
    let input = dir.path().join("in");
    let small = options(Format::Jsonl);
    let first = plan(&harvest, &input, &small).expect("a plan");
    assert_eq!(
        harvest.read_plan(None).expect("the plan").digest(),
        first.digest()
    );
    harvest.check_options(&small).expect("the same options");
    let others = Options {
        format: Format::Csv,
        ..small.clone()
    };
    assert!(matches!(
        harvest.check_options(&others),
        Err(Error::OtherOptions)
    ));
    let second = plan(&harvest, &input, &others).expect("a plan");
    assert_ne!(first.digest(), second.digest());
    let again = harvest
        .read_plan(Some(first.digest()))
        .expect("the first plan");
    assert_eq!(again.shard_count(), first.shard_count());
    let unknown = Digest::of(b"");
    assert!(matches!(
        harvest.read_plan(Some(unknown)),
        Err(Error::UnknownPlan(_))
    ));
}

#[test]
fn damaged_files_of_the_data_set_are_errors_or_done_again() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let input = dir.path().join("in");
    let options = options(Format::Jsonl);
    let manifest = make(&harvest, &input, &options).expect("a data set");
    // A table that is too short counts as missing.
    let table = out.join(&manifest.files("links")[0].file);
    let whole = std::fs::read(&table).expect("a table");
    std::fs::write(&table, &whole[..whole.len() - 1]).expect("written");
    let planned = plan(&harvest, &input, &options).expect("a plan");
    assert!(matches!(
        harvest.finish(&planned, false),
        Err(Error::Open(1))
    ));
    make(&harvest, &input, &options).expect("a data set");
    assert_eq!(std::fs::read(&table).expect("a table"), whole);
    std::fs::write(out.join("plan.json"), "{").expect("written");
    assert!(matches!(
        harvest.read_plan(None),
        Err(Error::Invalid { .. })
    ));
}
