//! Fixups: the parts of a chunk's output that depend on earlier chunks.
//!
//! A chunk writes its output as if nothing preceded it. Wherever that may be wrong, it adds a fixup, as a compiler adds
//! one for the linker: a number that counts from the start of the file is missing, or the next bytes may have to be
//! cut. Numbers are missing only if the chunk's thread has not read the file from its start. Once the predecessors of
//! a chunk are [collected](super::OutputChunk::collect), each fixup is reduced to a number or a cut, or dropped. A
//! chunk without any of these is printed as it is; the bytes of others are copied once.
//!
//! The alternative, to keep links and to format them when their predecessors are known, would need a form of a link,
//! and code that stores it, for each output format. The price is that text is formatted that may be cut: repeated
//! links, and a heading at the start of each chunk.

use std::{path::Path, sync::Arc};

use urlsift_search::{Conformance, Position};

use crate::{
    report::record::RelativeNumber,
    select::dedup::{LinkKey, MessageOffset},
};

/// A fixup at an offset.
#[derive(Debug)]
pub(crate) struct Fixup {
    /// The number of bytes before it.
    pub(crate) at: usize,
    pub(super) kind: FixupKind,
}

/// What a fixup changes, or what happens at its place. There are few of those whose data is boxed.
#[derive(Debug)]
pub(super) enum FixupKind {
    /// A file begins.
    File,
    /// A number is missing.
    Number(RelativeNumber),
    /// A link begins, which is cut if it is repeated. Its index in the links of the buffer.
    Link(usize),
    /// A heading, of which only what differs from the heading before it is printed.
    Heading(Box<Heading>),
    /// The context of a link begins. The next bytes, a separator, are cut if it is the first context, or follows a
    /// heading.
    Context {
        separator: usize,
    },
    /// An object of this many bytes that belongs to no link.
    Object(usize),
    /// The end of a file whose links are counted.
    End(FileEnd),
    Diagnostic(Box<Diagnostic>),
    /// The next bytes are left out.
    Cut(usize),
}

impl FixupKind {
    /// Returns whether it belongs to the output of a link.
    pub(super) fn is_of_link(&self) -> bool {
        match self {
            Self::Number(_)
            | Self::Link(_)
            | Self::Heading(_)
            | Self::Context { .. }
            | Self::Cut(_) => true,
            Self::File | Self::Object(_) | Self::End(_) | Self::Diagnostic(_) => false,
        }
    }
}

impl Fixup {
    /// Returns whether it changes bytes, once its chunk is collected.
    pub(super) fn is_edit(&self) -> bool {
        matches!(self.kind, FixupKind::Number(_) | FixupKind::Cut(_))
    }

    /// Returns whether a file begins here.
    pub(super) fn is_file(&self) -> bool {
        matches!(self.kind, FixupKind::File)
    }

    /// Returns the diagnostic to report after the bytes before it, if it is one.
    pub(crate) fn diagnostic(&self) -> Option<&Diagnostic> {
        if let FixupKind::Diagnostic(diagnostic) = &self.kind {
            Some(diagnostic)
        } else {
            None
        }
    }

    /// Returns the memory usage in bytes; 0 for a file that begins before all output.
    pub(super) fn size(&self) -> usize {
        if self.at == 0 && self.is_file() {
            return 0;
        }
        let owned = match &self.kind {
            FixupKind::Diagnostic(diagnostic) => {
                let Diagnostic { path, text, .. } = &**diagnostic;
                size_of::<Diagnostic>() + path.as_os_str().len() + text.len()
            }
            // It is in a box.
            FixupKind::Heading(_) => size_of::<Heading>(),
            FixupKind::File
            | FixupKind::Number(_)
            | FixupKind::Link(_)
            | FixupKind::Context { .. }
            | FixupKind::Object(_)
            | FixupKind::End(_)
            | FixupKind::Cut(_) => 0,
        };
        size_of::<Self>() + owned
    }
}

/// A link that may be repeated.
#[derive(Debug)]
pub(super) struct KeyedLink {
    pub(super) key: LinkKey,
    pub(super) level: Conformance,
    /// The number of bytes before its end.
    pub(super) end: usize,
}

/// The heading of a file and a message: an empty line, the path and the title of the message, as far as these are
/// wanted.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) message: MessageOffset,
    /// The number of bytes of the path with its line break.
    pub(super) path: usize,
    /// The number of bytes of the title with its line break.
    pub(super) title: usize,
}

/// The end of a file. The count is inserted here, or the next bytes are cut unless the file is listed.
#[derive(Debug)]
pub(super) struct FileEnd {
    /// The number of its links in this chunk.
    pub(super) count: u64,
    /// The number of bytes of its name.
    pub(super) name: u32,
    /// Whether reading the file failed.
    pub(super) has_failed: bool,
}

/// A message for standard error.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) path: Arc<Path>,
    /// The position, which counts like [`RelativeNumber`] until the chunk is collected.
    pub(crate) position: Option<Position>,
    pub(crate) text: String,
}
