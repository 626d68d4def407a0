//! How the inputs are read, and what the first bytes of a file show about it.

use std::{path::Path, sync::Arc};

use urlsift::{Kind, ReadOptions};

use super::sizes::Sizes;
use crate::{head::kind_of, stream_buffer::MemoryBudget, unpack::files::Files};

/// How inputs are read.
pub(in crate::parallel) struct ReadSettings {
    pub(in crate::parallel) files: Files,
    pub(in crate::parallel) reading: ReadOptions,
    /// Whether each file is read as a whole, not in segments.
    pub(in crate::parallel) reads_whole_files: bool,
    /// Whether each file without messages is read as a whole.
    pub(in crate::parallel) reads_whole_texts: bool,
    pub(in crate::parallel) sizes: Sizes,
    /// The memory for streams.
    pub(in crate::parallel) budget: Arc<MemoryBudget>,
}

impl ReadSettings {
    /// Returns whether a file of this kind is read in segments if it can be cut.
    pub(super) fn cuts(&self, kind: Kind) -> bool {
        !(self.reads_whole_texts && kind == Kind::Text)
    }

    /// Returns the kind of a file that begins with `head`, or is no longer than it (`at_end`).
    pub(super) fn kind(&self, path: &Path, head: &[u8], at_end: bool) -> Option<Kind> {
        kind_of(&self.reading, path, head, at_end)
    }

    /// Returns whether a file that begins with `head` can be cut.
    pub(super) fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        self.cuts(kind) && self.reading.can_be_cut(kind, head) && seems_cuttable(kind, head)
    }
}

/// Returns whether a file that begins with `head` seems to have places where it can be cut. A text without
/// messages need not have one; if its beginning has none, the rest is not searched for one.
fn seems_cuttable(kind: Kind, head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n');
    let is_place = |line: &[u8]| {
        let after = line
            .iter()
            .rposition(|&byte| byte == b'<')
            .map(|at| &line[at..]);
        matches!(line, b"" | b"\r") || after.is_some_and(|after| after.contains(&b'>'))
    };
    kind != Kind::Text || lines.any(is_place)
}
