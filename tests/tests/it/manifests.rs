//! The fuzz targets are a separate workspace, which cannot inherit lints. Its manifest repeats them.

use std::{fs, path::Path};

use toml::{Table, Value};

fn manifest(path: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(&path).expect("a manifest");
    text.parse().expect("TOML")
}

#[test]
fn fuzz_targets_repeat_the_lints_of_the_workspace() {
    let all = manifest("Cargo.toml");
    let lints = all["workspace"].get("lints").and_then(Value::as_table);
    let lints = lints.expect("lints");
    assert!(lints.contains_key("rust") && lints.contains_key("clippy"));
    let repeated = manifest("fuzz/Cargo.toml");
    assert_eq!(repeated["lints"].as_table(), Some(lints));
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
