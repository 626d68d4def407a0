//! Pages of mailing list archivers: Hypermail, `MHonArc` and Pipermail.
//!
//! Each of them writes one message on a page, between marks in comments, with links to other pages around it. Hypermail
//! and `MHonArc` also write the message's fields in comments, and Pipermail writes them in the heading of the page. A
//! header section is made from these fields, so that all code that reads messages also reads these pages.
//!
//! - `markup` finds the tags and comments of a page.
//! - `fields` has the fields of a message, and makes the header.
//! - `pipermail` reads the heading of a page of Pipermail.

mod fields;
mod markup;
mod pipermail;
mod section;

use std::ops::Range;

use self::section::PageSection;
pub(crate) use self::section::SectionEnd;
use self::{
    fields::{FieldName, Fields},
    markup::{Markup, MarkupKind, Tag},
};
use crate::{Encoding, decode::PageCharset, frame::Match};

/// The maximum distance of a message from the start of its page, in bytes. A page with more before the message is read
/// as any other page.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// A page of an archiver.
#[derive(Debug)]
pub(crate) struct ArchiverPage {
    /// The fields of the message as a header section, in UTF-8.
    pub(crate) header: Vec<u8>,
    pub(crate) charset: PageCharset,
    /// The sections of the page, in order. They cover the page.
    pub(crate) sections: Vec<PageSection>,
}

/// An archiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Archiver {
    Hypermail,
    MHonArc,
    Pipermail,
}

impl Archiver {
    /// Returns the archiver that writes a comment in front of a message.
    fn before_message(comment: &[u8]) -> Option<Self> {
        Some(match comment {
            b"body=\"start\"" => Self::Hypermail,
            b"X-MsgBody"
            | b"X-Subject-Header-Begin"
            | b"X-Head-of-Message"
            | b"X-Body-of-Message" => Self::MHonArc,
            b"beginarticle" => Self::Pipermail,
            _ => return None,
        })
    }

    /// Returns the start of the comment that it writes after a message.
    const fn end_mark(self) -> &'static [u8] {
        match self {
            Self::Hypermail => b"<!-- body=\"end\"",
            Self::MHonArc => b"<!--X-Body-of-Message-End",
            Self::Pipermail => b"<!--endarticle",
        }
    }
}

impl ArchiverPage {
    /// Finds the message on a page that begins with `head`, if an archiver wrote the page. With `at_end` or with
    /// [`MAX_HEAD`] bytes, the result is never [`Match::Unknown`].
    ///
    /// Reads from the start of the page. `encoding` is the encoding of the page, if it is known.
    pub(crate) fn find(head: &[u8], at_end: bool, encoding: Option<Encoding>) -> Match<Self> {
        let is_full = head.len() >= MAX_HEAD;
        let head = &head[..head.len().min(MAX_HEAD)];
        let mut scan = Scan::default();
        for markup in markup::all(head) {
            if let Some(archiver) = scan.read(&markup) {
                let page = scan.page(archiver, head, markup.at, encoding);
                return page.map_or(Match::No, Match::Yes);
            }
        }
        if at_end || is_full {
            Match::No
        } else {
            Match::Unknown
        }
    }
}

/// The data found on a page before the message.
#[derive(Debug, Default)]
struct Scan {
    fields: Fields,
    /// The declared charset of the page.
    charset: Option<Vec<u8>>,
    /// Where the heading begins and ends.
    heading: Option<usize>,
    heading_end: Option<usize>,
}

impl Scan {
    /// Reads a tag or comment. Returns the archiver if the message begins there.
    fn read(&mut self, markup: &Markup<'_>) -> Option<Archiver> {
        match &markup.kind {
            MarkupKind::Comment(comment) => {
                self.end_heading(markup.at);
                let archiver = Archiver::before_message(comment);
                if archiver.is_none() {
                    self.fields.take_comment(comment);
                }
                return archiver;
            }
            MarkupKind::Declaration(declaration) => {
                self.declare(markup::encoding_of(declaration));
            }
            MarkupKind::Tag(tag) => self.tag(tag, markup.at),
        }
        None
    }

    fn tag(&mut self, tag: &Tag<'_>, at: usize) {
        if tag.is("meta") {
            self.declare(tag.charset());
        } else if tag.is("h1") && self.heading.is_none() {
            self.heading = Some(at);
        } else if tag.begins_block() {
            self.end_heading(at);
        }
    }

    fn declare(&mut self, charset: Option<&[u8]>) {
        if self.charset.is_none() {
            self.charset = charset.map(<[u8]>::to_vec);
        }
    }

    fn end_heading(&mut self, at: usize) {
        if self.heading.is_some() {
            self.heading_end.get_or_insert(at);
        }
    }

    /// Creates the page of a message that begins at an index. `None` if no field of the message is known.
    fn page(
        mut self,
        archiver: Archiver,
        head: &[u8],
        message: usize,
        encoding: Option<Encoding>,
    ) -> Option<ArchiverPage> {
        let end = self.heading_end.unwrap_or(message);
        let heading = self.heading.map(|start| start..end);
        if let (Archiver::Pipermail, Some(heading)) = (archiver, &heading) {
            pipermail::read_heading(&head[heading.clone()], &mut self.fields);
        }
        let label = self.charset.take();
        let label = label.or_else(|| self.fields.value(FieldName::Charset).map(<[u8]>::to_vec));
        let charset = match encoding.and_then(Encoding::known) {
            Some(encoding) => PageCharset::of(encoding),
            // What follows depends on how much of the page is known.
            None => PageCharset::new(label.as_deref(), &head[..message]),
        };
        let header = self.fields.header(charset);
        (!header.is_empty()).then(|| ArchiverPage {
            header,
            charset,
            sections: sections(heading.as_ref(), message, archiver.end_mark()),
        })
    }
}

/// Returns the sections of a page.
fn sections(
    heading: Option<&Range<usize>>,
    message: usize,
    mark: &'static [u8],
) -> Vec<PageSection> {
    let section = |is_message, end| PageSection { is_message, end };
    let mut sections = Vec::new();
    if let Some(heading) = heading {
        sections.push(section(false, SectionEnd::At(heading.start as u64)));
        sections.push(section(true, SectionEnd::At(heading.end as u64)));
    }
    sections.push(section(false, SectionEnd::At(message as u64)));
    sections.push(section(true, SectionEnd::Mark(mark)));
    sections.push(section(false, SectionEnd::OfPage));
    sections
}
