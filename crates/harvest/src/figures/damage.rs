//! How links were damaged and repaired.

/// The kinds of damage: first what is dropped where a link is joined, then the warnings of the text.
pub(crate) const KINDS: [&str; 10] = [
    "break",
    "leader",
    "space",
    "at",
    "hyphen",
    "spaced",
    "ragged-quote",
    "doubtful-close",
    "unclosed",
    "trailing-text",
];

/// The number of kinds that are joins.
pub(crate) const JOINS: usize = 5;

/// Returns the index of the kind of damage that a warning is, if it is one.
pub(super) fn damage_warning(code: &str) -> Option<usize> {
    let warnings = KINDS[JOINS..].iter().position(|kind| *kind == code)?;
    Some(JOINS + warnings)
}

/// Returns the indices of the kinds of a join, at which these were dropped, maybe after a hyphen.
pub(super) fn join_kinds<'c>(
    dropped: impl Iterator<Item = &'c str>,
    has_hyphen: bool,
) -> impl Iterator<Item = usize> {
    let codes = dropped.chain(has_hyphen.then_some("hyphen"));
    codes.filter_map(|code| KINDS[..JOINS].iter().position(|kind| *kind == code))
}
