//! What a message says about itself.

use super::{
    cfws::is_fws,
    date::{parse_date, rfc3339},
    fields::{Field, fields},
    value::decode_to_string,
};

/// A message's name, date, sender, subject and newsgroups, as its header gives them.
///
/// Nothing of it is checked against anything, and all of it may be missing. It takes no more memory
/// than the header's fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    id: Option<String>,
    date: Option<i64>,
    from: Option<String>,
    subject: Option<String>,
    newsgroups: Vec<String>,
}

impl Metadata {
    /// Reads a header, from its first byte to before the empty line that ends it. A `From ` line of
    /// a mailbox may stand in front.
    ///
    /// Of a field that is given twice the first one that says anything counts.
    #[must_use]
    pub fn of(header: &[u8]) -> Self {
        let mut metadata = Self::default();
        let mut injection_date = None;
        for field in fields(header) {
            metadata.take(&field);
            if injection_date.is_none() && field.is("Injection-Date") {
                injection_date = parse_date(field.value());
            }
        }
        metadata.date = metadata.date.or(injection_date);
        metadata
    }

    fn take(&mut self, field: &Field<'_>) {
        if self.id.is_none() && field.is("Message-ID") {
            self.id = message_id(field.value());
        } else if self.date.is_none() && field.is("Date") {
            self.date = parse_date(field.value());
        } else if self.from.is_none() && field.is("From") {
            self.from = text(field.value());
        } else if self.subject.is_none() && field.is("Subject") {
            self.subject = text(field.value());
        } else if self.newsgroups.is_empty() && field.is("Newsgroups") {
            self.newsgroups = newsgroups(field.value());
        }
    }

    /// Its `Message-ID` (RFC 5322 §3.6.4) with the angle brackets, if it has them, and without
    /// white space.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Its `Date` (RFC 5322 §3.6.1), in seconds since 1970 began in UTC. If there is none that can
    /// be read, the `Injection-Date` of an article (RFC 5536 §3.2.7). From 1900 to 9999.
    #[must_use]
    pub fn date(&self) -> Option<i64> {
        self.date
    }

    /// The same as RFC 3339 writes it, in UTC: `1995-01-31T12:00:00Z`.
    #[must_use]
    pub fn date_rfc3339(&self) -> Option<String> {
        self.date.map(rfc3339)
    }

    /// Its `From` (RFC 5322 §3.6.2) as a whole, unfolded, and with its encoded words decoded.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Its `Subject` (RFC 5322 §3.6.5), unfolded, and with its encoded words decoded.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Its `Newsgroups` (RFC 5536 §3.1.4), in their order.
    #[must_use]
    pub fn newsgroups(&self) -> &[String] {
        &self.newsgroups
    }
}

/// What the fields of a header say that have this name, in any case (RFC 5322 §1.2.2), in their order:
/// unfolded, with their encoded words decoded (RFC 2047), and without white space around. A field
/// may say nothing.
///
/// The header is that of [`Metadata::of`]. It is walked as the values are asked for; no more than one of
/// them is in memory.
///
/// ```
/// use urlsift_archive::field_values;
///
/// let header = b"To: a@b\nX-List: =?us-ascii?Q?one?=\nx-list: two\n three\n";
/// assert!(field_values(header, "X-List").eq(["one", "two three"]));
/// ```
pub fn field_values(header: &[u8], name: &str) -> impl Iterator<Item = String> {
    let named = fields(header).filter(move |field| field.is(name));
    named.map(|field| decode_to_string(field.value()))
}

/// `msg-id = [CFWS] "<" id-left "@" id-right ">" [CFWS]` (RFC 5322 §3.6.4), or what there is.
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

fn newsgroups(value: &[u8]) -> Vec<String> {
    let value = unfolded(value);
    value
        .split(',')
        .filter_map(|name| present(name.trim()))
        .collect()
}

fn text(value: &[u8]) -> Option<String> {
    Some(decode_to_string(value)).filter(|text| !text.is_empty())
}

/// Without line breaks (RFC 5322 §2.2.3).
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
        assert_eq!(
            metadata.date_rfc3339().as_deref(),
            Some("1997-01-07T20:00:00Z")
        );
        assert_eq!(
            metadata.from(),
            Some("\"Joe (not Jane)\" <joe@host.example>")
        );
        assert_eq!(metadata.subject(), Some("URLs, and where to find them"));
        let groups = ["comp.infosystems.www", "alt.test", "news.answers"];
        assert_eq!(metadata.newsgroups(), groups);
    }

    #[test]
    fn the_first_that_says_anything_counts() {
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
    fn what_is_not_there_is_not_invented() {
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
        assert_eq!(none.date_rfc3339(), None);
        assert!(none.newsgroups().is_empty());
    }

    #[test]
    fn the_date_of_injection_serves_for_one_that_cannot_be_read() {
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
    fn an_id_is_taken_as_it_is_found() {
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
    fn bytes_of_no_character_set_do_no_harm() {
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
