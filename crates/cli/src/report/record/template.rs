//! `--format`: a template of fields.

use std::{borrow::Cow, io, io::Write as _, iter::Peekable, str::Chars};

use urlsift::{Field, Fields, write_escaped};

use super::{
    columns::{column_names, field_of_column, guessed_name},
    modifier::Modifier,
    placeholder::CountedNumbers,
};
use crate::term::painter::Painter;

/// Fields, and the text around them.
#[derive(Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field, Vec<Modifier>),
}

impl Template {
    /// Parses a template. A line break is added if it does not end in one, or in a NUL.
    ///
    /// # Errors
    ///
    /// The reason, if it is invalid.
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
                    pieces.push(field(&mut rest)?);
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

    /// Returns whether a NUL, not a line feed, ends each record.
    pub(super) fn ends_in_nul(&self) -> bool {
        matches!(self.pieces.last(), Some(Piece::Text(text)) if text.ends_with('\0'))
    }

    /// Returns the fields in it.
    pub(super) fn fields(&self) -> impl Iterator<Item = Field> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field(field, _) => Some(*field),
            Piece::Text(_) => None,
        })
    }

    /// Prints the record of a link.
    pub(super) fn print(
        &self,
        out: &mut Vec<u8>,
        fields: &Fields<'_, '_>,
        painter: Painter,
        numbers: &mut CountedNumbers,
        buffer: &mut Vec<u8>,
    ) -> io::Result<()> {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(field, _) if field.is_counted() => {
                    if fields.get(*field).is_some() {
                        numbers.write(out, *field);
                    }
                }
                Piece::Field(field, modifiers) => {
                    let value = fields.get(*field);
                    let value = value.as_ref().map_or(&b""[..], |value| value.text(buffer));
                    let modify = |value: Cow<'_, [u8]>, modifier: &Modifier| {
                        Cow::Owned(modifier.apply(&value).into_owned())
                    };
                    let value = modifiers.iter().fold(value.into(), modify);
                    if painter.escape {
                        write_escaped(out, &value)?;
                    } else {
                        write_value(out, &value)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the character of an escape, given the one after the backslash.
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

/// Parses the name of a field, and modifiers after it, up to the closing brace.
fn field(rest: &mut Peekable<Chars<'_>>) -> Result<Piece, String> {
    let mut name = String::new();
    loop {
        match rest.next() {
            Some('}') => break,
            Some(char) => name.push(char),
            None => return Err("a { that nothing closes; write {{ for a brace".into()),
        }
    }
    let mut parts = name.split('|');
    let name = parts.next().unwrap_or_default();
    let named = Field::named(name).filter(|field| field.is_text());
    let field = named.or_else(|| field_of_column(name)).ok_or_else(|| {
        if let Some(right) = guessed_name(name) {
            return format!("no field '{name}'; write {{{right}}}");
        }
        let known = Field::ALL.iter().filter(|field| field.is_text());
        let all: Vec<_> = known
            .map(|field| field.name())
            .chain(column_names())
            .collect();
        format!("no field '{name}'; there are {}", all.join(" "))
    })?;
    let modifiers = parts.map(Modifier::named).collect::<Result<_, _>>()?;
    Ok(Piece::Field(field, modifiers))
}

/// Writes a value exactly, except control characters, which could end a record: these are written as `\xNN`.
fn write_value(out: &mut Vec<u8>, value: &[u8]) -> io::Result<()> {
    let has_controls = value
        .iter()
        .fold(false, |any, byte| any | byte.is_ascii_control());
    if !has_controls {
        out.extend_from_slice(value);
        return Ok(());
    }
    for part in value.split_inclusive(u8::is_ascii_control) {
        match part.split_last() {
            Some((last, before)) if last.is_ascii_control() => {
                out.extend_from_slice(before);
                write!(out, "\\x{last:02x}")?;
            }
            _ => out.extend_from_slice(part),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Field, Modifier, Piece, Template, write_value};

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
                Piece::Field(Field::Url, Vec::new()),
                text("\u{e9}"),
                Piece::Field(Field::MessageId, Vec::new()),
                text("\n"),
            ])
        );
        let modified = Piece::Field(Field::Url, vec![Modifier::Defang, Modifier::Md]);
        assert_eq!(pieces("{url|defang|md}"), Ok(vec![modified, text("\n")]));
        assert!(pieces("{url|}").is_err());
        assert_eq!(
            pieces(r"{{{url}}}\n\0\t"),
            Ok(vec![
                text("{"),
                Piece::Field(Field::Url, Vec::new()),
                text("}\n\0\t\n"),
            ])
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
        let written = |value: &[u8]| {
            let mut out = Vec::new();
            write_value(&mut out, value).expect("a vector takes all");
            out
        };
        assert_eq!(written(b"a\r\nb\t"), br"a\x0d\x0ab\x09");
        assert_eq!(written(b"\x00\x7f\x1b"), br"\x00\x7f\x1b");
        assert_eq!(written(b"\xff \\ \xc2\x85"), b"\xff \\ \xc2\x85");
        assert_eq!(written(b""), b"");
    }
}
