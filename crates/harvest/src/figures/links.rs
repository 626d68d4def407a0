//! The figures of links, from the values of their rows.

use urlsift::table::{LINKS, RowWriter};
use urlsift_search::rfc1738::Problem;

use super::{
    counts::FigureCounts,
    damage::{KINDS, damage_warning, join_kinds},
    figure::{Amounts, Figure},
};
use crate::options::Options;

/// Which columns of the table `links` are counted, and how.
#[derive(Debug)]
pub(crate) struct LinkFigures {
    /// The figure of each column that is counted and not left out.
    columns: [Option<Figure>; LINKS.columns.len()],
}

impl LinkFigures {
    pub(crate) fn new(options: &Options) -> Self {
        let mut columns = [None; LINKS.columns.len()];
        for (figure, column) in columns.iter_mut().zip(LINKS.columns) {
            if !options.leaves_out(column.name) {
                *figure = figure_of(column.name);
            }
        }
        Self { columns }
    }

    /// Writes a row, and counts its values.
    pub(crate) fn count<R: RowWriter>(
        &self,
        row: &mut R,
        counts: &mut FigureCounts,
        write: impl FnOnce(&mut CountedRow<'_, R>),
    ) {
        let mut row = CountedRow {
            row,
            counts,
            columns: &self.columns,
            damage: [false; KINDS.len()],
        };
        write(&mut row);
        row.finish();
    }
}

/// Returns the figure that a column is counted by.
fn figure_of(column: &str) -> Option<Figure> {
    Some(match column {
        "host_ascii" => Figure::Host,
        "scheme" => Figure::Scheme,
        "conforms" => Figure::Standard,
        "delimiter" => Figure::Delimiter,
        "warnings" => Figure::Warning,
        "also" => Figure::Guess,
        "joins" => Figure::Join,
        _ => return None,
    })
}

/// Counts the values of a row while they are written.
pub(crate) struct CountedRow<'r, R> {
    row: &'r mut R,
    counts: &'r mut FigureCounts,
    /// The figures of the columns that have not been written.
    columns: &'r [Option<Figure>],
    /// Whether the link has each kind of damage.
    damage: [bool; KINDS.len()],
}

impl<R> CountedRow<'_, R> {
    /// Returns the figure of the next column.
    fn next(&mut self) -> Option<Figure> {
        let (figure, rest) = self.columns.split_first()?;
        self.columns = rest;
        *figure
    }

    /// Counts each kind of damage of the link once.
    fn finish(self) {
        if !self.damage.contains(&true) {
            return;
        }
        self.counts.add(Figure::Damage, b"", Amounts::ONE);
        let kinds = KINDS.iter().zip(self.damage);
        for (kind, _) in kinds.filter(|(_, has)| *has) {
            let code = kind.code.as_bytes();
            self.counts.add(Figure::Damage, code, Amounts::ONE);
        }
    }
}

/// Counts an item of a list.
fn count_item(
    figure: Figure,
    item: &str,
    counts: &mut FigureCounts,
    damage: &mut [bool; KINDS.len()],
) {
    match figure {
        Figure::Join => {
            counts.add(Figure::Join, b"", Amounts::ONE);
            for kind in join_kinds(item) {
                damage[kind] = true;
                let code = KINDS[kind].code.as_bytes();
                counts.add(Figure::Join, code, Amounts::ONE);
            }
        }
        Figure::Warning => match damage_warning(item) {
            Some(kind) => damage[kind] = true,
            None => counts.add(Figure::Warning, item.as_bytes(), Amounts::ONE),
        },
        figure => {
            // A guess is written as `reason:url`.
            let name = item.split(':').next().unwrap_or_default();
            counts.add(figure, name.as_bytes(), Amounts::ONE);
        }
    }
}

macro_rules! uncounted {
    ($($name:ident($type:ty);)*) => {
        $(
            fn $name(&mut self, value: $type) {
                self.next();
                self.row.$name(value);
            }
        )*
    };
}

impl<R: RowWriter> RowWriter for CountedRow<'_, R> {
    fn string(&mut self, value: Option<&str>) {
        if let Some(figure) = self.next() {
            let name = value.unwrap_or_default().as_bytes();
            self.counts.add(figure, name, Amounts::ONE);
        }
        self.row.string(value);
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        let Some(figure) = self.next() else {
            return self.row.strings(items);
        };
        let (counts, damage) = (&mut *self.counts, &mut self.damage);
        let counted = items
            .into_iter()
            .inspect(|item| count_item(figure, item.as_ref(), counts, damage));
        self.row.strings(counted);
    }

    uncounted! {
        binary(Option<&[u8]>);
        hash([u8; 16]);
        bool(bool);
        int(Option<i64>);
        timestamp(Option<i64>);
        int64s(impl IntoIterator<Item = i64>);
        problems(&[Problem]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, FigureCounts, KINDS, LinkFigures, count_item, figure_of};
    use crate::options::Options;

    #[test]
    fn columns_that_are_left_out_are_not_counted() {
        let figures = |options: &Options| {
            let columns = LinkFigures::new(options).columns;
            columns.into_iter().flatten().collect::<Vec<_>>()
        };
        let all = figures(&Options::default());
        assert_eq!(all.len(), 7, "{all:?}");
        let options = Options {
            without: vec!["scheme".to_owned(), "joins".to_owned()],
            ..Options::default()
        };
        let left = figures(&options);
        let expected = all
            .into_iter()
            .filter(|figure| ![Figure::Scheme, Figure::Join].contains(figure));
        assert!(left.into_iter().eq(expected));
        assert_eq!(figure_of("url"), None);
    }

    #[test]
    fn each_link_counts_once_for_each_kind_of_damage() {
        let mut counts = FigureCounts::default();
        let links: [(&[&str], &[&str]); 4] = [
            (&[], &[]),
            (&["11:break+leader", "-20:break"], &["spaced"]),
            (&["3:at"], &["unclosed", "password-in-url"]),
            (&[], &["password-in-url"]),
        ];
        for (joins, warnings) in links {
            let mut damage = [false; KINDS.len()];
            for (figure, items) in [(Figure::Warning, warnings), (Figure::Join, joins)] {
                for item in items {
                    count_item(figure, item, &mut counts, &mut damage);
                }
            }
            let row = super::CountedRow {
                row: &mut (),
                counts: &mut counts,
                columns: &[],
                damage,
            };
            row.finish();
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
