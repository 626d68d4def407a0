//! Writes the values of fields to their columns.

use urlsift_scan::{Hyphen, Join};

use super::{
    column::{Column, ColumnType},
    number::{bounds, int32, int64, milliseconds},
    row::{RowWriter, write_lossy, write_none},
};
use crate::{Field, fields::Fields, value::Value};

/// Writes the values of fields of a link to their columns. A value is computed only if one of its columns is wanted.
pub(super) fn write_fields(link: &Fields<'_, '_>, fields: &[Field], row: &mut impl RowWriter) {
    for &field in fields {
        let columns = field.columns();
        let wanted = row.wants(columns.len());
        let value = wanted.then(|| link.get(field)).flatten();
        write_value(value, columns, row);
    }
}

/// Writes a value to some of the columns of its field.
#[inline]
pub(super) fn write_value(value: Option<Value<'_>>, columns: &[Column], row: &mut impl RowWriter) {
    let has_exact = columns.len() > 1;
    // The bytes of a text that is not UTF-8.
    let mut exact = None;
    let bytes;
    match value {
        Some(Value::Bytes(text)) => {
            bytes = text;
            exact = write_lossy(&bytes, row);
        }
        Some(Value::Cut { bytes, .. }) => exact = write_lossy(bytes, row),
        Some(Value::Text(text)) => row.string(Some(&text)),
        Some(Value::Name(name)) => row.string(Some(name)),
        Some(Value::Number(number)) => write_number(number, columns, row),
        Some(Value::Flag(flag)) => row.bool(flag),
        Some(Value::Date(seconds)) => row.timestamp(milliseconds(seconds)),
        Some(Value::Strings(items)) => row.strings(items),
        Some(Value::Readings(readings)) => {
            row.strings(
                readings
                    .iter()
                    .map(|reading| String::from_utf8_lossy(reading)),
            );
        }
        Some(Value::Guesses(guesses)) => row.strings(guesses.iter().map(|guess| {
            let url = String::from_utf8_lossy(&guess.url);
            format!("{}:{url}", guess.repair)
        })),
        Some(Value::Joins(joins)) => row.strings(joins.iter().map(join)),
        Some(Value::Pieces(pieces)) => row.int64s(pieces.flat_map(bounds)),
        Some(Value::Range(range)) => row.int64s(bounds(range)),
        Some(Value::Problems { problems, .. }) => row.problems(problems),
        Some(Value::Warnings(warnings)) => row.strings(warnings.codes()),
        None => return write_none(columns, row),
    }
    if has_exact {
        row.binary(exact);
    }
}

/// Writes a number to a column of its type. A number that is too large for a column that may be null is null.
fn write_number(number: u64, columns: &[Column], row: &mut impl RowWriter) {
    row.int(match columns {
        [column, ..] if column.column_type == ColumnType::Int32 => Some(int32(number).into()),
        [column, ..] if column.is_nullable => number.try_into().ok(),
        _ => Some(int64(number)),
    });
}

/// Returns a join such as `11:break+leader`, prefixed with `-` if a hyphen precedes the join, or with `~` if a
/// typesetter's hyphen was dropped there.
fn join(join: &Join) -> String {
    let mut text = String::with_capacity(32);
    match join.hyphen {
        Some(Hyphen::Kept) => text.push('-'),
        Some(Hyphen::Soft | Hyphen::Typeset) => text.push('~'),
        None => {}
    }
    text.push_str(itoa::Buffer::new().format(join.url_at));
    for (index, name) in join.dropped.names().enumerate() {
        text.push(if index == 0 { ':' } else { '+' });
        text.push_str(name);
    }
    text
}
