//! The formats of records.

use std::io;

use urlsift::{Field, Fields, JsonFields, write_link_line};

use super::{
    columns::Columns,
    placeholder::CountedNumbers,
    separated::{self, Buffers, Formulas},
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
    pub(crate) fn print(
        &mut self,
        out: &mut Vec<u8>,
        fields: &Fields<'_, '_>,
        numbers: &mut CountedNumbers,
    ) -> io::Result<()> {
        let buffers = &mut self.buffers;
        let painter = self.painter;
        match self.format {
            RecordFormat::Json(wanted) => {
                write_link_line(out, fields, *wanted, |out, field, _| {
                    numbers.write(out, field);
                });
                Ok(())
            }
            RecordFormat::Template(template) => {
                template.print(out, fields, painter, numbers, &mut buffers.value)
            }
            RecordFormat::Csv(columns, formulas) => {
                separated::csv(out, fields, columns, *formulas, painter, numbers, buffers)
            }
            RecordFormat::Tsv(columns) => {
                separated::tsv(out, fields, columns, painter, numbers, buffers)
            }
        }
    }
}
