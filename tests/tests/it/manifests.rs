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

/// The members with unsafe code, which have lints of their own.
const UNSAFE: [&str; 2] = ["crates/capi", "crates/wasm"];

#[test]
fn every_member_inherits_the_lints() {
    let all = manifest("Cargo.toml");
    let members = all["workspace"].get("members").and_then(Value::as_array);
    let mut seen = 0;
    for member in members.expect("members") {
        let member = member.as_str().expect("a path");
        let lints = &manifest(&format!("{member}/Cargo.toml"))["lints"];
        if UNSAFE.contains(&member) {
            check_lints_for_unsafe_code(lints, &all["workspace"]["lints"], member);
            seen += 1;
        } else {
            assert_eq!(lints["workspace"], Value::Boolean(true), "{member}");
        }
    }
    assert_eq!(seen, UNSAFE.len());
}

/// Checks that the lints of the workspace hold, except that unsafe code is allowed and must be explained.
fn check_lints_for_unsafe_code(lints: &Value, workspace: &Value, member: &str) {
    for tool in ["rust", "clippy"] {
        for (name, level) in workspace[tool].as_table().expect("lints") {
            let expected = (name != "unsafe_code").then_some(level);
            assert_eq!(lints[tool].get(name), expected, "{member}: {name}");
        }
    }
    let deny = Value::from("deny");
    assert_eq!(lints["rust"]["unsafe_op_in_unsafe_fn"], deny, "{member}");
    assert_eq!(
        lints["clippy"]["undocumented_unsafe_blocks"], deny,
        "{member}"
    );
}
