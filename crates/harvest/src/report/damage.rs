//! How links were damaged and repaired.

/// A kind of damage.
#[derive(Clone, Copy, Debug)]
pub(super) struct DamageKind {
    /// The code in the tables: something that was dropped at a join, `hyphen`, or a warning.
    pub(super) code: &'static str,
    pub(super) label: &'static str,
    pub(super) is_join: bool,
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
pub(super) const KINDS: [DamageKind; 10] = [
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

/// Counts damaged links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Damage {
    /// The number of links with each kind.
    pub(super) links: [u64; KINDS.len()],
    /// The number of joins with each kind.
    pub(super) joins: [u64; KINDS.len()],
    /// The number of links with any kind.
    pub(super) damaged: u64,
    /// The number of all joins.
    pub(super) all_joins: u64,
}

/// Returns the index of the kind of damage that a warning is, if it is one.
pub(super) fn damage_warning(code: &[u8]) -> Option<usize> {
    KINDS
        .iter()
        .position(|kind| !kind.is_join && kind.code.as_bytes() == code)
}

impl Damage {
    /// Counts a link.
    pub(super) fn add<'l>(
        &mut self,
        joins: impl Iterator<Item = &'l [u8]>,
        warnings: impl Iterator<Item = &'l [u8]>,
    ) {
        let mut has = [false; KINDS.len()];
        for join in joins {
            self.all_joins += 1;
            for kind in join_kinds(join) {
                self.joins[kind] += 1;
                has[kind] = true;
            }
        }
        for kind in warnings.filter_map(damage_warning) {
            has[kind] = true;
        }
        for (links, has) in self.links.iter_mut().zip(has) {
            *links += u64::from(has);
        }
        self.damaged += u64::from(has.contains(&true));
    }
}

/// Returns the kinds of a join such as `-11:break+leader`.
fn join_kinds(join: &[u8]) -> impl Iterator<Item = usize> {
    let hyphen: &[u8] = if join.starts_with(b"-") {
        b"hyphen"
    } else {
        b""
    };
    let dropped = join.split(|&byte| byte == b':').nth(1).unwrap_or_default();
    let codes = dropped.split(|&byte| byte == b'+').chain([hyphen]);
    codes.filter_map(|code| {
        KINDS
            .iter()
            .position(|kind| kind.is_join && kind.code.as_bytes() == code)
    })
}

#[cfg(test)]
mod tests {
    use super::{Damage, KINDS};

    #[test]
    fn each_link_counts_once_for_each_kind() {
        let mut damage = Damage::default();
        let links: [(&[&str], &[&str]); 4] = [
            (&[], &[]),
            (&["11:break+leader", "-20:break"], &["spaced"]),
            (&["3:at"], &["unclosed", "password-in-url"]),
            (&[], &["password-in-url"]),
        ];
        for (joins, warnings) in links {
            damage.add(
                joins.iter().map(|join| join.as_bytes()),
                warnings.iter().map(|code| code.as_bytes()),
            );
        }
        let counts: Vec<_> = KINDS
            .iter()
            .zip(damage.links.iter().zip(damage.joins))
            .filter(|(_, (links, _))| **links > 0)
            .map(|(kind, (&links, joins))| (kind.code, links, joins))
            .collect();
        let expected = [
            ("break", 1, 2),
            ("leader", 1, 1),
            ("at", 1, 1),
            ("hyphen", 1, 1),
            ("spaced", 1, 0),
            ("unclosed", 1, 0),
        ];
        assert_eq!(counts, expected);
        assert_eq!((damage.damaged, damage.all_joins), (2, 3));
    }
}
