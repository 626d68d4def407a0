//! Reads the tables of unit tests from a TOML file beside the test: arrays of strings, or of arrays of strings.
//!
//! This is a crate of its own because the test kit depends on the crates whose unit tests need it.

/// A row that is a string or a tuple of strings.
pub trait Row {
    /// Returns the row with these cells.
    fn of(cells: &[&'static str]) -> Self;
}

impl Row for &'static str {
    fn of(cells: &[&'static str]) -> Self {
        let &[text] = cells else {
            panic!("more than a string: {cells:?}");
        };
        text
    }
}

/// Implements [`Row`] for a tuple of strings.
macro_rules! row {
    ($($cell:ident: $string:ty),*) => {
        impl Row for ($($string),*) {
            fn of(cells: &[&'static str]) -> Self {
                let &[$($cell),*] = cells else {
                    panic!("another number of cells: {cells:?}");
                };
                ($($cell),*)
            }
        }
    };
}

row!(a: &'static str, b: &'static str);
row!(a: &'static str, b: &'static str, c: &'static str);
row!(a: &'static str, b: &'static str, c: &'static str, d: &'static str);

/// Returns the words of a command line.
#[must_use]
pub fn words(line: &'static str) -> &'static [&'static str] {
    line.split_whitespace().collect::<Vec<_>>().leak()
}

/// Returns the bytes that a text with the escapes of byte strings stands for.
///
/// # Panics
///
/// Panics if an escape is unknown.
#[must_use]
pub fn unescaped(text: &str) -> &'static [u8] {
    let mut pieces = text.split('\\');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    while let Some(piece) = pieces.next() {
        let (byte, rest) = match piece.as_bytes() {
            [] => (b'\\', pieces.next().unwrap_or_default()),
            [b'n', ..] => (b'\n', &piece[1..]),
            [b'r', ..] => (b'\r', &piece[1..]),
            [b't', ..] => (b'\t', &piece[1..]),
            _ => {
                let digits = piece.strip_prefix('x').expect("a known escape");
                let byte = u8::from_str_radix(&digits[..2], 16).expect("two digits");
                (byte, &digits[2..])
            }
        };
        bytes.push(byte);
        bytes.extend(rest.bytes());
    }
    bytes.leak()
}

/// What the macros call.
pub mod read {
    use toml::{Table, Value};

    use super::{Row, unescaped, words};

    /// Returns the cells of each row of a table, those that are no strings as TOML writes them.
    ///
    /// # Panics
    ///
    /// Panics if there is no such table, or if it is empty or has other rows.
    #[must_use]
    pub fn cells(source: &str, name: &str) -> Vec<&'static [&'static str]> {
        let tables: Table = source.parse().expect("TOML");
        cells_of(name, &tables[name])
    }

    fn cells_of(name: &str, rows: &Value) -> Vec<&'static [&'static str]> {
        let rows = rows.as_array().expect("an array");
        assert!(!rows.is_empty(), "{name} is empty");
        let cell = |value: &Value| -> &'static str {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Boolean(flag) => flag.to_string(),
                Value::Integer(number) => number.to_string(),
                _ => panic!("no cell: {value:?}"),
            };
            text.leak()
        };
        let row = |value: &Value| -> &'static [_] {
            let cells = value.as_array().map(Vec::as_slice);
            let cells = cells.unwrap_or(std::slice::from_ref(value));
            cells.iter().map(cell).collect::<Vec<_>>().leak()
        };
        rows.iter().map(row).collect()
    }

    /// Returns the rows of all tables of a section, which are pairs, each after the name of its table.
    ///
    /// # Panics
    ///
    /// Panics if there is no such section, or if a table is empty or has other rows.
    #[must_use]
    pub fn cases(source: &str, section: &str) -> Vec<(String, &'static str, &'static str)> {
        let sections: Table = source.parse().expect("TOML");
        let tables = sections[section].as_table().expect("a section").iter();
        let of_table = |(name, rows): (&String, &Value)| {
            let name = name.clone();
            let cells = cells_of(&name, rows).into_iter();
            cells.map(move |row| {
                let (input, expected) = Row::of(row);
                (name.clone(), input, expected)
            })
        };
        tables.flat_map(of_table).collect()
    }

    /// Returns the rows of a table.
    #[must_use]
    pub fn rows<R: Row>(source: &str, name: &str) -> Vec<R> {
        let cells = cells(source, name).into_iter();
        cells.map(R::of).collect()
    }

    /// Returns the strings of a table.
    #[must_use]
    pub fn lines(source: &str, name: &str) -> Vec<&'static str> {
        rows(source, name)
    }

    /// Returns the rows of a table, each of them a string and a list of others.
    #[must_use]
    pub fn lists(source: &str, name: &str) -> Vec<(&'static str, &'static [&'static str])> {
        let cells = cells(source, name).into_iter();
        cells.map(|row| (row[0], &row[1..])).collect()
    }

    /// Returns the rows of a table, each of them a string, and another one if there is one.
    #[must_use]
    pub fn options(source: &str, name: &str) -> Vec<(&'static str, Option<&'static str>)> {
        let rows = lists(source, name).into_iter();
        rows.map(|(text, rest)| (text, rest.first().copied()))
            .collect()
    }

    /// Returns the rows of a table, each of them a string and whether it is `true`.
    #[must_use]
    pub fn flags(source: &str, name: &str) -> Vec<(&'static str, bool)> {
        let rows = rows(source, name).into_iter();
        rows.map(|(text, flag)| (text, flag == "true")).collect()
    }

    /// Returns the strings of a table, in which the escapes of byte strings stand for bytes.
    #[must_use]
    pub fn bytes(source: &str, name: &str) -> Vec<&'static [u8]> {
        lines(source, name).into_iter().map(unescaped).collect()
    }

    /// Returns the command lines of a table, as their words.
    #[must_use]
    pub fn commands(source: &str, name: &str) -> Vec<&'static [&'static str]> {
        lines(source, name).into_iter().map(words).collect()
    }
}

/// Defines a macro for each of these functions, which reads the table of a file beside the test.
macro_rules! readers {
    ($dollar:tt $($name:ident)*) => {
        $(
            /// Reads a table of a file beside this one with the function of this name.
            #[macro_export]
            macro_rules! $name {
                ($dollar file:literal, $dollar table:expr) => {
                    $crate::read::$name(include_str!($dollar file), $dollar table)
                };
            }
        )*
    };
}

readers!($ cases rows lines lists options flags bytes commands);
