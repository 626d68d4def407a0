//! The files of Outlook: the texts of their messages.

use std::{
    any::Any,
    io::{self, Cursor, Read},
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use urlsift_outlook::{FaultKind, Text, Visitor, is_message, read_msg, read_pst};

use crate::{Format, MessageLayout, store::Store};

/// An event of the reader of a file of Outlook. A name has a component for each level.
pub(crate) enum OutlookEvent<'e> {
    /// A message begins.
    Message,
    /// A text of a message.
    Text {
        name: &'e [String],
        layout: MessageLayout,
        bytes: &'e mut dyn Read,
    },
    /// An error in the file or, with a name, in a part of it.
    Fault {
        name: &'e [String],
        error: io::Error,
    },
}

/// Returns whether a compound file is a message.
pub(crate) fn holds_message(store: &Store) -> bool {
    catch_unwind(AssertUnwindSafe(|| is_message(store.reader()))).unwrap_or(false)
}

/// Reports the texts of the messages in a file. A panic of a reader is an error of the file.
pub(crate) fn read(
    store: &Store,
    format: Format,
    handler: &mut dyn FnMut(OutlookEvent<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut adapter = Adapter {
        format,
        handler,
        panic: None,
    };
    let read = catch_unwind(AssertUnwindSafe(|| match format {
        Format::Pst => read_pst(store.reader(), &mut adapter),
        _ => read_msg(store.reader(), &mut adapter),
    }));
    if let Some(panic) = adapter.panic {
        resume_unwind(panic);
    }
    read.unwrap_or_else(|_| {
        let error = format!("{format}: internal error while reading it: please report");
        (adapter.handler)(OutlookEvent::Fault {
            name: &[],
            error: io::Error::other(error),
        })
    })
}

/// Passes the texts on as events.
struct Adapter<'h> {
    format: Format,
    handler: &'h mut dyn FnMut(OutlookEvent<'_>) -> ControlFlow<()>,
    /// The payload of a panic of the handler. It distinguishes that panic from one of the Outlook reader.
    panic: Option<Box<dyn Any + Send>>,
}

impl Adapter<'_> {
    fn pass(&mut self, event: OutlookEvent<'_>) -> ControlFlow<()> {
        match catch_unwind(AssertUnwindSafe(|| (self.handler)(event))) {
            Ok(flow) => flow,
            Err(panic) => {
                self.panic = Some(panic);
                ControlFlow::Break(())
            }
        }
    }
}

impl Visitor for Adapter<'_> {
    fn message(&mut self, _: &[String]) -> ControlFlow<()> {
        self.pass(OutlookEvent::Message)
    }

    fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()> {
        let header = text.header();
        let layout = MessageLayout {
            header_len: header.len() as u64,
            header_lines: header.split_inclusive(|&byte| byte == b'\n').count() as u64,
            is_virtual: true,
        };
        let mut bytes = Cursor::new(header).chain(Cursor::new(text.bytes()));
        self.pass(OutlookEvent::Text {
            name,
            layout,
            bytes: &mut bytes,
        })
    }

    fn fault(&mut self, name: &[String], fault: urlsift_outlook::Fault) -> ControlFlow<()> {
        let kind = match fault.kind() {
            FaultKind::Io(error) => error.kind(),
            FaultKind::Unsupported(_) => io::ErrorKind::Unsupported,
            _ => io::ErrorKind::InvalidData,
        };
        let error = io::Error::new(kind, format!("{}: {fault}", self.format));
        self.pass(OutlookEvent::Fault { name, error })
    }
}
