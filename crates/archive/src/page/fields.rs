//! The fields of a message on an archiver's page.

use std::fmt::Write as _;

use crate::decode::{PageCharset, decode_references};

/// The maximum number of bytes of a value that are read.
const MAX_VALUE: usize = 8 << 10;

/// A field, by the archiver that writes it and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldName {
    Id,
    /// The date as the sender wrote it, or as Pipermail shows it.
    Date,
    /// The date in UTC, in 14 digits.
    IsoDate,
    /// The sender, with name and address.
    From,
    /// The same in the cipher of `MHonArc`.
    CipheredFrom,
    /// The name of the sender, and the address.
    Name,
    Email,
    Subject,
    InReplyTo,
    Reference,
    Charset,
}

/// The names of fields in comments of `MHonArc` before a colon.
const MHONARC: [(&[u8], FieldName); 6] = [
    (b"X-Message-Id", FieldName::Id),
    (b"X-Date", FieldName::Date),
    (b"X-From", FieldName::From),
    (b"X-From-R13", FieldName::CipheredFrom),
    (b"X-Subject", FieldName::Subject),
    (b"X-Reference", FieldName::Reference),
];

/// The names of fields in comments of Hypermail before an equals sign.
const HYPERMAIL: [(&[u8], FieldName); 8] = [
    (b"id", FieldName::Id),
    (b"sent", FieldName::Date),
    (b"isosent", FieldName::IsoDate),
    (b"name", FieldName::Name),
    (b"email", FieldName::Email),
    (b"subject", FieldName::Subject),
    (b"inreplyto", FieldName::InReplyTo),
    (b"charset", FieldName::Charset),
];

/// The maximum number of fields.
const MAX_FIELDS: usize = 200;

/// The fields that were found, with their values as written.
#[derive(Debug, Default)]
pub(super) struct Fields {
    values: Vec<(FieldName, Vec<u8>)>,
}

impl Fields {
    /// Takes the field in a comment, if there is one.
    pub(super) fn take_comment(&mut self, comment: &[u8]) {
        let Some(at) = comment.iter().position(|byte| matches!(byte, b':' | b'=')) else {
            return;
        };
        let (name, value) = (&comment[..at], &comment[at + 1..]);
        let known = |names: &[(&[u8], FieldName)]| {
            let mut names = names.iter();
            names.find(|known| known.0 == name).map(|known| known.1)
        };
        if comment[at] == b':' {
            if let Some(name) = known(&MHONARC) {
                self.push(name, value);
            }
        } else if let (Some(name), [b'"', value @ .., b'"']) = (known(&HYPERMAIL), value) {
            self.push(name, value);
        }
    }

    /// Adds a value, unless it is empty.
    pub(super) fn push(&mut self, name: FieldName, value: &[u8]) {
        let value = value[..value.len().min(MAX_VALUE)].trim_ascii();
        if !value.is_empty() && self.values.len() < MAX_FIELDS {
            self.values.push((name, value.to_vec()));
        }
    }

    /// Returns the first value of a field, as written.
    pub(super) fn value(&self, name: FieldName) -> Option<&[u8]> {
        self.values_of(name).next()
    }

    fn values_of(&self, name: FieldName) -> impl Iterator<Item = &[u8]> {
        let of_name = self.values.iter().filter(move |field| field.0 == name);
        of_name.map(|field| &*field.1)
    }

    /// Makes a header, in UTF-8. It is empty if it would have no `Message-ID`, `Date`, `From` or `Subject`.
    pub(super) fn header(&self, charset: PageCharset) -> Vec<u8> {
        let text = |name| self.value(name).map(|value| text_of(value, charset));
        let mut header = String::new();
        // Writing to a string cannot fail.
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let _ = writeln!(header, "{name}: {value}");
            }
        };
        add("Message-ID", text(FieldName::Id).map(bracketed));
        add("Date", text(FieldName::Date).map(with_offset));
        add(
            "Date",
            text(FieldName::IsoDate).and_then(|date| separated(&date)),
        );
        let ciphered = text(FieldName::CipheredFrom).map(|from| deciphered(&from));
        let from = ciphered.or_else(|| text(FieldName::From));
        add(
            "From",
            from.or_else(|| sender(text(FieldName::Name), text(FieldName::Email))),
        );
        add("Subject", text(FieldName::Subject));
        if header.is_empty() {
            return Vec::new();
        }
        let mut add = |name: &str, value: String| {
            let _ = writeln!(header, "{name}: {value}");
        };
        // Hypermail also writes a subject there.
        let reply = text(FieldName::InReplyTo).filter(|id| !id.contains(' '));
        if let Some(id) = reply {
            add("In-Reply-To", bracketed(id));
        }
        let references: Vec<_> = self
            .values_of(FieldName::Reference)
            .map(|id| bracketed(text_of(id, charset)))
            .collect();
        if !references.is_empty() {
            add("References", references.join(" "));
        }
        header.into_bytes()
    }
}

/// Decodes a value to a text on one line.
fn text_of(value: &[u8], charset: PageCharset) -> String {
    let decoded = decode_references(&charset.decode(value));
    let text = String::from_utf8_lossy(&decoded);
    let words = text.split(|character: char| character.is_control() || character == ' ');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Returns a message ID with its angle brackets.
fn bracketed(id: String) -> String {
    if id.starts_with('<') {
        id
    } else {
        format!("<{id}>")
    }
}

/// Returns the sender with a name and an address. One of them may be missing, or both may be the same.
fn sender(name: Option<String>, email: Option<String>) -> Option<String> {
    match (name, email) {
        (Some(name), Some(email)) if name != email => Some(format!("{name} <{email}>")),
        (name, email) => email.or(name),
    }
}

/// Deciphers a sender as `MHonArc` enciphers it: rot13, with `@` and `[` as further upper-case letters, before and
/// after the others. If the result is no address, it is plain rot13.
fn deciphered(from: &str) -> String {
    let by_mhonarc = rotated(from, b'@', 28);
    if by_mhonarc.contains('@') || !from.contains('@') {
        by_mhonarc
    } else {
        rotated(from, b'A', 26)
    }
}

/// Rotates each letter by half of the alphabet. The upper-case one begins with `first`, and has `count` characters.
fn rotated(text: &str, first: u8, count: u8) -> String {
    let rotate =
        |byte: u8, first: u8, count: u8| char::from(first + (byte - first + count / 2) % count);
    let characters = text.chars().map(|character| match u8::try_from(character) {
        Ok(byte) if byte >= first && byte - first < count => rotate(byte, first, count),
        Ok(byte) if byte.is_ascii_lowercase() => rotate(byte, b'a', 26),
        _ => character,
    });
    characters.collect()
}

/// Returns `1999-01-14T10:40:19Z` for `19990114104019`.
fn separated(date: &str) -> Option<String> {
    let is_number = date.len() == 14 && date.bytes().all(|byte| byte.is_ascii_digit());
    let part = |from: usize, to: usize| &date[from..to];
    is_number.then(|| {
        format!(
            "{}-{}-{}T{}:{}:{}Z",
            part(0, 4),
            part(4, 6),
            part(6, 8),
            part(8, 10),
            part(10, 12),
            part(12, 14)
        )
    })
}

/// The names of time zones that asctime(3) and Pipermail write and that mail does not define, with their offsets.
const ZONES: [(&str, &str); 17] = [
    ("WET", "+0000"),
    ("WEST", "+0100"),
    ("CET", "+0100"),
    ("MET", "+0100"),
    ("CEST", "+0200"),
    ("MEST", "+0200"),
    ("EET", "+0200"),
    ("EEST", "+0300"),
    ("MSK", "+0300"),
    ("MSD", "+0400"),
    ("HKT", "+0800"),
    ("JST", "+0900"),
    ("KST", "+0900"),
    ("AEST", "+1000"),
    ("AEDT", "+1100"),
    ("NZST", "+1200"),
    ("NZDT", "+1300"),
];

/// Adds the offset of a time zone that is only named.
fn with_offset(date: String) -> String {
    let zone = date
        .split(' ')
        .find_map(|word| ZONES.iter().find(|zone| zone.0 == word));
    match zone {
        Some((_, offset)) => format!("{date} {offset}"),
        None => date,
    }
}

#[cfg(test)]
mod tests {
    use super::{deciphered, separated};

    #[test]
    fn senders_are_deciphered() {
        let from = "Xnar Rbr <wnarNn.rknzcyr>";
        assert_eq!(deciphered(from), "Jane Doe <jane@a.example>");
        let all = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[abcxyz.- \u{e9}";
        assert_eq!(deciphered(&deciphered(all)), all);
        assert_eq!(deciphered("@NAM[Zaz"), "N@O[MLnm");
        let plain = "Wnar Qbr <wnar@n.rknzcyr>";
        assert_eq!(deciphered(plain), "Jane Doe <jane@a.example>");
        assert_eq!(deciphered("wnar"), "jane");
    }

    #[test]
    fn dates_are_separated() {
        assert_eq!(
            separated("19990114104019").as_deref(),
            Some("1999-01-14T10:40:19Z")
        );
        assert_eq!(separated("1999011410401"), None);
        assert_eq!(separated("1999011410401x"), None);
    }
}
