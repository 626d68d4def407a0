//! The figures of links, from the values of their fields.

use urlsift::{Field, Fields, Value};

use super::{
    counts::FigureCounts,
    damage::{KINDS, damage_warning, join_kinds},
    figure::{Amounts, Figure},
};
use crate::options::Options;

/// The fields that are counted, and as what.
const COUNTED: [(Field, Figure); 7] = [
    (Field::HostAscii, Figure::Host),
    (Field::Scheme, Figure::Scheme),
    (Field::Conforms, Figure::Standard),
    (Field::Delimiter, Figure::Delimiter),
    (Field::Warnings, Figure::Warning),
    (Field::Also, Figure::Guess),
    (Field::Joins, Figure::Join),
];

/// The fields that are counted and whose columns are not left out.
#[derive(Debug)]
pub(crate) struct LinkFigures(Vec<(Field, Figure)>);

impl LinkFigures {
    pub(crate) fn new(options: &Options) -> Self {
        // The column of each has the name of the field.
        let counted = COUNTED.into_iter();
        Self(
            counted
                .filter(|(field, _)| !options.leaves_out(field.name()))
                .collect(),
        )
    }

    /// Counts the values of a link.
    pub(crate) fn count(&self, link: &Fields<'_, '_>, counts: &mut FigureCounts) {
        let mut damage = Damage::default();
        for &(field, figure) in &self.0 {
            match link.get(field) {
                Some(Value::Joins(joins)) => {
                    for join in joins {
                        damage.add_join(join.dropped.names(), join.hyphen.is_some(), counts);
                    }
                }
                Some(Value::Warnings(warnings)) => {
                    for code in warnings.codes() {
                        damage.add_warning(code, counts);
                    }
                }
                Some(Value::Guesses(guesses)) => {
                    for guess in guesses.iter() {
                        counts.add(figure, guess.repair.name().as_bytes(), Amounts::ONE);
                    }
                }
                Some(Value::Name(name)) => counts.add(figure, name.as_bytes(), Amounts::ONE),
                Some(Value::Text(text)) => counts.add(figure, text.as_bytes(), Amounts::ONE),
                None if field != Field::Also => counts.add(figure, b"", Amounts::ONE),
                _ => {}
            }
        }
        damage.finish(counts);
    }
}

/// Whether a link has each kind of damage.
#[derive(Debug, Default)]
struct Damage([bool; KINDS.len()]);

impl Damage {
    /// Counts a join, at which these were dropped, maybe after a hyphen.
    fn add_join<'c>(
        &mut self,
        dropped: impl Iterator<Item = &'c str>,
        has_hyphen: bool,
        counts: &mut FigureCounts,
    ) {
        counts.add(Figure::Join, b"", Amounts::ONE);
        for kind in join_kinds(dropped, has_hyphen) {
            self.0[kind] = true;
            counts.add(Figure::Join, KINDS[kind].as_bytes(), Amounts::ONE);
        }
    }

    /// Counts a warning, if it is not about damage.
    fn add_warning(&mut self, code: &str, counts: &mut FigureCounts) {
        match damage_warning(code) {
            Some(kind) => self.0[kind] = true,
            None => counts.add(Figure::Warning, code.as_bytes(), Amounts::ONE),
        }
    }

    /// Counts each kind of damage of the link once.
    fn finish(self, counts: &mut FigureCounts) {
        if self.0.contains(&true) {
            counts.add(Figure::Damage, b"", Amounts::ONE);
        }
        let kinds = KINDS.iter().zip(self.0);
        for (kind, _) in kinds.filter(|(_, has)| *has) {
            counts.add(Figure::Damage, kind.as_bytes(), Amounts::ONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift::table::LINKS;

    use super::{COUNTED, Damage, Figure, FigureCounts, LinkFigures};
    use crate::options::Options;

    #[test]
    fn fields_whose_columns_are_left_out_are_not_counted() {
        for (field, _) in COUNTED {
            assert!(LINKS.column(field.name()).is_some(), "{}", field.name());
        }
        assert_eq!(LinkFigures::new(&Options::default()).0, COUNTED);
        let options = Options {
            without: vec!["scheme".to_owned(), "joins".to_owned()],
            ..Options::default()
        };
        let left: Vec<_> = LinkFigures::new(&options).0;
        let figures = left.into_iter().map(|(_, figure)| figure);
        assert!(figures.eq([
            Figure::Host,
            Figure::Standard,
            Figure::Delimiter,
            Figure::Warning,
            Figure::Guess,
        ]));
    }

    #[test]
    fn each_link_counts_once_for_each_kind_of_damage() {
        type Joins = &'static [(&'static [&'static str], bool)];
        let mut counts = FigureCounts::default();
        let links: [(Joins, &[&str]); 4] = [
            (&[], &[]),
            (
                &[(&["break", "leader"], false), (&["break"], true)],
                &["spaced"],
            ),
            (&[(&["at"], false)], &["unclosed", "password-in-url"]),
            (&[], &["password-in-url"]),
        ];
        for (joins, warnings) in links {
            let mut damage = Damage::default();
            for (dropped, has_hyphen) in joins {
                damage.add_join(dropped.iter().copied(), *has_hyphen, &mut counts);
            }
            for code in warnings {
                damage.add_warning(code, &mut counts);
            }
            damage.finish(&mut counts);
        }
        let sorted = counts.take_sorted();
        let found: Vec<_> = sorted
            .iter()
            .map(|(figure, name, amounts)| {
                let name = str::from_utf8(name).expect("a code");
                (*figure, name, amounts.count)
            })
            .collect();
        let expected = [
            (Figure::Warning, "password-in-url", 2),
            (Figure::Damage, "", 2),
            (Figure::Damage, "at", 1),
            (Figure::Damage, "break", 1),
            (Figure::Damage, "hyphen", 1),
            (Figure::Damage, "leader", 1),
            (Figure::Damage, "spaced", 1),
            (Figure::Damage, "unclosed", 1),
            (Figure::Join, "", 3),
            (Figure::Join, "at", 1),
            (Figure::Join, "break", 2),
            (Figure::Join, "hyphen", 1),
            (Figure::Join, "leader", 1),
        ];
        assert_eq!(found, expected);
    }
}
