//! The output of `--tally`.

use std::{borrow::Cow, io};

use super::{
    json,
    record::{Formulas, write_csv_row, write_tsv_row},
    tally::Counted,
};
use crate::{
    select::{compare::TallyBy, tally_row::RowWidth},
    term::painter::Painter,
};

/// The form in which counted rows are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TallyForm {
    /// The count as in `uniq -c`, and the values with tabs between them.
    Text,
    /// Comma-separated values with a header row.
    Csv(Formulas),
    /// Tab-separated values with a header row.
    Tsv,
    /// An object a line.
    Json,
}

/// How counted rows are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tallied<'k> {
    pub(crate) form: TallyForm,
    /// What is counted: the columns of a row.
    pub(crate) keys: &'k [TallyBy],
    pub(crate) painter: Painter,
}

impl Tallied<'_> {
    /// Prints the header row, if the form has one.
    pub(crate) fn print_head(self, out: &mut Vec<u8>) -> io::Result<()> {
        if matches!(self.form, TallyForm::Text | TallyForm::Json) {
            return Ok(());
        }
        let names = self.keys.iter().map(|key| key.name().into_bytes().into());
        let names: Vec<Cow<'_, [u8]>> = names.collect();
        self.print_separated(out, &names, "count")
    }

    /// Prints a counted row.
    pub(crate) fn print(self, out: &mut Vec<u8>, counted: &Counted) -> io::Result<()> {
        let values = RowWidth(self.keys.len()).values(&counted.text);
        match self.form {
            TallyForm::Text => self.print_text(out, &values, counted.count),
            TallyForm::Json => json::tallied(out, self.keys, &values, counted.count),
            TallyForm::Csv(_) | TallyForm::Tsv => {
                let mut buffer = itoa::Buffer::new();
                self.print_separated(out, &values, buffer.format(counted.count))
            }
        }
    }

    fn print_text(self, out: &mut Vec<u8>, values: &[Cow<'_, [u8]>], count: u64) -> io::Result<()> {
        let mut buffer = itoa::Buffer::new();
        let count = buffer.format(count);
        let padding = &b"       "[count.len().min(7)..];
        out.extend_from_slice(padding);
        out.extend_from_slice(count.as_bytes());
        for (index, (value, key)) in values.iter().zip(self.keys).enumerate() {
            out.push(if index == 0 { b' ' } else { b'\t' });
            let text = if value.is_empty() {
                key.absent().as_bytes()
            } else {
                value
            };
            self.painter.plain(out, text)?;
        }
        out.push(b'\n');
        Ok(())
    }

    fn print_separated(
        self,
        out: &mut Vec<u8>,
        values: &[Cow<'_, [u8]>],
        last: &str,
    ) -> io::Result<()> {
        let values = values.iter().map(|value| &**value).chain([last.as_bytes()]);
        match self.form {
            TallyForm::Csv(formulas) => write_csv_row(out, values, self.painter, formulas),
            _ => write_tsv_row(out, values, self.painter),
        }
    }
}
