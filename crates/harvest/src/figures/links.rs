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

/// What is counted: what is in columns that are not left out.
#[derive(Debug)]
pub(crate) struct LinkFigures {
    fields: Vec<(Field, Figure)>,
    senders: bool,
    dates: bool,
}

impl LinkFigures {
    pub(crate) fn new(options: &Options) -> Self {
        // The column of each has the name of the field.
        let counted = COUNTED.into_iter();
        Self {
            fields: counted
                .filter(|(field, _)| !options.leaves_out(field.name()))
                .collect(),
            senders: !options.leaves_out("from"),
            dates: !options.leaves_out("date"),
        }
    }

    /// Counts a message with links by its author.
    pub(crate) fn count_message(&self, from: Option<&str>, links: u64, counts: &mut FigureCounts) {
        let amounts = Amounts {
            count: links,
            messages: 1,
            ..Amounts::default()
        };
        if self.senders {
            let address = address(from.unwrap_or_default()).to_lowercase();
            counts.add(Figure::Sender, address.as_bytes(), amounts);
        }
    }

    /// Counts the values of a link, whose message may have a year.
    pub(crate) fn count(
        &self,
        link: &Fields<'_, '_>,
        year: Option<i64>,
        counts: &mut FigureCounts,
    ) {
        let mut damage = Damage::default();
        for &(field, figure) in &self.fields {
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
                Some(Value::Text(text)) => {
                    counts.add(figure, text.as_bytes(), Amounts::ONE);
                    if let (Figure::Host, true, Some(year)) = (figure, self.dates, year) {
                        counts.add_host_of_year(year, &text);
                    }
                }
                None if field != Field::Also => counts.add(figure, b"", Amounts::ONE),
                _ => {}
            }
        }
        damage.finish(counts);
    }
}

/// Returns what is in angle brackets (RFC 5322 §3.4), or else what is before a comment.
fn address(from: &str) -> &str {
    let (text, end) = match from.rfind('<') {
        Some(at) => (&from[at + 1..], '>'),
        None => (from, '('),
    };
    text[..text.find(end).unwrap_or(text.len())].trim()
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
        assert_eq!(LinkFigures::new(&Options::default()).fields, COUNTED);
        let options = Options {
            without: ["scheme", "joins", "from"].map(str::to_owned).into(),
            ..Options::default()
        };
        let left = LinkFigures::new(&options);
        let mut counts = FigureCounts::default();
        left.count_message(Some("a@b.example"), 1, &mut counts);
        assert_eq!(counts.take_sorted(), []);
        let figures = left.fields.into_iter().map(|(_, figure)| figure);
        assert!(figures.eq([
            Figure::Host,
            Figure::Standard,
            Figure::Delimiter,
            Figure::Warning,
            Figure::Guess,
        ]));
    }

    #[test]
    fn messages_are_counted_by_the_address_of_their_author() {
        let figures = LinkFigures::new(&Options::default());
        let mut counts = FigureCounts::default();
        for from in [
            Some("A. B. <Ab@b.example>"),
            Some("ab@B.example (A. B.)"),
            Some("\"a <b>\" <ab@b.example>"),
            Some(" ab@b.example"),
            Some("nobody"),
            None,
        ] {
            figures.count_message(from, 2, &mut counts);
        }
        let sorted = counts.take_sorted();
        let found = sorted.iter().map(|(figure, name, amounts)| {
            let name = str::from_utf8(name).expect("a text");
            (*figure, name, amounts.count, amounts.messages)
        });
        assert!(found.eq([
            (Figure::Sender, "", 2, 1),
            (Figure::Sender, "ab@b.example", 8, 4),
            (Figure::Sender, "nobody", 2, 1),
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
