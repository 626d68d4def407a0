//! Options, plans and errors.

use urlsift_harvest::{
    Digest, Error, Format, Harvest, MissingShards, NoObserver, Options, RunOptions, SearchSettings,
};

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
        Err(Error::OtherOptions(_))
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
        harvest.finish(&planned, MissingShards::Refuse),
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

#[test]
fn the_error_of_a_damaged_tally_names_it() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let input = dir.path().join("in");
    let options = options(Format::Jsonl);
    let manifest = make(&harvest, &input, &options).expect("a data set");
    let tally = &manifest.files("tallies")[1];
    let path = out.join(&tally.file);
    let whole = std::fs::read(&path).expect("a tally");
    let damaged = [vec![0; whole.len()], {
        // Only the end of the compressed entries.
        let mut damaged = whole.clone();
        let from = whole.len() / 2;
        damaged[from..].fill(0);
        damaged
    }];
    for damaged in damaged {
        std::fs::write(&path, damaged).expect("written");
        match make(&harvest, &input, &options) {
            Err(Error::Io { path: named, .. }) => assert_eq!(named, path),
            other => panic!("{other:?}"),
        }
    }
    // The decompressed bytes are not entries.
    let entries = zstd::decode_all(&*whole).expect("entries");
    std::fs::write(&path, {
        let mut entries = entries;
        entries.fill(0xff);
        let mut compressed = zstd::encode_all(&*entries, 1).expect("compressed");
        compressed.resize(whole.len(), 0);
        compressed
    })
    .expect("written");
    match make(&harvest, &input, &options) {
        Err(Error::Io { path: named, .. }) => assert_eq!(named, path),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plan_with_an_unknown_delimiter_is_invalid() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let options = options(Format::Jsonl);
    let planned = plan(&harvest, &dir.path().join("in"), &options).expect("a plan");
    let path = out.join(format!("plans/{}.json", planned.digest()));
    let json = std::fs::read(&path).expect("a plan");
    let mut json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let delimiters = &mut json["options"]["search"]["delimiters"];
    assert_eq!(*delimiters, serde_json::json!(["url", "angle"]));
    delimiters[1] = "angles".into();
    std::fs::write(&path, json.to_string()).expect("written");
    let Err(Error::Invalid { reason, .. }) = harvest.read_plan(None) else {
        panic!("an invalid plan");
    };
    let expected = "there is no kind of delimiter 'angles'";
    assert!(reason.starts_with(expected), "{reason}");
}

/// Other builds write other tables, so their plans have other keys.
#[test]
fn a_plan_of_another_build_is_not_run() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let options = options(Format::Jsonl);
    let first = plan(&harvest, &dir.path().join("in"), &options).expect("a plan");
    let path = out.join(format!("plans/{}.json", first.digest()));
    let json = std::fs::read(&path).expect("a plan");
    let mut json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    json["shards"][0]["key"] = Digest::of(b"another").to_string().into();
    std::fs::write(&path, json.to_string()).expect("written");
    let other = harvest.read_plan(None).expect("a plan");
    let run = harvest.run(&other, &RunOptions::default(), &NoObserver);
    assert!(matches!(run, Err(Error::OtherBuild)), "{run:?}");
}

#[test]
fn a_plan_of_another_version_is_replaced() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let input = dir.path().join("in");
    let options = options(Format::Jsonl);
    let first = plan(&harvest, &input, &options).expect("a plan");
    let path = out.join(format!("plans/{}.json", first.digest()));
    let json = std::fs::read(&path).expect("a plan");
    let mut json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    json["version"] = 0.into();
    // Versions may have other options.
    json["options"] = "others".into();
    std::fs::write(&path, json.to_string()).expect("written");
    assert!(matches!(
        harvest.read_plan(None),
        Err(Error::OtherVersion { version: 0, .. })
    ));
    assert!(matches!(
        harvest.check_options(&options),
        Err(Error::OtherOptions(_))
    ));
    let second = plan(&harvest, &input, &options).expect("a plan");
    assert_eq!(second.digest(), first.digest());
    make(&harvest, &input, &options).expect("a data set");
}
