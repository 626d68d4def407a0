//! What the manifests of the workspace have in common.

use std::{fs, path::Path};

use toml::{Table, Value};

fn manifest(path: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(&path).expect("a manifest");
    text.parse().expect("TOML")
}

/// The rest of the workspace needs no C++ compiler.
#[test]
fn only_a_feature_enables_libfuzzer() {
    let fuzz = manifest("fuzz/Cargo.toml");
    let dependency = &fuzz["dependencies"]["libfuzzer-sys"];
    assert_eq!(dependency["optional"], Value::Boolean(true));
    let features = fuzz["features"].as_table().expect("features");
    assert_eq!(features.keys().collect::<Vec<_>>(), ["libfuzzer"]);
    let targets = fuzz["bin"].as_array().expect("targets");
    assert!(!targets.is_empty());
    for target in targets {
        let required = target["required-features"].as_array();
        assert_eq!(required, Some(&vec!["libfuzzer".into()]), "{target:?}");
    }
}

#[test]
fn every_member_inherits_the_lints() {
    let all = manifest("Cargo.toml");
    let members = all["workspace"].get("members").and_then(Value::as_array);
    for member in members.expect("members") {
        let member = member.as_str().expect("a path");
        let lints = &manifest(&format!("{member}/Cargo.toml"))["lints"];
        assert_eq!(lints["workspace"], Value::Boolean(true), "{member}");
    }
}
