//! The files in `packaging` name every manual page and shell completion script that `--generate` makes.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::run;

/// The files, and whether they keep the scripts of all shells. The others install the completions of the shells that
/// have a directory for them on every system.
const RECIPES: [(&str, bool); 4] = [
    ("build", true),
    ("arch/PKGBUILD", false),
    ("homebrew/urlsift.rb", false),
    ("nix/default.nix", false),
];

const INSTALLED: [&str; 3] = ["bash", "zsh", "fish"];

/// Returns the values of `--generate`, which the command lists in the error for any other.
fn documents() -> BTreeSet<String> {
    let output = run(&["--generate", "nothing"]);
    assert_eq!(output.status, 2);
    let (_, list) = output
        .err()
        .split_once("possible values: ")
        .expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    list.split(", ").map(str::to_owned).collect()
}

/// Returns the words of a text. A hyphen joins words, so that `man-list` is one.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|byte: char| !byte.is_ascii_alphanumeric() && byte != '-')
        .collect()
}

#[test]
fn every_recipe_names_every_document() {
    let documents = documents();
    let (pages, scripts): (Vec<_>, Vec<_>) = documents
        .iter()
        .map(String::as_str)
        .partition(|name| name.starts_with("man"));
    let shells: Vec<_> = scripts
        .iter()
        .map(|name| name.strip_prefix("complete-").expect("a script"))
        .collect();
    assert!(pages.len() >= 8 && shells.len() >= 4, "{documents:?}");
    assert!(INSTALLED.iter().all(|shell| shells.contains(shell)));

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    for (recipe, has_all) in RECIPES {
        let text = fs::read_to_string(folder.join(recipe)).expect("a recipe");
        let list = text.lines().find(|line| line.contains("man-list"));
        let list = words(list.unwrap_or_else(|| panic!("{recipe} names no pages")));
        let named: BTreeSet<_> = list
            .into_iter()
            .filter(|word| *word == "man" || word.starts_with("man-"))
            .collect();
        assert_eq!(named, pages.iter().copied().collect(), "{recipe}");

        let lines = text.lines();
        let lists = lines.filter(|line| line.contains("shell") || line.contains("complete-"));
        let named: BTreeSet<_> = lists
            .flat_map(words)
            .map(|word| word.strip_prefix("complete-").unwrap_or(word))
            .collect();
        let wanted: &[&str] = if has_all { &shells } else { &INSTALLED };
        for shell in wanted {
            assert!(named.contains(shell), "{recipe}: {shell}");
        }
    }
}

/// A release has one version. These files are no members of the workspace, and say it themselves.
#[test]
fn other_packages_have_the_same_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let version = env!("CARGO_PKG_VERSION");
    for file in ["js/package.json", "js/thunderbird/manifest.json"] {
        let text = fs::read_to_string(root.join(file)).expect("a file");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["version"], version, "{file}");
    }
    let package = fs::read_to_string(root.join("crates/python/Cargo.toml")).expect("a file");
    let line = format!("version = \"{version}\"");
    assert_eq!(
        package.lines().find(|line| line.starts_with("version")),
        Some(&*line)
    );
    let lock = fs::read_to_string(root.join("crates/python/Cargo.lock")).expect("a file");
    let own = lock
        .split("\n\n")
        .filter(|package| package.contains("name = \"urlsift"));
    let own: Vec<_> = own.collect();
    assert!(own.len() > 10);
    for package in own {
        assert!(package.contains(&line), "{package}");
    }
}
