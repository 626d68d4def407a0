//! Records of fields, as input for other programs.

mod columns;
mod format;
mod modifier;
mod placeholder;
mod separated;
mod template;

pub(crate) use columns::{Columns, column_names, field_of_column, guessed_name};
pub(crate) use format::{RecordFormat, RecordPrinter};
pub(crate) use modifier::Modifier;
pub(crate) use placeholder::{CountedNumbers, RelativeNumber, RelativeNumbers};
pub(crate) use separated::{Formulas, write_csv_row, write_tsv_row};
pub(crate) use template::Template;
