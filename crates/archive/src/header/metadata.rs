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
                let date = parse_date(field.value());
                injection_date = date.map(|date| (date, written_date(field.value())));
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
            self.id = message_id(field.value());
        } else if self.date.is_none() && field.is("Date") {
            self.date = parse_date(field.value());
            if self.date.is_some() || self.date_written.is_none() {
                self.date_written = written_date(field.value());
            }
        } else if self.from.is_none() && field.is("From") {
            self.from = text(field.value());
        } else if self.subject.is_none() && field.is("Subject") {
            self.subject = text(field.value());
        } else if self.newsgroups.is_empty() && field.is("Newsgroups") {
            self.newsgroups = newsgroups(field.value());
        } else if self.to.is_none() && field.is("To") {
            self.to = text(field.value());
        } else if self.list_id.is_none() && field.is("List-Id") {
            self.list_id = list_id(field.value());
        } else if self.references.is_empty() && field.is("References") {
            self.references = references(field.value());
        } else if self.received.is_none() && field.is("Received") {
            self.received = received(field.value());
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
    let values = move |field: Field<'_>| field.is(name).then(|| decode_to_string(field.value()));
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
    use super::Metadata;

    #[test]
    fn a_message_is_described_by_its_header() {
        let header = "From joe@host Tue Jan  7 12:00:00 1997\r\n\
            Path: a!b!not-for-mail\r\n\
            NEWSGROUPS: comp.infosystems.www,\r\n\talt.test , ,news.answers\r\n\
            From: \"Joe (not Jane)\"\r\n <joe@host.example>\r\n\
            subject:\tURLs,\r\n and where to\r\n find them \r\n\
            Date: Tue, 7 Jan 1997 12:00:00 -0800\r\n\
            Message-Id: (as sent) <1997.\r\n a@host.example> (by me)\r\n";
        let metadata = Metadata::of(header.as_bytes());
        assert_eq!(metadata.id(), Some("<1997.a@host.example>"));
        // 1997-01-07T20:00:00Z
        assert_eq!(metadata.date(), Some(852_667_200));
        assert_eq!(
            metadata.from(),
            Some("\"Joe (not Jane)\" <joe@host.example>")
        );
        assert_eq!(metadata.subject(), Some("URLs, and where to find them"));
        let groups = ["comp.infosystems.www", "alt.test", "news.answers"];
        assert_eq!(metadata.newsgroups(), groups);
    }

    #[test]
    fn the_first_usable_field_counts() {
        let header = b"Subject: \nSubject: one\nSubject: two\nFrom: a@b\nFrom: c@d\n\
            Message-ID:\nMessage-ID: <1@b>\nMessage-ID: <2@b>\nNewsgroups: ,\nNewsgroups: a.b\n\
            Newsgroups: c.d\nDate: long ago\nDate: 1 Jan 1970 00:00:01 GMT\nDate: 2 Jan 1970\n";
        let metadata = Metadata::of(header);
        assert_eq!(metadata.subject(), Some("one"));
        assert_eq!(metadata.from(), Some("a@b"));
        assert_eq!(metadata.id(), Some("<1@b>"));
        assert_eq!(metadata.newsgroups(), ["a.b"]);
        assert_eq!(metadata.date(), Some(1));
    }

    #[test]
    fn missing_fields_have_no_metadata() {
        let none = Metadata::default();
        for header in [
            "",
            "\n",
            "Subject\n",
            "X-From: a\nResent-Date: 1 Jan 1970\n",
            " Subject: x\n",
        ] {
            assert_eq!(Metadata::of(header.as_bytes()), none, "{header:?}");
        }
        assert_eq!(none.date(), None);
        assert!(none.newsgroups().is_empty());
    }

    #[test]
    fn lists_references_and_hops_are_read() {
        let header = "Received: from a by b; nonsense\r\n\
            Received: from c by d (x; y)\r\n\twith SMTP id 7;\r\n\tTue, 7 Jan 1997 12:00:00 -0800 (PST)\r\n\
            Received: from e by f; Mon, 6 Jan 1997 12:00:00 GMT\r\n\
            To: =?utf-8?Q?J=C3=B6?= <jo@a.example>,\r\n b@c\r\n\
            List-ID: \"The <w3> list\" <www-talk. w3.example>\r\n\
            References: <1@a> <2\r\n @b><3@c> 4@d <5@e\r\n";
        let metadata = Metadata::of(header.as_bytes());
        assert_eq!(metadata.received(), Some(852_667_200));
        assert_eq!(metadata.to(), Some("J\u{f6} <jo@a.example>, b@c"));
        assert_eq!(metadata.list_id(), Some("www-talk. w3.example"));
        let references = ["<1@a>", "<2@b>", "<3@c>", "4@d", "<5@e"];
        assert_eq!(metadata.references(), references);
        let bare = Metadata::of(b"List-Id: a.b.example \nReferences: \nReceived: ; \nTo: \n");
        assert_eq!(bare.list_id(), Some("a.b.example"));
        assert!(bare.references().is_empty());
        assert_eq!((bare.received(), bare.to()), (None, None));
    }

    #[test]
    fn the_injection_date_replaces_an_invalid_date() {
        let date = |header: &str| Metadata::of(header.as_bytes()).date();
        let injected = "Injection-Date: Thu, 1 Jan 1970 00:00:02 GMT\n";
        assert_eq!(date(injected), Some(2));
        assert_eq!(date(&format!("{injected}Date: yesterday\n")), Some(2));
        assert_eq!(
            date(&format!("{injected}Date: 1 Jan 1970 00:00:01\n")),
            Some(1)
        );
    }

    #[test]
    fn the_date_is_kept_as_it_was_written() {
        let written = |header: &str| {
            let metadata = Metadata::of(header.as_bytes());
            metadata.date_written().map(str::to_owned)
        };
        let some = |text: &str| Some(text.to_owned());
        let date = "Date: Tue,  7 Jan 1997\r\n 12:00:00 -0800 (PST)\r\n";
        assert_eq!(written(date), some("Tue, 7 Jan 1997 12:00:00 -0800 (PST)"));
        // It belongs to the date.
        assert_eq!(written(&format!("Date: long ago\n{date}")), written(date));
        let injected = "Injection-Date: Thu, 1 Jan 1970 00:00:02 GMT\n";
        assert_eq!(
            written(&format!("{injected}Date: yesterday\n")),
            some("Thu, 1 Jan 1970 00:00:02 GMT")
        );
        assert_eq!(written(&format!("{injected}{date}")), written(date));
        // An invalid date is better than none.
        assert_eq!(written("Date: yesterday\nDate: today\n"), some("yesterday"));
        assert_eq!(written("Date:\n"), None);
        assert_eq!(written(&format!("Date: {}\n", "x".repeat(257))), None);
    }

    #[test]
    fn a_malformed_message_id_is_kept() {
        let id = |value: &str| {
            let metadata = Metadata::of(format!("Message-ID:{value}\n").as_bytes());
            metadata.id().map(str::to_owned)
        };
        let some = |id: &str| Some(id.to_owned());
        assert_eq!(id(" <a@b> <c@d>"), some("<a@b>"));
        assert_eq!(id("<a @\r\n b>"), some("<a@b>"));
        assert_eq!(id("  a@b\t"), some("a@b"));
        assert_eq!(id(" <a@b"), some("<a@b"));
        assert_eq!(id(" a@b> <c"), some("a@b> <c"));
        assert_eq!(id(" \t"), None);
    }

    #[test]
    fn malformed_bytes_become_replacement_characters() {
        let metadata = Metadata::of(b"Message-ID: <\xe9@b>\nNewsgroups: \xff,a\n");
        assert_eq!(metadata.id(), Some("<\u{fffd}@b>"));
        assert_eq!(metadata.newsgroups(), ["\u{fffd}", "a"]);
    }

    #[test]
    fn encoded_words_are_decoded() {
        let metadata =
            Metadata::of(b"Subject: =?iso-8859-1?Q?caf=E9?=\nFrom: =?utf-8?B?QQ==?= <a@b>\n");
        assert_eq!(metadata.subject(), Some("caf\u{e9}"));
        assert_eq!(metadata.from(), Some("A <a@b>"));
    }
}
