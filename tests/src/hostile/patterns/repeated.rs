//! Inputs that repeat one construct: the rows of `repeated.toml`.

use urlsift_tables::rows;

use super::super::{
    candidate, message,
    pattern::{Pattern, in_messages, repeat, repeated},
};

/// The name, what precedes, and what is repeated.
type Row = (&'static str, &'static str, &'static str);

/// Returns all of them.
pub(super) fn all() -> Vec<Pattern> {
    let field = |(name, start, unit): Row| {
        in_messages(name, move |room| {
            format!("{start}{}\n\n<http://a/>\n", repeat(unit, room))
        })
    };
    let url = |(name, start, middle, end): (&'static str, _, _, _)| {
        let unit = candidate(start, middle, end) + "\n";
        Pattern::new(name, move |size| repeat(&unit, size).into())
    };
    of(rows!("repeated.toml", "texts"), str::to_owned)
        .chain(rows!("repeated.toml", "urls").into_iter().map(url))
        .chain(rows!("repeated.toml", "fields").into_iter().map(field))
        .chain(of(rows!("repeated.toml", "encodings"), |fields| {
            message(fields, "")
        }))
        .chain(of(rows!("repeated.toml", "pages"), |start| {
            message("Content-Type: text/html\n", start)
        }))
        .chain(of(rows!("repeated.toml", "archived"), |start| {
            format!("<html>{start}")
        }))
        .collect()
}

/// Returns the patterns of some rows, with the head that a function makes of what precedes.
fn of(rows: Vec<Row>, head: fn(&str) -> String) -> impl Iterator<Item = Pattern> {
    let rows = rows.into_iter();
    rows.map(move |(name, start, unit)| repeated(name, head(start), unit))
}
