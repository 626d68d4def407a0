//! The columns of `--csv` and `--tsv`.

use urlsift::Field;

/// The columns of a table where `--fields` names none. A later version may add columns after the last, and changes
/// none.
const DEFAULT: &[(&str, Field)] = &[
    ("url", Field::Url),
    ("conforms", Field::Conforms),
    ("scheme", Field::Scheme),
    ("host", Field::Host),
    ("port", Field::Port),
    ("path", Field::Path),
    ("line", Field::Line),
    ("column", Field::Column),
    ("offset", Field::Offset),
    ("end", Field::End),
    ("date", Field::MessageDate),
    ("from", Field::MessageFrom),
    ("subject", Field::MessageSubject),
    ("newsgroups", Field::MessageNewsgroups),
    ("message_id", Field::MessageId),
    ("part", Field::MessagePart),
    ("type", Field::MessageType),
    ("header", Field::MessageHeader),
    ("warnings", Field::Warnings),
    ("resolved", Field::Resolved),
];

/// The columns of a table.
#[derive(Debug)]
pub(crate) struct Columns(Vec<Column>);

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    name: &'static str,
    pub(super) field: Field,
}

impl Columns {
    /// Returns the columns of these names, or the default ones if there are no names. A column is named as in the
    /// default table or as in the JSON, and its head is the name that was given.
    ///
    /// # Errors
    ///
    /// The first name that no column has.
    pub(crate) fn named(names: &[String]) -> Result<Self, &str> {
        if names.is_empty() {
            let columns = DEFAULT.iter();
            let columns = columns.map(|&(name, field)| Column { name, field });
            return Ok(Self(columns.collect()));
        }
        let columns = names.iter().map(|name| named(name).ok_or(name.as_str()));
        columns.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the columns with more, which only some flags have.
    pub(crate) fn with(mut self, fields: impl IntoIterator<Item = Field>) -> Self {
        let columns = fields.into_iter().map(|field| Column {
            name: field.name(),
            field,
        });
        self.0.extend(columns);
        self
    }

    /// Returns the first line of the table: the names of the columns.
    pub(super) fn head(&self, separator: u8) -> Vec<u8> {
        let names = self.0.iter().map(|column| column.name.as_bytes());
        let names: Vec<_> = names.collect();
        [&names.join(&separator), &b"\n"[..]].concat()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Column> {
        self.0.iter()
    }

    /// Returns the fields that are the values of a row.
    pub(super) fn fields(&self) -> impl Iterator<Item = Field> {
        self.iter().map(|column| column.field)
    }
}

fn named(name: &str) -> Option<Column> {
    let default = DEFAULT.iter().find(|(column, _)| *column == name);
    let field = || {
        let field = Field::named(name).filter(|field| field.is_text())?;
        Some((field.name(), field))
    };
    let (name, field) = default.copied().or_else(field)?;
    Some(Column { name, field })
}

/// Returns the field of a column of the default table.
pub(crate) fn field_of_column(name: &str) -> Option<Field> {
    let column = DEFAULT.iter().find(|(column, _)| *column == name);
    column.map(|&(_, field)| field)
}

/// Returns the names of default columns that differ from their fields.
pub(crate) fn column_names() -> impl Iterator<Item = &'static str> {
    let names = DEFAULT.iter().filter(|(name, field)| *name != field.name());
    names.map(|&(name, _)| name)
}

/// What people call fields, and their names.
const GUESSED: &[(&str, &str)] = &[
    ("anchor label", "text"),
    ("author sender", "from"),
    ("file filename filepath mailbox", "path"),
    ("group newsgroup", "newsgroups"),
    ("hostname server", "host"),
    ("href link uri", "url"),
    ("id message-id messageid msgid", "message_id"),
    ("kind", "delimiter"),
    ("line_number lineno", "line"),
    ("standard valid", "conforms"),
    ("time timestamp", "date"),
    ("title", "subject"),
];

/// Returns the name of a field that people call otherwise.
pub(crate) fn guessed_name(guess: &str) -> Option<&'static str> {
    let mut rows = GUESSED.iter();
    let (_, name) = rows.find(|(guesses, _)| guesses.split(' ').any(|known| known == guess))?;
    Some(name)
}
