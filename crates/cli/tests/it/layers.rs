//! Checks the import order: files do not import each other in cycles, layers of the command import in one
//! direction, and crates depend in one direction.
//!
//! How to read a failure:
//!
//! - `circle in crates/x/src: a.rs -> b.rs (by Name) -> a.rs (by Other)`: `a.rs` imports `Name`, which `b.rs`
//!   defines, and so on back to the first file. Move the items that both need to another file.
//! - `crates/cli/src/term/x.rs (term) imports Name of report/y.rs (report)`: a layer imports from a layer to
//!   its left in [`LAYERS`]. Move the item down, or pass the value in.
//! - `urlsift-x depends on urlsift-y`: a crate has a dependency that [`CRATES`] does not allow.
//!
//! Imports are `use` declarations and paths in code. An import through a re-export counts as an import of the
//! file that defines the item. Tests are ignored.

mod imports;
mod tokens;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use imports::Crate;

/// The layers of the command, highest first, with the files and folders of each. A layer may import itself
/// and layers with a higher index.
const LAYERS: &[(&str, &[&str])] = &[
    ("main", &["main.rs"]),
    ("commands", &["commands/"]),
    ("flags", &["flags/"]),
    ("options", &["options/"]),
    ("report", &["report/"]),
    ("select", &["select/"]),
    ("term", &["term/"]),
];

/// The allowed dependencies of each crate, by folder.
const CRATES: &[(&str, &[&str])] = &[
    ("scheme", &[]),
    ("scan", &["scheme"]),
    ("undelimited", &["scheme", "scan"]),
    ("rfc1738", &["scheme"]),
    ("archive", &[]),
    ("outlook", &[]),
    ("unpack", &["outlook"]),
    ("unwrap", &[]),
    (
        "record",
        &["scheme", "scan", "rfc1738", "archive", "unwrap"],
    ),
    (
        "urlsift",
        &[
            "scheme",
            "scan",
            "undelimited",
            "rfc1738",
            "record",
            "archive",
        ],
    ),
    ("search", &["scheme", "record", "urlsift", "unpack"]),
    ("filter", &["record", "urlsift"]),
    ("sort", &[]),
    ("pick", &["scheme", "record", "urlsift", "search"]),
    (
        "harvest",
        &["scheme", "record", "urlsift", "search", "sort"],
    ),
    (
        "cli",
        &[
            "scheme", "record", "urlsift", "search", "filter", "sort", "pick", "harvest",
        ],
    ),
    ("capi", &["record", "urlsift", "search"]),
    ("wasm", &["record", "urlsift"]),
    ("python", &["record", "urlsift", "search", "filter"]),
];

fn crates() -> PathBuf {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.parent().expect("the crates").to_owned()
}

/// Returns the folders of all crates.
fn names() -> Vec<String> {
    let entries = fs::read_dir(crates()).expect("the crates can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| {
            let name = path.file_name().expect("a name");
            name.to_str().expect("ASCII").to_owned()
        })
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    names
}

fn read(name: &str) -> Crate {
    Crate::read(&crates().join(name).join("src"))
}

#[test]
fn files_do_not_import_each_other_in_cycles() {
    let mut circles = Vec::new();
    for name in names() {
        let source = read(&name);
        for circle in find_circles(&source.imports()) {
            circles.push(format!("circle in crates/{name}/src: {circle}"));
        }
    }
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}

#[test]
fn command_layers_import_downwards() {
    let source = read("cli");
    let layer = |file: &str| {
        let is_in = |part: &&str| match part.strip_suffix('/') {
            Some(folder) => file.split('/').next() == Some(folder),
            None => file == *part,
        };
        let found = LAYERS.iter().position(|(_, parts)| parts.iter().any(is_in));
        found.unwrap_or_else(|| panic!("crates/cli/src/{file} is in no layer"))
    };
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (from, imported) in source.imports() {
        let own = layer(&from);
        seen.insert(own);
        for (to, name) in imported {
            let other = layer(&to);
            if other < own {
                let (own, other) = (LAYERS[own].0, LAYERS[other].0);
                wrong.push(format!(
                    "crates/cli/src/{from} ({own}) imports {name} of {to} ({other})"
                ));
            }
        }
    }
    assert_eq!(seen.len(), LAYERS.len(), "a layer without files");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn crates_depend_downwards() {
    let known: BTreeMap<_, _> = CRATES.iter().copied().collect();
    let mut wrong = Vec::new();
    let mut count = 0;
    for name in names() {
        let Some(allowed) = known.get(&*name) else {
            panic!("crates/{name} is missing from CRATES");
        };
        let manifest = crates().join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        for dependency in dependencies(&manifest) {
            count += 1;
            if !allowed.contains(&&*dependency) {
                wrong.push(format!("crates/{name} depends on crates/{dependency}"));
            }
        }
    }
    assert!(count >= 8, "{count} dependencies");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns the folders of the workspace crates that a manifest depends on, without dev-dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_dependency = false;
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            is_dependency = table.ends_with("dependencies") && !table.ends_with("dev-dependencies");
            continue;
        }
        let key = line.split(['.', '=', ' ']).next().unwrap_or_default();
        match key.strip_prefix("urlsift") {
            Some("") if is_dependency => found.push("urlsift".to_owned()),
            Some(rest) if is_dependency => found.push(rest.trim_start_matches('-').to_owned()),
            _ => {}
        }
    }
    found
}

/// Returns one formatted cycle for each group of files that import each other.
fn find_circles(imports: &BTreeMap<String, BTreeMap<String, String>>) -> Vec<String> {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut circles = Vec::new();
    for start in imports.keys() {
        if done.contains(&**start) {
            continue;
        }
        if let Some(circle) = shortest_path_back(imports, start, &done) {
            let mut text = start.clone();
            let mut from: &str = start;
            for to in &circle {
                text.extend([" -> ", to, " (by ", &imports[from][*to], ")"]);
                done.insert(to);
                from = to;
            }
            circles.push(text);
        }
        done.insert(start);
    }
    circles
}

/// Returns the files on the shortest path from a file back to itself that avoids the files in `excluded`.
fn shortest_path_back<'i>(
    imports: &'i BTreeMap<String, BTreeMap<String, String>>,
    start: &str,
    excluded: &BTreeSet<&str>,
) -> Option<Vec<&'i str>> {
    let mut paths_back: Vec<Vec<&str>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    let mut index = 0;
    while let Some(path_back) = paths_back.get(index).cloned() {
        index += 1;
        let at = path_back.last().copied().unwrap_or(start);
        for to in imports[at].keys() {
            let path_back = [&path_back[..], &[&**to]].concat();
            if to == start {
                return Some(path_back);
            }
            if !excluded.contains(&**to) && seen.insert(&**to) {
                paths_back.push(path_back);
            }
        }
    }
    None
}

#[test]
fn detects_cycles() {
    let source = Crate::of(&[
        ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
        (
            "a.rs",
            "use crate::b::inner::{self, B}; pub struct A; fn f() { inner::g() }",
        ),
        ("b/mod.rs", "mod inner; pub(crate) use self::inner::B as C;"),
        ("b/inner.rs", "/* use */ pub struct B(crate::A);"),
        (
            "c.rs",
            "#[cfg(test)] mod tests { use crate::A; } use crate::{b::C, c::D}; struct D;",
        ),
    ]);
    let imports = source.imports();
    let circles = find_circles(&imports);
    assert_eq!(
        circles,
        ["a.rs -> b/inner.rs (by crate::b::inner::B) -> a.rs (by crate::A)"]
    );
    assert_eq!(
        imports["c.rs"].keys().collect::<Vec<_>>(),
        ["b/inner.rs"],
        "an import through a re-export is one of the file that defines the item"
    );
}

#[test]
fn detects_imports_of_ancestors_and_through_modules() {
    let source = Crate::of(&[
        (
            "main.rs",
            "mod x; fn main() { x::y::run(); } const TOP: u8 = 1;",
        ),
        (
            "x.rs",
            "pub mod y; pub mod z { pub fn f() { super::y::run(); } }",
        ),
        (
            "x/y.rs",
            "use super::z; pub fn run() { z::f(); let _ = super::super::TOP; \"crate::no\"; }",
        ),
    ]);
    let circles = find_circles(&source.imports());
    assert_eq!(circles.len(), 1, "{circles:?}");
    let imports = source.imports();
    assert_eq!(imports["main.rs"].keys().collect::<Vec<_>>(), ["x/y.rs"]);
    assert_eq!(
        imports["x/y.rs"].keys().collect::<Vec<_>>(),
        ["main.rs", "x.rs"]
    );
}
