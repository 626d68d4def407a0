//! The items that the sources declare.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::LazyLock,
};

use regex::Regex;
use urlsift_tests::cases;

/// The items of each file that was queried.
#[derive(Default)]
pub(super) struct Sources(BTreeMap<String, BTreeSet<String>>);

impl Sources {
    /// Returns whether `path: item` exists.
    pub(super) fn contains(&mut self, name: &str) -> bool {
        let Some((path, item)) = name.split_once(": ") else {
            return false;
        };
        let items = self.0.entry(path.to_string()).or_insert_with(|| {
            let path = cases::corpus().join("..").join(path);
            items(&fs::read_to_string(path).unwrap_or_default())
        });
        items.contains(item)
    }
}

/// Returns the items that a source declares: functions, types, constants, modules, variants, and those that a
/// macro generates from a line such as `ftptype: Specific::Ftp { .. } => ..;`.
fn items(source: &str) -> BTreeSet<String> {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| {
        let declared = r"(?:pub(?:\([a-z]+\))? )?(?:(?:const )?fn|struct|enum|const|mod|type|macro_rules!) (\w+)";
        // A variant, or an entry in a macro's list: alone, with a payload, or with a value.
        let listed = r"([A-Z]\w*)(?:,$|\(\w+\),$| = | \{$)";
        let of_macro = r"([a-z]\w*): [A-Z]\w*::";
        let item = format!(r"(?m)^\s*(?:{declared}|{listed}|{of_macro})");
        Regex::new(&item).expect("a regular expression")
    });
    let names = ITEM.captures_iter(source);
    names
        .filter_map(|found| found.iter().skip(1).flatten().next())
        .map(|name| name.as_str().to_string())
        .collect()
}
