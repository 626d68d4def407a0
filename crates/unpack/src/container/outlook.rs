//! The files of Outlook: the texts of their messages.

use std::{
    any::Any,
    io::{self, Cursor, Read},
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use urlsift_outlook::{FaultKind as Reason, Text, Visitor, is_message, read_msg, read_pst};

use crate::{Fault, FaultKind, Format, MessageLayout, io::store::Store};

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
///
/// # Errors
///
/// Returns an error if it is damaged, so that its kind is not known.
pub(crate) fn holds_message(store: &Store) -> io::Result<bool> {
    let is_message = catch_unwind(AssertUnwindSafe(|| is_message(store.reader())));
    let is_message = is_message.map_err(|_| defect(Format::Msg))?;
    is_message.map_err(|fault| error_of(&fault, Format::Msg, store))
}

/// Reports the texts of the messages in a file. A panic of a reader is an error of the file.
pub(crate) fn read(
    store: &Store,
    format: Format,
    handler: &mut dyn FnMut(OutlookEvent<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut adapter = Adapter {
        format,
        store,
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
        (adapter.handler)(OutlookEvent::Fault {
            name: &[],
            error: defect(format),
        })
    })
}

/// Returns the error of a panic.
fn defect(format: Format) -> io::Error {
    Fault::new(format, 0, FaultKind::Defect).into()
}

/// Converts a fault to an error, which wraps a [`Fault`] unless the file could not be read.
fn error_of(fault: &urlsift_outlook::Fault, format: Format, store: &Store) -> io::Error {
    let kind = match fault.kind() {
        Reason::TooLong | Reason::TooDeep => FaultKind::PartTooLarge(fault.to_string().into()),
        Reason::Unsupported(reason) => FaultKind::NotRead(reason),
        Reason::Io(error) if !is_damage(error) => {
            return io::Error::new(error.kind(), format!("{format}: {error}"));
        }
        _ if store.is_partial() => {
            return Fault::new(format, store.len(), FaultKind::NotCopied).into();
        }
        _ => FaultKind::Damaged(fault.to_string().into()),
    };
    Fault::new(format, 0, kind).into()
}

/// Returns whether an error is one of the data: `cfb` reports such as I/O errors, too.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};

    let is_of_data = matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof);
    is_of_data && error.raw_os_error().is_none()
}

/// Passes the texts on as events.
struct Adapter<'h> {
    format: Format,
    store: &'h Store,
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
        let error = error_of(&fault, self.format, self.store);
        self.pass(OutlookEvent::Fault { name, error })
    }
}
