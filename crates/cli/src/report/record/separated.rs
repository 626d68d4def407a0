//! `--csv` and `--tsv`: a row for each link.

use std::io;

use csv::{Terminator, Writer, WriterBuilder};
use urlsift_record::{Field, Link, Values};

use crate::term::painter::Painter;

/// The columns. A later version may add columns after the last, and changes none.
const COLUMNS: &[(&str, Field)] = &[
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

/// Returns the names of the columns.
pub(super) fn head(separator: u8) -> Vec<u8> {
    let names: Vec<_> = COLUMNS.iter().map(|(name, _)| name.as_bytes()).collect();
    [&names.join(&separator), &b"\n"[..]].concat()
}

/// Prints a row of RFC 4180 §2, but ended by LF alone.
pub(super) fn csv(out: &mut Vec<u8>, link: &Link, painter: Painter) -> io::Result<()> {
    let mut writer = writer(out);
    let values = Values::of(link);
    let mut shown = Vec::new();
    for &(_, field) in COLUMNS {
        let value = values.get(field);
        if painter.escape {
            shown.clear();
            painter.plain(&mut shown, &value)?;
            writer.write_field(&shown)?;
        } else {
            writer.write_field(value)?;
        }
    }
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}

fn writer(out: &mut Vec<u8>) -> Writer<&mut Vec<u8>> {
    WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .buffer_capacity(1 << 10)
        .from_writer(out)
}

/// Prints a row of text/tab-separated-values, in which no value has a tab or a line break.
pub(super) fn tsv(out: &mut Vec<u8>, link: &Link, painter: Painter) -> io::Result<()> {
    let special = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\');
    let values = Values::of(link);
    for (number, &(_, field)) in COLUMNS.iter().enumerate() {
        if number > 0 {
            out.push(b'\t');
        }
        for chunk in values.get(field).split_inclusive(special) {
            let (before, escape) = match chunk.split_last() {
                Some((b'\t', before)) => (before, "\\t"),
                Some((b'\n', before)) => (before, "\\n"),
                Some((b'\r', before)) => (before, "\\r"),
                Some((b'\\', before)) => (before, "\\\\"),
                _ => (chunk, ""),
            };
            painter.plain(out, before)?;
            out.extend_from_slice(escape.as_bytes());
        }
    }
    out.push(b'\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::writer;

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
            (&many, &quoted),
        ] {
            let mut out = Vec::new();
            writer(&mut out)
                .write_record([value, b"x"])
                .expect("a vector takes everything");
            assert_eq!(out, [expected, b",x\n"].concat());
        }
    }
}
