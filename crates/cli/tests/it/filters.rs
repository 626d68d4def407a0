//! Tests for filters, which select messages, parts and URLs.

mod archives;

use urlsift_tables::lines;

use crate::support::run;

#[test]
fn help_lists_every_filter() {
    let flags = lines!("filters.toml", "help_lists_every_filter");
    for command in ["list", "grep"] {
        let help = run(&[command, "--help"]);
        let (_, rows) = help.out().split_once("\nSelection:\n").expect("a heading");
        let (rows, _) = rows.split_once("\nOutput:\n").expect("the next heading");
        let named = rows.lines().filter_map(|row| row.strip_prefix("      --"));
        let named: Vec<_> = named
            .map(|row| row.split(' ').next().expect("a name"))
            .collect();
        assert!(named.ends_with(&flags), "{named:?}");
    }
}
