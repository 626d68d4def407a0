//! The kinds of archive files.
//!
//! To add a kind, write its [`Framing`] in a new file here, and add a row to the table `kinds!` and a line to
//! [`RECOGNITION_ORDER`](Kind::RECOGNITION_ORDER); the rest of the crate asks the table. Outside this folder
//! only texts and single messages are named, as the kinds that a walk begins with; what else depends on a kind depends
//! on its [`Division`].
//!
//! A macro makes the enum and its properties from one row for each kind. A `match` for each property would need no
//! macro, and the compiler would ask for each of them too, but not for the list of all kinds.

mod babyl;
mod calendar;
mod dbox;
mod document;
mod emlx;
mod html;
mod ldif;
mod listserv;
mod mbox;
mod mbx;
mod message;
mod mmdf;
mod nntp;
mod rn;
mod rnews;
mod text;

use std::fmt;

use crate::{decode::ContentLines, frame::Framing};

/// Defines [`Kind`] from rows of a variant, its name, its [`Division`] and its [`Framing`].
macro_rules! kinds {
    (
        $(#[$doc:meta])*
        pub enum Kind {
            $($(#[$of:meta])* $kind:ident = $name:literal, $division:ident $(($lines:ident))?, $framing:expr;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$of])* $kind,)*
        }

        impl Kind {
            /// All kinds, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Returns the stable name, which is the variant's in lower case, such as `mboxo`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Returns how such a file is divided.
            pub(crate) const fn division(self) -> Division {
                match self {
                    $(Self::$kind => Division::$division $((ContentLines::$lines))?,)*
                }
            }

            /// Returns how the messages of such a file are delimited.
            pub(crate) const fn framing(self) -> &'static dyn Framing {
                match self {
                    $(Self::$kind => &$framing,)*
                }
            }
        }
    };
}

/// How a file is divided into messages or texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    /// Messages after `From ` lines. Their headers may declare lengths, and an empty line follows each.
    Mbox,
    /// Messages that can be read apart from each other.
    Messages,
    /// One message, or messages that can only be read from the start of the file.
    Whole,
    /// No messages; a text that can be cut.
    Text,
    /// An HTML page, which has at most one message and cannot be cut.
    Page,
    /// No messages; lines that can only be read from the start of the file.
    Lines(ContentLines),
    /// Neither messages nor text: nothing is read.
    Unread,
}

kinds! {
    /// The format of a file, which decides where its messages begin and end.
    ///
    /// The first four are variants of the mbox format of mbox(5) and RFC 4155: a `From ` line, a
    /// message, an empty line, and so on. They differ in how they escape a body line that looks like a
    /// `From ` line.
    pub enum Kind {
        /// mbox that puts a `>` before body lines that begin with `From `. A line that began with
        /// `>From ` is left alone, so the escape cannot be undone reliably.
        Mboxo = "mboxo", Mbox, mbox::Mbox(mbox::Variant::O);
        /// mbox that puts another `>` before body lines that begin with any number of `>` and then
        /// `From `, so that the escape can be undone.
        ///
        /// Never recognised, only requested: a file in this format cannot be distinguished from
        /// [`Mboxo`](Kind::Mboxo). They differ only in the meaning of `>From `.
        Mboxrd = "mboxrd", Mbox, mbox::Mbox(mbox::Variant::Rd);
        /// mbox in which the field `Content-Length` gives the length of the body in bytes. Body lines
        /// are escaped as in [`Mboxo`](Kind::Mboxo).
        Mboxcl = "mboxcl", Mbox, mbox::Mbox(mbox::Variant::Cl);
        /// mbox in which the field `Content-Length` gives the length of the body in bytes. Body lines
        /// are not escaped.
        Mboxcl2 = "mboxcl2", Mbox, mbox::Mbox(mbox::Variant::Cl2);
        /// The mailbox format of MMDF: a line of four bytes 0x01 precedes and follows each message.
        /// `From ` lines in a body are not escaped.
        Mmdf = "mmdf", Messages, mmdf::Mmdf;
        /// A batch for rnews (RFC 1036 §4.3): a line `#! rnews N` precedes each article, which is N
        /// bytes long. `From ` lines in a body are not escaped.
        Rnews = "rnews", Messages, rnews::Rnews;
        /// Articles as NNTP transmits them (RFC 3977 §3.1.1): a line that begins with `.` is prefixed
        /// with another `.`, and a line with a single `.` ends an article. The status line of the
        /// response, such as `220 1 <id>`, may precede each article. `From ` lines in a body are not
        /// escaped.
        ///
        /// Recognised only by the status line: a file without one begins as a
        /// [`Message`](Kind::Message) does.
        Nntp = "nntp", Whole, nntp::Nntp;
        /// One message (RFC 5322) or article (RFC 5536): a header, an empty line, and a body up to the
        /// end of the file.
        Message = "message", Whole, message::Message;
        /// No messages: the whole file is text.
        Text = "text", Text, text::Text;
        /// A notebook of LISTSERV: a line of 73 `=` precedes each message. Such a line in a body is not
        /// escaped; it begins a message only if a well-known field follows.
        Listserv = "listserv", Messages, listserv::Listserv;
        /// One message as Apple Mail keeps it, `.emlx`: a line with its length in bytes, the message, and
        /// a property list, which is not read.
        Emlx = "emlx", Whole, emlx::Emlx;
        /// The mailbox format of Emacs' Rmail, Babyl version 5: a line of the bytes 0x1F and 0x0C precedes each
        /// message. If a message has its header twice, the original one is read.
        Babyl = "babyl", Messages, babyl::Babyl;
        /// The mailbox format `mbx` of UW IMAP: a line with date, size and flags precedes each message.
        /// `From ` lines in a body are not escaped.
        Mbx = "mbx", Messages, mbx::Mbx;
        /// The files of Dovecot's dbox, one message each (sdbox) or several (mdbox): a line with the
        /// length in bytes precedes each message, and metadata follow it.
        Dbox = "dbox", Whole, dbox::Dbox;
        /// An HTML page. The page of a mailing list archiver (Hypermail, `MHonArc`, Pipermail) has one message; the
        /// text around it, and any other page, is in no message.
        Html = "html", Page, html::Html;
        /// Articles that rn or trn saved in one file: the line `Article N of GROUP:` or `Article: N of
        /// GROUP` precedes each article. Such a line in a body is not escaped; it begins an article only
        /// if a well-known field follows.
        Rn = "rn", Messages, rn::Rn;
        /// Events of a calendar: iCalendar (RFC 5545), `.ics`.
        Calendar = "calendar", Lines(Calendar), calendar::Component(b"BEGIN:VCALENDAR");
        /// Contacts: vCard (RFC 6350), `.vcf`.
        Vcard = "vcard", Lines(Card), calendar::Component(b"BEGIN:VCARD");
        /// Entries of a directory: LDIF (RFC 2849).
        Ldif = "ldif", Lines(Ldif), ldif::Ldif;
        /// A PDF. Recognised, but not read.
        Pdf = "pdf", Unread, document::Pdf;
        /// An office document: OOXML, ODF or EPUB. Recognised, but not read.
        Office = "office", Unread, document::Office;
    }
}

impl Kind {
    /// All kinds, in the order in which a file is tested for them. The tests of later kinds may rely on the tests of
    /// earlier ones; at the end, any file is a text.
    pub(crate) const RECOGNITION_ORDER: [Self; Self::ALL.len()] = [
        Self::Mmdf,
        Self::Rnews,
        Self::Nntp,
        Self::Mbx,
        Self::Babyl,
        Self::Dbox,
        Self::Listserv,
        Self::Emlx,
        Self::Rn,
        Self::Html,
        Self::Calendar,
        Self::Vcard,
        Self::Ldif,
        Self::Pdf,
        Self::Office,
        Self::Mboxo,
        Self::Mboxrd,
        Self::Mboxcl,
        Self::Mboxcl2,
        Self::Message,
        Self::Text,
    ];

    /// Returns whether `From ` lines separate the messages.
    #[must_use]
    pub const fn is_mbox(self) -> bool {
        matches!(self.division(), Division::Mbox)
    }

    /// Returns whether such a file is a text and need not have messages. Only a page of an archiver has
    /// one.
    #[must_use]
    pub const fn has_no_messages(self) -> bool {
        matches!(
            self.division(),
            Division::Text | Division::Page | Division::Lines(_) | Division::Unread
        )
    }

    /// Returns whether ranges of such a file can be read separately: the messages of an archive,
    /// and the paragraphs of a text.
    #[must_use]
    pub const fn can_be_cut(self) -> bool {
        match self.division() {
            Division::Mbox | Division::Messages | Division::Text => true,
            Division::Whole | Division::Page | Division::Lines(_) | Division::Unread => false,
        }
    }

    /// Returns whether such a file is recognised, but not read.
    #[must_use]
    pub const fn is_unread(self) -> bool {
        matches!(self.division(), Division::Unread)
    }

    /// Other names of kinds. All the formats that store one message per file are read alike.
    pub const ALIASES: &'static [(&'static str, Self)] = &[
        ("mbox", Self::Mboxo),
        ("ics", Self::Calendar),
        ("vcf", Self::Vcard),
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
}

const _: () = {
    let mut at = 0;
    while at < Kind::ALL.len() {
        let mut other = 0;
        while other < at {
            let (kind, earlier) = (Kind::RECOGNITION_ORDER[at], Kind::RECOGNITION_ORDER[other]);
            assert!(kind as u8 != earlier as u8, "a kind stands twice");
            other += 1;
        }
        at += 1;
    }
};

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
