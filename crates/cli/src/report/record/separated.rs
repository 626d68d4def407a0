//! `--csv` and `--tsv`: a row for each hit.

use std::io;

use super::{Recorded, field::Field};
use crate::sheet::What;

/// The columns. A later version may add some behind the last, and changes none.
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

/// The names of the columns.
pub(super) fn head(separator: u8) -> Vec<u8> {
    let names: Vec<_> = COLUMNS.iter().map(|(name, _)| name.as_bytes()).collect();
    [&names.join(&separator), &b"\n"[..]].concat()
}

/// A row as RFC 4180 §2 has it, but that LF alone ends it.
pub(super) fn csv(
    out: &mut Vec<u8>,
    recorded: Recorded<'_, '_>,
    mark: impl FnMut(usize, What),
) -> io::Result<()> {
    row(out, recorded, b',', mark, |out, value| {
        let mut shown = Vec::new();
        recorded.painter.plain(&mut shown, value)?;
        quote(out, &shown);
        Ok(())
    })
}

/// A row as text/tab-separated-values has it, where no value holds a tab or a line break.
pub(super) fn tsv(
    out: &mut Vec<u8>,
    recorded: Recorded<'_, '_>,
    mark: impl FnMut(usize, What),
) -> io::Result<()> {
    let special = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\');
    row(out, recorded, b'\t', mark, |out, value| {
        for chunk in value.split_inclusive(special) {
            let (before, escape) = match chunk.split_last() {
                Some((b'\t', before)) => (before, "\\t"),
                Some((b'\n', before)) => (before, "\\n"),
                Some((b'\r', before)) => (before, "\\r"),
                Some((b'\\', before)) => (before, "\\\\"),
                _ => (chunk, ""),
            };
            recorded.painter.plain(out, before)?;
            out.extend_from_slice(escape.as_bytes());
        }
        Ok(())
    })
}

fn row(
    out: &mut Vec<u8>,
    recorded: Recorded<'_, '_>,
    separator: u8,
    mut mark: impl FnMut(usize, What),
    write: impl Fn(&mut Vec<u8>, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    for (number, &(_, field)) in COLUMNS.iter().enumerate() {
        if number > 0 {
            out.push(separator);
        }
        match recorded.deferred(field) {
            Some(what) => mark(out.len(), what),
            None => write(out, &field.value(&recorded))?,
        }
    }
    out.push(b'\n');
    Ok(())
}

/// Writes a value, in quotation marks where it needs them (RFC 4180 §2.6, §2.7).
fn quote(out: &mut Vec<u8>, value: &[u8]) {
    let special = |byte: &u8| matches!(byte, b'"' | b',' | b'\n' | b'\r');
    if !value.iter().any(special) {
        out.extend_from_slice(value);
        return;
    }
    out.push(b'"');
    for chunk in value.split_inclusive(|&byte| byte == b'"') {
        out.extend_from_slice(chunk);
        if chunk.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotation_marks_are_where_they_have_to_be() {
        for (value, expected) in [
            (&b""[..], &b""[..]),
            (b"a b", b"a b"),
            (b"a,b", b"\"a,b\""),
            (b"say \"a\"", b"\"say \"\"a\"\"\""),
            (b"\"", b"\"\"\"\""),
            (b"a\nb", b"\"a\nb\""),
            (b"a\r", b"\"a\r\""),
            (b"\xff\0'", b"\xff\0'"),
        ] {
            let mut out = Vec::new();
            quote(&mut out, value);
            assert_eq!(out, expected);
        }
        let mut out = Vec::new();
        quote(&mut out, &b"\"a".repeat(1000));
        assert_eq!(out, [&b"\""[..], &b"\"\"a".repeat(1000), b"\""].concat());
    }
}
