//! Commands to run over hostile inputs in linear time and bounded memory.

use urlsift::Field;

/// A command to run over a pattern.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The name, which is unique.
    pub name: &'static str,
    /// The arguments, without the input.
    pub args: Vec<String>,
    /// Whether it differs from `list` only in how it prints links.
    pub prints_links: bool,
    /// The maximum peak memory in MiB, by the documented limits.
    pub max_peak: u64,
}

/// Patterns and modes, by the prefixes of their names, whose output grows with the product of two lengths. This is
/// documented: each link has the complete `Message-ID` and `Newsgroups` of its message, which are join keys.
const EXEMPT: &[(&str, &str)] = &[
    ("links-of-long-ids", "list --json"),
    ("links-of-long-ids", "list --csv"),
    ("links-of-long-ids", "list --format"),
    ("links-of-many-groups", "list --json"),
    ("links-of-many-groups", "list --csv"),
    ("links-of-many-groups", "list --format"),
];

/// Returns whether the work of a mode may grow faster than the input.
#[must_use]
pub fn is_exempt(pattern: &str, mode: &str) -> bool {
    let mut exempt = EXEMPT.iter();
    exempt.any(|(of, by)| pattern.starts_with(of) && mode.starts_with(by))
}

/// Returns the commands to run over each file: every output format.
#[must_use]
pub fn modes() -> Vec<Mode> {
    // Two threads may take 64 MiB, which includes 28 MiB for members of containers (`docs/LIMITS.md`).
    const SEARCH: u64 = 64;
    // The default `--buffer-size`, and 8 MiB for each index.
    const DEDUP: u64 = SEARCH + 64 + 8;
    let fields = Field::ALL
        .iter()
        .filter(|field| field.is_text())
        .map(|field| format!("{{{}}}", field.name()));
    let format = fields.collect::<Vec<_>>().join("\t");
    let list = |name, args: &[&str], max_peak| Mode {
        name,
        args: ["list", "-j1", "--conforms=none"]
            .iter()
            .chain(args)
            .map(ToString::to_string)
            .collect(),
        prints_links: !args.is_empty(),
        max_peak,
    };
    vec![
        list("list", &[], SEARCH),
        list("list --messages", &["--messages"], SEARCH),
        list("list --json", &["--json"], SEARCH),
        list("list --csv", &["--csv"], SEARCH),
        list("list --format", &["--format", &format], SEARCH),
        list("list --unique", &["--unique"], DEDUP),
        list("list --tally", &["--tally"], DEDUP),
        list("list --all", &["--all", "--www"], SEARCH),
        list("list -C 2", &["-C", "2"], SEARCH + 12),
        Mode {
            name: "info",
            args: vec!["info".into()],
            prints_links: false,
            max_peak: SEARCH,
        },
    ]
}

/// Returns the command that reads lines from its standard input: URLs that a search has found, or lines that no
/// search finds.
#[must_use]
pub fn check() -> Mode {
    Mode {
        name: "check --json",
        args: ["check", "--json"].map(String::from).into(),
        prints_links: false,
        max_peak: 64,
    }
}
