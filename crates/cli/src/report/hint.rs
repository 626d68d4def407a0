//! Hints at what a search has not selected.

use std::fmt;

use indicatif::HumanCount;
use urlsift_search::Delimiter;

use super::summary::Counts;

/// Returns that no links in angle brackets were selected.
pub(crate) fn no_delimited(is_narrowed: bool) -> &'static str {
    if is_narrowed {
        "no delimited URLs match"
    } else {
        "no delimited URLs"
    }
}

/// The links of other kinds that would be selected.
#[derive(Debug, Default)]
pub(crate) struct OtherLinks {
    pub(crate) counts: Counts<Delimiter>,
    /// Whether links in angle brackets had to match a pattern or a filter.
    pub(crate) is_narrowed: bool,
    /// Whether counting ended before the inputs did.
    pub(crate) is_partial: bool,
}

impl OtherLinks {
    /// Returns the hint if some links were selected.
    pub(crate) fn more_than(&self, selected: u64) -> String {
        let links = if selected == 1 { "link" } else { "links" };
        let least = if self.is_partial { "at least " } else { "" };
        let more = HumanCount(self.counts.total());
        let selected = HumanCount(selected);
        format!("{selected} {links} in angle brackets; {least}{more} more without: --all")
    }
}

/// The hint if none were selected.
impl fmt::Display for OtherLinks {
    /// Writes `no delimited URLs; 12 bare and 3 in HTML attributes: try --all`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(no_delimited(self.is_narrowed))?;
        f.write_str(if self.is_partial { "; at least " } else { "; " })?;
        let groups: Vec<_> = self
            .counts
            .iter()
            .map(|(kind, count)| format!("{count} {}", description(kind)))
            .collect();
        match groups.split_last() {
            Some((last, [])) => f.write_str(last)?,
            Some((last, others)) => write!(f, "{} and {last}", others.join(", "))?,
            None => {}
        }
        f.write_str(": try --all")
    }
}

fn description(kind: Delimiter) -> &'static str {
    match kind {
        Delimiter::Prefix => "after URL:",
        Delimiter::Quote => "in quotation marks",
        Delimiter::Attribute => "in HTML attributes",
        Delimiter::Bare => "bare",
        _ => "in angle brackets",
    }
}

#[cfg(test)]
mod tests {
    use urlsift_search::Delimiter;

    use super::OtherLinks;

    #[test]
    fn kinds_are_listed() {
        let mut links = OtherLinks::default();
        links.counts.add(Delimiter::Attribute);
        assert_eq!(
            links.to_string(),
            "no delimited URLs; 1 in HTML attributes: try --all"
        );
        for _ in 0..2 {
            links.counts.add(Delimiter::Bare);
        }
        assert_eq!(
            links.to_string(),
            "no delimited URLs; 2 bare and 1 in HTML attributes: try --all"
        );
        links.counts.add(Delimiter::Quote);
        links.is_partial = true;
        links.is_narrowed = true;
        assert_eq!(
            links.to_string(),
            "no delimited URLs match; at least 1 in quotation marks, 2 bare and 1 in HTML attributes: try --all"
        );
    }
}
