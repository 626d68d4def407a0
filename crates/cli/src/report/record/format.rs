//! The formats of records.

use std::io;

use urlsift::{Field, FieldSource, JsonFields, Values, write_link_line};

use super::{
    columns::Columns,
    placeholder::CountedNumbers,
    separated::{self, Formulas},
    source::{Buffers, RecordSource},
    template::Template,
};
use crate::term::painter::Painter;

/// The format of records.
#[derive(Debug)]
pub(crate) enum RecordFormat {
    /// JSON, one object a line.
    Json(JsonFields),
    /// Fields in a template.
    Template(Template),
    /// Comma-separated values (RFC 4180).
    Csv(Columns, Formulas),
    /// Tab-separated values.
    Tsv(Columns),
}

impl RecordFormat {
    /// Returns the header that precedes all records, even if there are none.
    pub(crate) fn head(&self) -> Vec<u8> {
        match self {
            Self::Json(_) | Self::Template(_) => Vec::new(),
            Self::Csv(columns, _) => columns.head(b','),
            Self::Tsv(columns) => columns.head(b'\t'),
        }
    }

    /// Returns whether a NUL, not a line feed, ends each record.
    pub(crate) fn ends_in_nul(&self) -> bool {
        match self {
            Self::Json(_) | Self::Csv(..) | Self::Tsv(_) => false,
            Self::Template(template) => template.ends_in_nul(),
        }
    }

    /// Returns whether lines have to be counted.
    pub(crate) fn has_positions(&self) -> bool {
        self.has_field(|field| matches!(field, Field::Line | Field::Column))
    }

    /// Returns whether a field is printed.
    pub(crate) fn has(&self, field: Field) -> bool {
        self.has_field(|other| other == field)
    }

    /// Returns whether a record shows parts of the URL, or what follows from them, so that it is parsed in any case.
    pub(crate) fn has_parts(&self) -> bool {
        self.has_field(|field| {
            matches!(
                field,
                Field::Scheme | Field::Host | Field::Port | Field::Warnings
            )
        })
    }

    fn has_field(&self, is_wanted: impl Fn(Field) -> bool) -> bool {
        match self {
            Self::Json(fields) => {
                let mut all = Field::ALL.iter().copied();
                all.any(|field| fields.contains(field) && is_wanted(field))
            }
            Self::Template(template) => template.fields().any(is_wanted),
            Self::Csv(columns, _) | Self::Tsv(columns) => columns.fields().any(is_wanted),
        }
    }

    /// Returns a printer of records, which is used for several of them.
    pub(crate) fn printer(&self, painter: Painter) -> RecordPrinter<'_> {
        RecordPrinter {
            format: self,
            painter,
            buffers: Buffers::default(),
        }
    }
}

/// Prints records. Its buffers are reused from one record to the next.
#[derive(Debug)]
pub(crate) struct RecordPrinter<'f> {
    format: &'f RecordFormat,
    painter: Painter,
    buffers: Buffers,
}

impl RecordPrinter<'_> {
    /// Prints the record of a link. The values that [count](Field::is_counted) from the start of the source are those
    /// in `numbers`.
    pub(crate) fn print<'l>(
        &mut self,
        out: &mut Vec<u8>,
        values: &Values<'_, 'l, impl FieldSource<'l>>,
        numbers: &mut CountedNumbers,
    ) -> io::Result<()> {
        let buffers = &mut self.buffers;
        let record = RecordSource {
            values,
            painter: self.painter,
            numbers,
        };
        match self.format {
            RecordFormat::Json(fields) => {
                write_link_line(out, values, *fields, |out, field, _| {
                    record.numbers.write(out, field);
                });
                Ok(())
            }
            RecordFormat::Template(template) => template.print(out, record, &mut buffers.value),
            RecordFormat::Csv(columns, formulas) => {
                separated::csv(out, record, columns, *formulas, buffers)
            }
            RecordFormat::Tsv(columns) => separated::tsv(out, record, columns, buffers),
        }
    }
}
