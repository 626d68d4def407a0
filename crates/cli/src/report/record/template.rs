//! `--format`: what stands in a record, and what between.

use std::{fmt::Write as _, io, io::Write as _, iter::Peekable, str::Chars};

use urlsift_record::{Field, Link, Values, write_escaped};

use crate::term::painter::Painter;

/// Fields, and the text around them.
#[derive(Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
}

impl Template {
    /// Reads a template. A line break is added, if it does not end in one, or in a NUL.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn new(template: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template.chars().peekable();
        while let Some(char) = rest.next() {
            match char {
                '\\' => text.push(escape(rest.next())?),
                '{' if rest.next_if_eq(&'{').is_some() => text.push('{'),
                '}' if rest.next_if_eq(&'}').is_some() => text.push('}'),
                '}' => return Err("a } that closes nothing; write }} for a brace".into()),
                '{' => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(Piece::Field(field(&mut rest)?));
                }
                other => text.push(other),
            }
        }
        if !text.ends_with(['\n', '\0']) {
            text.push('\n');
        }
        pieces.push(Piece::Text(text));
        Ok(Self { pieces })
    }

    pub(super) fn has_positions(&self) -> bool {
        let counted = [Field::Line, Field::Column];
        let mut pieces = self.pieces.iter();
        pieces.any(|piece| matches!(piece, Piece::Field(field) if counted.contains(field)))
    }

    pub(super) fn print(&self, out: &mut Vec<u8>, link: &Link, painter: Painter) -> io::Result<()> {
        let values = Values::of(link);
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(field) if painter.escape => write_escaped(out, &values.get(*field))?,
                Piece::Field(field) => write_whole(out, &values.get(*field))?,
            }
        }
        Ok(())
    }
}

/// What stands for itself nowhere else.
fn escape(escaped: Option<char>) -> Result<char, String> {
    match escaped {
        Some('t') => Ok('\t'),
        Some('n') => Ok('\n'),
        Some('r') => Ok('\r'),
        Some('0') => Ok('\0'),
        Some('\\') => Ok('\\'),
        Some(other) => Err(format!(
            "no \\{other}; there are \\t, \\n, \\r, \\0 and \\\\"
        )),
        None => Err("a \\ at its end; write \\\\ for a backslash".into()),
    }
}

/// The field up to the next brace.
fn field(rest: &mut Peekable<Chars<'_>>) -> Result<Field, String> {
    let mut name = String::new();
    loop {
        match rest.next() {
            Some('}') => break,
            Some(char) => name.push(char),
            None => return Err("a { that nothing closes; write {{ for a brace".into()),
        }
    }
    Field::named(&name).ok_or_else(|| {
        let mut error = format!("no field '{name}'; there are");
        for known in Field::ALL {
            let _ = write!(error, " {}", known.name());
        }
        error
    })
}

/// Writes a value that must not end a record, nor look as if it did; it is exact, but for control
/// characters.
fn write_whole(out: &mut Vec<u8>, value: &[u8]) -> io::Result<()> {
    for chunk in value.split_inclusive(u8::is_ascii_control) {
        match chunk.split_last() {
            Some((last, before)) if last.is_ascii_control() => {
                out.extend_from_slice(before);
                write!(out, "\\x{last:02x}")?;
            }
            _ => out.extend_from_slice(chunk),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Field, Piece, Template, write_whole};

    #[test]
    fn braces_and_escapes_stand_for_what_they_say() {
        let pieces = |template: &str| Template::new(template).map(|template| template.pieces);
        let text = |text: &str| Piece::Text(text.into());
        assert_eq!(pieces(""), Ok(vec![text("\n")]));
        assert_eq!(pieces(r"a\n"), Ok(vec![text("a\n")]));
        assert_eq!(pieces(r"{{\t\\\r}}\0"), Ok(vec![text("{\t\\\r}\0")]));
        assert_eq!(
            pieces("{url}\u{e9}{message.id}"),
            Ok(vec![
                Piece::Field(Field::Url),
                text("\u{e9}"),
                Piece::Field(Field::MessageId),
                text("\n"),
            ])
        );
        assert_eq!(
            pieces(r"{{{url}}}\n\0\t"),
            Ok(vec![text("{"), Piece::Field(Field::Url), text("}\n\0\t\n"),])
        );
    }

    #[test]
    fn every_name_is_its_own() {
        for (index, &field) in Field::ALL.iter().enumerate() {
            assert_eq!(Field::named(field.name()), Some(field));
            assert!(!Field::ALL[..index].contains(&field), "{}", field.name());
        }
    }

    #[test]
    fn values_have_no_controls() {
        let whole = |value: &[u8]| {
            let mut out = Vec::new();
            write_whole(&mut out, value).expect("a vector takes all");
            out
        };
        assert_eq!(whole(b"a\r\nb\t"), br"a\x0d\x0ab\x09");
        assert_eq!(whole(b"\x00\x7f\x1b"), br"\x00\x7f\x1b");
        assert_eq!(whole(b"\xff \\ \xc2\x85"), b"\xff \\ \xc2\x85");
        assert_eq!(whole(b""), b"");
    }
}
