//! Checks which way the code imports: the layers of the command in one direction, crates in one direction, and files of
//! a crate not in a circle. Cargo forbids circles of crates, but not circles of files, nor a dependency that skips
//! upwards in the table.
//!
//! A circle is reported as `crates/x/src: a.rs -> b.rs (by crate::b::Name) -> a.rs (by super::Other)`: move the items
//! that both need to another file. Imports are `use` declarations and paths in code. An import through a re-export
//! counts as one of the file that defines the item. Tests are ignored.

mod imports;

use std::{collections::BTreeMap, fs, path::PathBuf};

use imports::{Crate, Imports};
use toml::{Table, Value};

/// The layers of the command, highest first: a file or a folder each. A layer may import itself and those below it.
const LAYERS: [&str; 7] = [
    "lib.rs", "commands", "flags", "options", "report", "select", "term",
];

/// The crates of the workspace on which each crate may depend, by folder.
const CRATES: [(&str, &str); 17] = [
    ("scheme", ""),
    ("suffix", ""),
    ("scan", "scheme"),
    ("rfc1738", "scheme suffix"),
    ("archive", "outlook"),
    ("outlook", ""),
    ("unpack", "outlook"),
    ("urlsift", "scheme scan rfc1738 archive"),
    ("search", "scheme urlsift unpack"),
    ("select", "scheme urlsift"),
    ("settle", "scan rfc1738"),
    ("pick", "scheme urlsift search select"),
    ("harvest", "scheme urlsift search select settle"),
    ("cli", "scheme urlsift search select settle pick harvest"),
    ("capi", "urlsift search select"),
    ("wasm", "scan urlsift select"),
    ("python", "urlsift search select harvest cli"),
];

/// Returns the folder of each crate, by its name.
fn crates() -> BTreeMap<String, PathBuf> {
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates");
    let entries = fs::read_dir(all).expect("the crates can be listed");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    let folders = folders.filter(|folder| folder.join("Cargo.toml").is_file());
    folders
        .map(|folder| {
            let name = folder.file_name().expect("a name").display().to_string();
            (name, folder)
        })
        .collect()
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    for (name, folder) in crates() {
        let circle = circle(&Crate::read(&folder.join("src")).imports());
        assert_eq!(circle, None, "crates/{name}/src");
    }
}

#[test]
fn layers_of_the_command_import_downwards() {
    let layer = |file: &str| {
        let top = file.split('/').next();
        let found = LAYERS.iter().position(|layer| top == Some(layer));
        found.unwrap_or_else(|| panic!("crates/cli/src/{file} is in no layer"))
    };
    let imports = Crate::read(&crates()["cli"].join("src")).imports();
    let mut seen = [false; LAYERS.len()];
    for (from, imported) in &imports {
        seen[layer(from)] = true;
        for (to, name) in imported {
            assert!(layer(from) <= layer(to), "{from} imports {name} of {to}");
        }
    }
    assert_eq!(seen, [true; LAYERS.len()], "a layer without files");
}

#[test]
fn crates_depend_downwards() {
    let crates = crates();
    assert!(crates.keys().eq(BTreeMap::from(CRATES).keys()));
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(crates[name].join("Cargo.toml")).expect("a manifest");
        let manifest: Table = manifest.parse().expect("TOML");
        let targets = manifest.get("target").and_then(Value::as_table);
        let targets = targets.into_iter().flat_map(Table::values);
        let tables = targets
            .filter_map(|target| target.get("dependencies"))
            .chain(manifest.get("dependencies"));
        let all = tables.flat_map(|table| table.as_table().expect("a table").keys());
        let own = all.filter_map(|key| key.strip_prefix("urlsift"));
        let own = own.map(|rest| rest.strip_prefix('-').unwrap_or("urlsift"));
        for other in own {
            let is_allowed = allowed.split(' ').any(|name| name == other);
            assert!(is_allowed, "crates/{name} depends on crates/{other}");
        }
    }
}

/// Returns a circle of files, if there is one.
fn circle(imports: &Imports) -> Option<String> {
    // Without the files that import no other one, and then without those that import only them, only circles are left
    // and what leads to them.
    let mut left = imports.clone();
    loop {
        let before = left.len();
        let all = left.clone();
        left.retain(|_, imported| imported.keys().any(|to| all.contains_key(to)));
        if left.len() == before {
            break;
        }
    }
    let mut path = vec![left.keys().next()?];
    loop {
        let from = path[path.len() - 1];
        let to = left[from].keys().find(|to| left.contains_key(*to))?;
        if let Some(start) = path.iter().position(|file| *file == to) {
            let pairs = path[start..]
                .iter()
                .zip(path[start + 1..].iter().chain([&to]));
            let steps = pairs.map(|(from, to)| format!(" -> {to} (by {})", left[*from][*to]));
            return Some(format!("{to}{}", steps.collect::<String>()));
        }
        path.push(to);
    }
}
