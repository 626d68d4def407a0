//! `--csv` and `--tsv`: a row for each link.

use std::io;

use urlsift::{Fields, Value};

use super::{columns::Columns, placeholder::CountedNumbers};
use crate::term::painter::Painter;

/// How a value is written that a spreadsheet takes for a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formulas {
    /// As it is.
    Exact,
    /// Prefixed with `'`.
    Escaped,
}

/// Buffers for values.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// For a value that the link does not hold as bytes.
    pub(super) value: Vec<u8>,
    /// For a value that is escaped for a terminal.
    escaped: Vec<u8>,
}

/// Prints a row of RFC 4180 §2, but ended by LF alone.
pub(super) fn csv(
    out: &mut Vec<u8>,
    fields: &Fields<'_, '_>,
    columns: &Columns,
    formulas: Formulas,
    painter: Painter,
    numbers: &mut CountedNumbers,
    buffers: &mut Buffers,
) -> io::Result<()> {
    let Buffers { value, escaped } = buffers;
    let is_empty = write_row(out, fields, columns, b',', numbers, |out, field| {
        let text = field.text(value);
        if field.is_plain() || text.is_empty() {
            out.extend_from_slice(text);
            return Ok(());
        }
        print_csv_value(out, text, painter, formulas, escaped)
    })?;
    if is_empty {
        // A row of one empty value would be an empty line, which readers skip.
        out.extend_from_slice(b"\"\"");
    }
    out.push(b'\n');
    Ok(())
}

/// Prints a row of text/tab-separated-values, in which no value has a tab or a line break.
pub(super) fn tsv(
    out: &mut Vec<u8>,
    fields: &Fields<'_, '_>,
    columns: &Columns,
    painter: Painter,
    numbers: &mut CountedNumbers,
    buffers: &mut Buffers,
) -> io::Result<()> {
    let buffer = &mut buffers.value;
    write_row(out, fields, columns, b'\t', numbers, |out, field| {
        let text = field.text(buffer);
        if field.is_plain() {
            return painter.plain(out, text);
        }
        print_tsv_value(out, text, painter)
    })?;
    out.push(b'\n');
    Ok(())
}

/// Prints a row of values that do not belong to a link, as [`csv`] does. There is more than one.
pub(crate) fn write_csv_row<'v>(
    out: &mut Vec<u8>,
    values: impl Iterator<Item = &'v [u8]>,
    painter: Painter,
    formulas: Formulas,
) -> io::Result<()> {
    let mut escaped = Vec::new();
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        print_csv_value(out, value, painter, formulas, &mut escaped)?;
    }
    out.push(b'\n');
    Ok(())
}

/// Prints a row of values that do not belong to a link, as [`tsv`] does.
pub(crate) fn write_tsv_row<'v>(
    out: &mut Vec<u8>,
    values: impl Iterator<Item = &'v [u8]>,
    painter: Painter,
) -> io::Result<()> {
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push(b'\t');
        }
        print_tsv_value(out, value, painter)?;
    }
    out.push(b'\n');
    Ok(())
}

/// Prints a value of CSV as a terminal or a file may have it. `escaped` is a buffer.
fn print_csv_value(
    out: &mut Vec<u8>,
    value: &[u8],
    painter: Painter,
    formulas: Formulas,
    escaped: &mut Vec<u8>,
) -> io::Result<()> {
    if painter.escape {
        escaped.clear();
        painter.plain(escaped, value)?;
        write_csv_value(out, escaped, formulas);
    } else {
        write_csv_value(out, value, formulas);
    }
    Ok(())
}

/// Prints a value of TSV, in which no tab and no line break is left.
fn print_tsv_value(out: &mut Vec<u8>, value: &[u8], painter: Painter) -> io::Result<()> {
    if !contains(value, *b"\t\n\r\\") {
        return painter.plain(out, value);
    }
    let is_special = |byte| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\');
    for part in value.split_inclusive(|&byte| is_special(byte)) {
        let (before, escape) = match part.split_last() {
            Some((b'\t', before)) => (before, "\\t"),
            Some((b'\n', before)) => (before, "\\n"),
            Some((b'\r', before)) => (before, "\\r"),
            Some((b'\\', before)) => (before, "\\\\"),
            _ => (part, ""),
        };
        painter.plain(out, before)?;
        out.extend_from_slice(escape.as_bytes());
    }
    Ok(())
}

/// Writes the values of a row with separators between them, without a line break. Returns whether nothing was written
/// and nothing will be filled in.
fn write_row(
    out: &mut Vec<u8>,
    fields: &Fields<'_, '_>,
    columns: &Columns,
    separator: u8,
    numbers: &mut CountedNumbers,
    mut write_value: impl FnMut(&mut Vec<u8>, &Value<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let start = out.len();
    for (index, column) in columns.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        match fields.get(column.field) {
            Some(_) if column.field.is_counted() => numbers.write(out, column.field),
            Some(value) => write_value(out, &value)?,
            None => {}
        }
    }
    Ok(out.len() == start && numbers.placeholders() == 0)
}

/// Writes a value, in quotation marks where it has to be.
pub(super) fn write_csv_value(out: &mut Vec<u8>, value: &[u8], formulas: Formulas) {
    let prefix: &[u8] = if formulas == Formulas::Escaped && is_formula(value) {
        b"'"
    } else {
        b""
    };
    if !contains(value, *b",\"\r\n") {
        out.extend_from_slice(prefix);
        out.extend_from_slice(value);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(prefix);
    for part in value.split_inclusive(|&byte| byte == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

/// Returns whether a spreadsheet takes a value for a formula. Some drop a tab or a CR in front of one.
fn is_formula(value: &[u8]) -> bool {
    matches!(value, [b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r', ..])
}

/// Returns whether a value contains one of these bytes.
fn contains<const N: usize>(value: &[u8], special: [u8; N]) -> bool {
    const LANES: usize = 16;
    let is_special = |byte: u8| {
        let count = |count, &special: &u8| count | u8::from(byte == special);
        special.iter().fold(0, count) != 0
    };
    // Without branches, so that the compiler makes vector instructions of it.
    let has_special = |bytes: &[u8; LANES]| {
        let any = |any, &byte: &u8| any | is_special(byte);
        bytes.iter().fold(false, any)
    };
    match value.last_chunk() {
        // The last bytes cover what remains after the whole chunks.
        Some(last) => has_special(last) || value.as_chunks().0.iter().any(has_special),
        None => value.iter().any(|&byte| is_special(byte)),
    }
}

#[cfg(test)]
mod tests {
    use csv_core::{Terminator, WriterBuilder};
    use proptest::{collection::vec, prelude::*};

    use super::{Formulas, write_csv_value};

    fn csv(value: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        write_csv_value(&mut out, value, Formulas::Exact);
        out
    }

    #[test]
    fn values_are_quoted_where_they_have_to_be() {
        let many = b"\"a".repeat(1000);
        let quoted = [&b"\""[..], &b"\"\"a".repeat(1000), b"\""].concat();
        for (value, expected) in [
            (&b""[..], &b""[..]),
            (b"a b", b"a b"),
            (b"a,b", b"\"a,b\""),
            (b"say \"a\"", b"\"say \"\"a\"\"\""),
            (b"\"", b"\"\"\"\""),
            (b"a\nb", b"\"a\nb\""),
            (b"a\r", b"\"a\r\""),
            (b"\xff\0'", b"\xff\0'"),
            (b"0123456789abcdef", b"0123456789abcdef"),
            (b",0123456789abcdef", b"\",0123456789abcdef\""),
            (&many, &quoted),
        ] {
            assert_eq!(csv(value), expected);
        }
    }

    proptest! {
        /// By another implementation.
        #[test]
        fn values_are_quoted_as_by_csv_core(
            value in vec(prop_oneof![4 => Just(b'a'), 1 => any::<u8>(), 1 => Just(b'"'), 1 => Just(b',')], 1..60),
        ) {
            let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).build();
            let mut expected = vec![0; 2 * value.len() + 3];
            let (_, _, len) = writer.field(&value, &mut expected);
            let (_, end) = writer.terminator(&mut expected[len..]);
            expected.truncate(len + end - 1);
            prop_assert_eq!(csv(&value), expected);
        }
    }
}
