//! The kinds of files that hold messages.

use std::fmt;

/// What a file is, and so where in it a message begins and ends.
///
/// The first four are one format, the mbox file of mbox(5) and RFC 4155: a `From ` line, a message,
/// a blank line, and so on. They differ in how a line of a body that looks like a `From ` line is
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// mbox in which a body's line that begins with `From ` has got a `>` in front. One that began
    /// with `>From ` is left as it was, so that nobody can tell the two apart.
    Mboxo,
    /// mbox in which a body's line that begins with any number of `>` and then `From ` has got one
    /// more `>` in front, so that it can be undone.
    ///
    /// It is never recognised, only asked for: it differs from [`Mboxo`](Self::Mboxo) in nothing
    /// but the meaning of a `>From `, and no such line tells which was meant.
    Mboxrd,
    /// mbox in which a field `Content-Length` gives the number of bytes of the body, and a body's
    /// line that begins with `From ` has got a `>` in front nevertheless.
    Mboxcl,
    /// mbox in which a field `Content-Length` gives the number of bytes of the body, and the body
    /// is left as it is, whatever its lines begin with.
    Mboxcl2,
    /// The mailbox of MMDF: a line of four bytes 0x01 stands before and after each message. A
    /// `From ` line in a body needs no mark.
    Mmdf,
    /// A batch for rnews (RFC 1036 §4.3): each article has a line `#! rnews N` before it and is N
    /// bytes long. A `From ` line in a body needs no mark.
    Rnews,
    /// Articles as they go over the wire (RFC 3977 §3.1.1): a line that begins with `.` has got
    /// another one in front, and a line of a `.` alone ends an article. The status line of the
    /// response, such as `220 1 <id>`, may stand before each. A `From ` line in a body needs no
    /// mark.
    ///
    /// It is recognised by the status line alone: without it, it begins as a
    /// [`Message`](Self::Message) does.
    Nntp,
    /// One message (RFC 5322) or article (RFC 5536): the header, a blank line, the body up to the
    /// end of the file.
    Message,
    /// No messages: the whole file is text.
    Text,
}

impl Kind {
    /// Every kind, in the order of their names' introduction.
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
    ];

    /// Whether messages begin with `From ` lines.
    #[must_use]
    pub const fn is_mbox(self) -> bool {
        matches!(
            self,
            Self::Mboxo | Self::Mboxrd | Self::Mboxcl | Self::Mboxcl2
        )
    }

    /// Whether parts of such a file can be read on their own: each of its messages, and a text
    /// from empty line to empty line.
    #[must_use]
    pub const fn can_be_cut(self) -> bool {
        !matches!(self, Self::Nntp | Self::Message)
    }

    /// Its stable name, such as `mboxo`: the variant's in lower case.
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
}
