//! The kinds of archive files.

use std::fmt;

/// The format of a file, which decides where its messages begin and end.
///
/// The first four are variants of the mbox format of mbox(5) and RFC 4155: a `From ` line, a
/// message, a blank line, and so on. They differ in how they escape a body line that looks like a
/// `From ` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// mbox that puts a `>` before body lines that begin with `From `. A line that began with
    /// `>From ` is left alone, so the escape cannot be undone reliably.
    Mboxo,
    /// mbox that puts another `>` before body lines that begin with any number of `>` and then
    /// `From `, so that the escape can be undone.
    ///
    /// Never recognised, only requested: a file in this format cannot be distinguished from
    /// [`Mboxo`](Self::Mboxo). They differ only in the meaning of `>From `.
    Mboxrd,
    /// mbox in which the field `Content-Length` gives the length of the body in bytes. Body lines
    /// are escaped as in [`Mboxo`](Self::Mboxo).
    Mboxcl,
    /// mbox in which the field `Content-Length` gives the length of the body in bytes. Body lines
    /// are not escaped.
    Mboxcl2,
    /// The mailbox format of MMDF: a line of four bytes 0x01 precedes and follows each message.
    /// `From ` lines in a body are not escaped.
    Mmdf,
    /// A batch for rnews (RFC 1036 §4.3): a line `#! rnews N` precedes each article, which is N
    /// bytes long. `From ` lines in a body are not escaped.
    Rnews,
    /// Articles as NNTP transmits them (RFC 3977 §3.1.1): a line that begins with `.` is prefixed
    /// with another `.`, and a line with a single `.` ends an article. The status line of the
    /// response, such as `220 1 <id>`, may precede each article. `From ` lines in a body are not
    /// escaped.
    ///
    /// Recognised only by the status line: a file without one begins as a
    /// [`Message`](Self::Message) does.
    Nntp,
    /// One message (RFC 5322) or article (RFC 5536): a header, a blank line, and a body up to the
    /// end of the file.
    Message,
    /// No messages: the whole file is text.
    Text,
    /// A notebook of LISTSERV: a line of 73 `=` precedes each message. Such a line in a body is not
    /// escaped; it begins a message only if a well-known field follows.
    Listserv,
    /// One message as Apple Mail keeps it, `.emlx`: a line with its length in bytes, the message, and
    /// a property list, which is not read.
    Emlx,
    /// The mailbox format of Emacs' Rmail, Babyl version 5: a line of the bytes 0x1F and 0x0C
    /// precedes each message. Of a message that has its header twice, the original one is read.
    Babyl,
    /// The mailbox format `mbx` of UW IMAP: a line with date, size and flags precedes each message.
    /// `From ` lines in a body are not escaped.
    Mbx,
    /// The files of Dovecot's dbox, one message each (sdbox) or several (mdbox): a line with the
    /// length in bytes precedes each message, and metadata follow it.
    Dbox,
    /// An HTML page. That of a mailing list archiver (Hypermail, `MHonArc`, Pipermail) has one message;
    /// the text around it, and any other page, is in no message.
    Html,
    /// Articles that rn or trn saved in one file: the line `Article N of GROUP:` or `Article: N of
    /// GROUP` precedes each article. Such a line in a body is not escaped; it begins an article only
    /// if a well-known field follows.
    Rn,
}

impl Kind {
    /// All kinds, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Mboxo,
        Self::Mboxrd,
        Self::Mboxcl,
        Self::Mboxcl2,
        Self::Mmdf,
        Self::Rnews,
        Self::Nntp,
        Self::Message,
        Self::Text,
        Self::Listserv,
        Self::Emlx,
        Self::Babyl,
        Self::Mbx,
        Self::Dbox,
        Self::Html,
        Self::Rn,
    ];

    /// Returns whether `From ` lines separate the messages.
    #[must_use]
    pub const fn is_mbox(self) -> bool {
        matches!(
            self,
            Self::Mboxo | Self::Mboxrd | Self::Mboxcl | Self::Mboxcl2
        )
    }

    /// Returns whether a leading `>From ` may be original rather than escaped.
    pub(crate) const fn has_doubtful_marks(self) -> bool {
        matches!(self, Self::Mboxo | Self::Mboxcl)
    }

    /// Returns whether such a file is a text and need not have messages. Only a page of an archiver has
    /// one.
    #[must_use]
    pub const fn has_no_messages(self) -> bool {
        matches!(self, Self::Text | Self::Html)
    }

    /// Returns whether ranges of such a file can be read separately: the messages of an archive,
    /// and the paragraphs of a text.
    #[must_use]
    pub const fn can_be_cut(self) -> bool {
        !matches!(
            self,
            Self::Nntp | Self::Message | Self::Emlx | Self::Dbox | Self::Html
        )
    }

    /// Returns whether the envelope of each message states its length, and the next message may
    /// begin right after it, in the middle of a line.
    pub(crate) const fn is_counted(self) -> bool {
        matches!(self, Self::Rnews | Self::Mbx)
    }

    /// Other names of kinds. All the formats that store one message per file are read alike.
    pub const ALIASES: &'static [(&'static str, Self)] = &[
        ("mbox", Self::Mboxo),
        ("eml", Self::Message),
        ("mh", Self::Message),
        ("maildir", Self::Message),
        ("news", Self::Message),
        ("spool", Self::Message),
    ];

    /// Returns the kind with a [name](Self::name) or an [alias](Self::ALIASES).
    #[must_use]
    pub fn with_name(name: &str) -> Option<Self> {
        let kinds = Self::ALL.iter().map(|kind| (kind.name(), *kind));
        let mut kinds = kinds.chain(Self::ALIASES.iter().copied());
        kinds
            .find(|(known, _)| *known == name)
            .map(|(_, kind)| kind)
    }

    /// Returns the stable name, which is the variant's in lower case, such as `mboxo`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mboxo => "mboxo",
            Self::Mboxrd => "mboxrd",
            Self::Mboxcl => "mboxcl",
            Self::Mboxcl2 => "mboxcl2",
            Self::Mmdf => "mmdf",
            Self::Rnews => "rnews",
            Self::Nntp => "nntp",
            Self::Message => "message",
            Self::Text => "text",
            Self::Listserv => "listserv",
            Self::Emlx => "emlx",
            Self::Babyl => "babyl",
            Self::Mbx => "mbx",
            Self::Dbox => "dbox",
            Self::Html => "html",
            Self::Rn => "rn",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_is_listed_once_by_the_name_of_its_variant() {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let variants: Vec<_> = Kind::ALL
            .iter()
            .map(|kind| format!("{kind:?}").to_lowercase())
            .collect();
        assert_eq!(names, variants);
        assert!(Kind::ALL.is_sorted_by(|a, b| a < b));
        assert_eq!(format!("{:>7}", Kind::Mmdf), "   mmdf");
    }

    #[test]
    fn each_kind_is_found_by_its_names() {
        let names = Kind::ALL.iter().map(|kind| (kind.name(), *kind));
        for (name, kind) in names.chain(Kind::ALIASES.iter().copied()) {
            assert_eq!(Kind::with_name(name), Some(kind), "{name}");
        }
        assert_eq!(Kind::with_name("Mboxo"), None);
    }
}
