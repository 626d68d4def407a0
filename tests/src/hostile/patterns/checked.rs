//! Lines for `check`, longer than any candidate.

use urlsift_tables::rows;

use super::super::pattern::{Pattern, repeat};

/// The maximum length of a line that `check` reads.
const MAX_LINE: usize = 1 << 20;

/// Returns lines that each repeat one construct.
pub(super) fn lines() -> Vec<Pattern> {
    let all = rows!("checked.toml", "lines");
    let pattern = |(name, start, unit, end): (&'static str, _, _, _)| {
        let build = move |size: usize| {
            let ends = str::len(start) + str::len(end) + 1;
            let line = [start, &repeat(unit, size.saturating_sub(ends)), end, "\n"].concat();
            line.into_bytes()
        };
        Pattern::new(name, build).at_most(MAX_LINE - 64).of_urls()
    };
    let lines = Pattern::new("check-lines", |size| {
        repeat("http://a/\n", size).into_bytes()
    });
    let empty = Pattern::new("check-empty-lines", |size| repeat("\n", size).into_bytes());
    let lines = [lines, empty].map(Pattern::of_urls);
    all.into_iter().map(pattern).chain(lines).collect()
}
