//! How links were damaged and repaired.

/// A kind of damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamageKind {
    /// The code in the tables: something that was dropped at a join, `hyphen`, or a warning.
    pub(crate) code: &'static str,
    pub(crate) label: &'static str,
    pub(crate) is_join: bool,
}

const fn join(code: &'static str, label: &'static str) -> DamageKind {
    DamageKind {
        code,
        label,
        is_join: true,
    }
}

const fn warning(code: &'static str, label: &'static str) -> DamageKind {
    DamageKind {
        code,
        label,
        is_join: false,
    }
}

/// All kinds of damage.
pub(crate) const KINDS: [DamageKind; 10] = [
    join("break", "Broken over lines"),
    join("leader", "Quote mark dropped"),
    join("space", "Blanks dropped"),
    join("at", "At-sign restored"),
    join("hyphen", "Hyphen at a line’s end"),
    warning("spaced", "Blanks inside"),
    warning("ragged-quote", "Uneven quote marks"),
    warning("doubtful-close", "Doubtful end"),
    warning("unclosed", "Not closed"),
    warning("trailing-text", "Text before the end"),
];

/// Returns the index of the kind of damage that a warning is, if it is one.
pub(super) fn damage_warning(code: &str) -> Option<usize> {
    let mut kinds = KINDS.iter();
    kinds.position(|kind| !kind.is_join && kind.code == code)
}

/// Returns the indices of the kinds of a join, at which these were dropped, maybe after a hyphen.
pub(super) fn join_kinds<'c>(
    dropped: impl Iterator<Item = &'c str>,
    has_hyphen: bool,
) -> impl Iterator<Item = usize> {
    let codes = dropped.chain(has_hyphen.then_some("hyphen"));
    codes.filter_map(|code| {
        let mut kinds = KINDS.iter();
        kinds.position(|kind| kind.is_join && kind.code == code)
    })
}
