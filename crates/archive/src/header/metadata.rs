//! Metadata of a message.

use std::collections::HashSet;

use memchr::memchr;

use crate::recognise::with_line_feeds;

use super::{
    cfws::is_fws,
    date::parse_date,
    fields::{Field, fields},
    value::decode_to_string,
};

/// The message ID, dates, sender, recipients, subject, newsgroups, list and references of a message, as its header
/// gives them.
///
/// No value is verified, and each may be missing. Memory is bounded by the size of these fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    id: Option<String>,
    date: Option<i64>,
    date_written: Option<String>,
    from: Option<String>,
    subject: Option<String>,
    newsgroups: Vec<String>,
    to: Option<String>,
    list_id: Option<String>,
    references: Vec<String>,
    received: Option<i64>,
}

impl Metadata {
    /// Reads a header, up to but not including the empty line that ends it. An mbox `From ` line
    /// may precede the header.
    ///
    /// If a field occurs several times, the first one with a usable value counts.
    #[must_use]
    pub fn of(header: &[u8]) -> Self {
        if let Some(lines) = lines_of(header) {
            return Self::of(&lines);
        }
        let mut metadata = Self::default();
        let mut injection_date = None;
        for field in fields(header) {
            metadata.take(&field);
            if injection_date.is_none() && field.is("Injection-Date") {
                let date = parse_date(field.value);
                injection_date = date.map(|date| (date, written_date(field.value)));
            }
        }
        if let (None, Some((date, written))) = (metadata.date, injection_date) {
            metadata.date = Some(date);
            metadata.date_written = written;
        }
        metadata
    }

    fn take(&mut self, field: &Field<'_>) {
        if self.id.is_none() && field.is("Message-ID") {
            self.id = message_id(field.value);
        } else if self.date.is_none() && field.is("Date") {
            self.date = parse_date(field.value);
            if self.date.is_some() || self.date_written.is_none() {
                self.date_written = written_date(field.value);
            }
        } else if self.from.is_none() && field.is("From") {
            self.from = text(field.value);
        } else if self.subject.is_none() && field.is("Subject") {
            self.subject = text(field.value);
        } else if self.newsgroups.is_empty() && field.is("Newsgroups") {
            self.newsgroups = newsgroups(field.value);
        } else if self.to.is_none() && field.is("To") {
            self.to = text(field.value);
        } else if self.list_id.is_none() && field.is("List-Id") {
            self.list_id = list_id(field.value);
        } else if self.references.is_empty() && field.is("References") {
            self.references = references(field.value);
        } else if self.received.is_none() && field.is("Received") {
            self.received = received(field.value);
        }
    }

    /// Returns the `Message-ID` (RFC 5322 §3.6.4), without white space, and with the angle brackets
    /// if it has them.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the `Date` (RFC 5322 §3.6.1) as a Unix timestamp in seconds, or the `Injection-Date`
    /// of an article (RFC 5536 §3.2.7) if there is no valid `Date`. The year is in 1900 to 9999.
    #[must_use]
    pub fn date(&self) -> Option<i64> {
        self.date
    }

    /// Returns the value of the field that gave the [`date`](Self::date), as written, with its time zone: unfolded,
    /// with single spaces. If no date is valid, returns the value of the first `Date`. Values longer than 256 bytes,
    /// which cannot be dates, are left out.
    #[must_use]
    pub fn date_written(&self) -> Option<&str> {
        self.date_written.as_deref()
    }

    /// Returns the whole `From` value (RFC 5322 §3.6.2), unfolded and with encoded words decoded.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Returns the `Subject` (RFC 5322 §3.6.5), unfolded and with encoded words decoded.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Returns the names in `Newsgroups` (RFC 5536 §3.1.4), each once, in order, at most 4 KiB of them.
    #[must_use]
    pub fn newsgroups(&self) -> &[String] {
        &self.newsgroups
    }

    /// Returns the whole `To` value (RFC 5322 §3.6.3), unfolded and with encoded words decoded.
    #[must_use]
    pub fn to(&self) -> Option<&str> {
        self.to.as_deref()
    }

    /// Returns the identifier in `List-Id` (RFC 2919), without its angle brackets and the phrase before
    /// them; the whole value if it has no brackets.
    #[must_use]
    pub fn list_id(&self) -> Option<&str> {
        self.list_id.as_deref()
    }

    /// Returns the message IDs in `References` (RFC 5322 §3.6.4), in order, each with its angle
    /// brackets. Words without brackets, as old programs wrote them, are included.
    #[must_use]
    pub fn references(&self) -> &[String] {
        &self.references
    }

    /// Returns the date of the first `Received` (RFC 5322 §3.6.7) that has a valid one, as a Unix
    /// timestamp in seconds: the date at which the last host received the message.
    #[must_use]
    pub fn received(&self) -> Option<i64> {
        self.received
    }
}

/// Returns an iterator over the values of the header fields with this name, ignoring case (RFC 5322
/// §1.2.2), in order. Values are unfolded and trimmed, and their encoded words are decoded (RFC
/// 2047). A value may be empty.
///
/// `header` is as for [`Metadata::of`]. Values are decoded lazily, one at a time.
///
/// ```
/// use urlsift_archive::field_values;
///
/// let header = b"To: a@b\nX-List: =?us-ascii?Q?one?=\nx-list: two\n three\n";
/// assert!(field_values(header, "X-List").eq(["one", "two three"]));
/// ```
pub fn field_values(header: &[u8], name: &str) -> impl Iterator<Item = String> {
    let values = move |field: Field<'_>| field.is(name).then(|| decode_to_string(field.value));
    let lines = lines_of(header);
    let header = if lines.is_some() { &[] } else { header };
    let of_lines = lines.unwrap_or_default();
    let of_lines: Vec<_> = fields(&of_lines).filter_map(values).collect();
    let of_header = fields(header).filter_map(values);
    of_lines.into_iter().chain(of_header)
}

/// Returns a header whose lines end in CR alone with an LF for each; `None` for any other.
fn lines_of(header: &[u8]) -> Option<Vec<u8>> {
    let is_cr = memchr(b'\n', header).is_none() && memchr(b'\r', header).is_some();
    is_cr.then(|| with_line_feeds(header))
}

/// Parses `msg-id = [CFWS] "<" id-left "@" id-right ">" [CFWS]` (RFC 5322 §3.6.4), or returns the
/// whole value if it has no such brackets.
fn message_id(value: &[u8]) -> Option<String> {
    let bracketed = value.iter().position(|&byte| byte == b'<').and_then(|at| {
        let len = value[at..].iter().position(|&byte| byte == b'>')?;
        Some(&value[at..=at + len])
    });
    match bracketed {
        Some(id) => {
            let id = id.iter().copied().filter(|&byte| !is_fws(byte));
            Some(String::from_utf8_lossy(&id.collect::<Vec<_>>()).into_owned())
        }
        None => present(unfolded(value).trim()),
    }
}

/// The maximum length of the names of newsgroups together, which a program may print with each link.
const MAX_NEWSGROUPS: usize = 4 << 10;

/// Returns each name once, as many of them as the maximum length allows.
fn newsgroups(value: &[u8]) -> Vec<String> {
    let value = unfolded(value);
    let mut names = Vec::new();
    let mut known = HashSet::new();
    let mut len = 0;
    for name in value.split(',').map(str::trim) {
        if name.is_empty() || !known.insert(name) {
            continue;
        }
        len += name.len();
        if len > MAX_NEWSGROUPS {
            break;
        }
        names.push(name.to_owned());
    }
    names
}

/// Parses `list-id-header = "List-ID:" [phrase] "<" list-id ">" CRLF` (RFC 2919 §2).
fn list_id(value: &[u8]) -> Option<String> {
    let value = decode_to_string(value);
    let bracketed = value.rsplit_once('<').and_then(|(_, id)| {
        let (id, _) = id.split_once('>')?;
        present(id.trim())
    });
    bracketed.or_else(|| present(value.trim()))
}

/// Parses `references = "References:" 1*msg-id CRLF` (RFC 5322 §3.6.4).
fn references(value: &[u8]) -> Vec<String> {
    let value = unfolded(value);
    let mut rest = value.trim();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let is_bracketed = rest.starts_with('<');
        let len = if is_bracketed {
            rest.find('>').map(|end| end + 1)
        } else {
            rest.find(|byte: char| byte.is_whitespace() || byte == '<')
        };
        let (id, after) = rest.split_at(len.unwrap_or(rest.len()));
        // White space inside brackets comes from folding.
        found.push(id.split_whitespace().collect());
        rest = after.trim_start();
    }
    found
}

/// Parses the date of `received = "Received:" *received-token ";" date-time CRLF` (RFC 5322 §3.6.7).
fn received(value: &[u8]) -> Option<i64> {
    let semicolon = value.iter().rposition(|&byte| byte == b';')?;
    parse_date(&value[semicolon + 1..])
}

/// The maximum length of a date as written, which a program may print with each link.
const MAX_DATE: usize = 256;

fn written_date(value: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(value);
    let written = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (written.len() <= MAX_DATE)
        .then_some(written)
        .filter(|text| !text.is_empty())
}

fn text(value: &[u8]) -> Option<String> {
    Some(decode_to_string(value)).filter(|text| !text.is_empty())
}

/// Returns the value without line breaks (RFC 5322 §2.2.3).
fn unfolded(value: &[u8]) -> String {
    let value = String::from_utf8_lossy(value);
    value.replace("\r\n", "").replace('\n', "")
}

fn present(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use urlsift_tables::{lists, unescaped};

    use super::Metadata;

    /// Returns a field, or `none`.
    fn field(metadata: &Metadata, name: &str) -> String {
        let seconds = |date: Option<i64>| date.map(|seconds| seconds.to_string());
        let text = |text: Option<&str>| text.map(str::to_owned);
        let list = |all: &[String]| (!all.is_empty()).then(|| all.join(" "));
        let value = match name {
            "id" => text(metadata.id()),
            "date" => seconds(metadata.date()),
            "date_written" => text(metadata.date_written()),
            "received" => seconds(metadata.received()),
            "from" => text(metadata.from()),
            "to" => text(metadata.to()),
            "subject" => text(metadata.subject()),
            "newsgroups" => list(metadata.newsgroups()),
            "list_id" => text(metadata.list_id()),
            "references" => list(metadata.references()),
            _ => panic!("no field {name}"),
        };
        value.unwrap_or_else(|| "none".into())
    }

    #[test]
    fn a_message_is_described_by_its_header() {
        for (header, fields) in lists!("metadata.toml", "a_message_is_described_by_its_header") {
            let metadata = Metadata::of(unescaped(header));
            for expected in fields {
                let (name, value) = expected.split_once(": ").expect("a field");
                assert_eq!(field(&metadata, name), value, "{name} of {header}");
            }
        }
    }

    #[test]
    fn missing_fields_have_no_metadata() {
        for header in [
            "",
            "\n",
            "Subject\n",
            "X-From: a\nResent-Date: 1 Jan 1970\n",
            " Subject: x\n",
        ] {
            let metadata = Metadata::of(header.as_bytes());
            assert_eq!(metadata, Metadata::default(), "{header:?}");
        }
        let long = format!("Date: {}\n", "x".repeat(257));
        assert_eq!(Metadata::of(long.as_bytes()).date_written(), None);
    }
}
