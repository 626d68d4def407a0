//! Asserts that the tests that `docs/SECURITY.md` names exist.

use std::fs;

use crate::support::console::root;

#[test]
fn every_threat_has_its_tests() {
    let document = fs::read_to_string(root().join("docs/SECURITY.md")).expect("a readable file");
    let rows = document
        .lines()
        .skip_while(|line| !line.starts_with("| threat |"));
    let rows: Vec<_> = rows
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let proof = row
            .trim_end_matches('|')
            .rsplit('|')
            .next()
            .expect("a column");
        let names: Vec<_> = proof.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "{row}");
        for name in names {
            let (file, item) = match name.rsplit_once("::") {
                // A case of the command.
                Some((module, case)) if case.contains('-') => {
                    let file = format!("crates/cli/tests/cases/{module}.toml");
                    (file, format!("\nname = \"{case}\"\n"))
                }
                Some((module, test)) => {
                    let module = module.replace("::", "/");
                    // A unit test, one that counts steps, or one of the command.
                    let places = [
                        format!("crates/cli/src/{module}.rs"),
                        format!("tests/tests/{module}/main.rs"),
                        format!("crates/cli/tests/it/{module}.rs"),
                    ];
                    let path = places.into_iter().find(|path| root().join(path).exists());
                    let path = path.unwrap_or_else(|| panic!("{name}: no such file"));
                    (path, format!("\nfn {test}() {{"))
                }
                // A lint, which the manifest has.
                None => ("Cargo.toml".into(), format!("\n{name}\n")),
            };
            let source = fs::read_to_string(root().join(&file)).expect(&file);
            assert!(source.contains(&item), "{name}: not in {file}");
        }
    }
}
