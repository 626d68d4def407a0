//! The walk through the sections of an archiver's page.

use std::ops::ControlFlow;

use crate::{
    Encoding, Message, Visitor,
    body::BodyReader,
    frame::{Framer, Match},
    page::ArchiverPage,
    visitor::NullVisitor,
};

/// An archiver's page, and how far it is read.
#[derive(Debug)]
pub(crate) struct PageWalk {
    page: ArchiverPage,
    /// The number of sections that have begun.
    begun: usize,
    /// Whether the visitor wants the message, once it was asked.
    wants_message: Option<bool>,
}

/// A section of a page that has begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BegunSection {
    /// Whether the message begins with it.
    pub(crate) begins_message: bool,
    /// Whether the visitor wants its text.
    pub(crate) is_wanted: bool,
}

impl PageWalk {
    /// Finds the message on a page that begins with `head`, as [`ArchiverPage::find`] does. A page in an encoding in
    /// which ASCII characters are not bytes is not searched.
    pub(crate) fn find(head: &[u8], at_end: bool, encoding: Option<Encoding>) -> Match<Self> {
        if encoding.is_some_and(|encoding| !encoding.is_ascii_superset()) {
            return Match::No;
        }
        ArchiverPage::find(head, at_end, encoding).map(|page| Self {
            page,
            begun: 0,
            wants_message: None,
        })
    }

    /// Begins the next section, at an offset after `index` messages, and the message with its first section.
    pub(crate) fn begin_section(
        &mut self,
        index: u64,
        offset: u64,
        framer: &mut Framer,
        body_reader: &mut BodyReader,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), BegunSection> {
        let mut begun = BegunSection {
            begins_message: false,
            is_wanted: true,
        };
        let Some(&section) = self.page.sections.get(self.begun) else {
            return ControlFlow::Continue(begun);
        };
        let is_first = self.begun == 0;
        self.begun += 1;
        framer.end_section(section.end);
        if section.is_message {
            begun.begins_message = self.wants_message.is_none();
            begun.is_wanted = match self.wants_message {
                Some(known) => known,
                None => self.begin_message(index, offset, body_reader, visitor)?,
            };
        }
        if begun.is_wanted {
            let charset = self.page.charset.decoder();
            let is_message = section.is_message;
            body_reader.begin_page_section(is_message, is_first, charset, visitor)?;
        } else {
            body_reader.skip();
        }
        ControlFlow::Continue(begun)
    }

    /// Begins the message. Returns whether the visitor wants it.
    fn begin_message(
        &mut self,
        index: u64,
        offset: u64,
        body_reader: &mut BodyReader,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), bool> {
        let message = Message {
            index,
            offset,
            header: &self.page.header,
            header_offset: offset,
            is_header_in_file: false,
        };
        let is_wanted = visitor.wants_message(&message);
        self.wants_message = Some(is_wanted);
        if is_wanted {
            visitor.message(&message)?;
            body_reader.begin_page_message(visitor)?;
        } else {
            body_reader.begin_page_message(&mut NullVisitor)?;
        }
        ControlFlow::Continue(is_wanted)
    }
}
