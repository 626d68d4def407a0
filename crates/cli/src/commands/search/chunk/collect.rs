//! Reduces the fixups of chunks, in the order of the input.

use std::{io, mem};

use urlsift::Preceding;

use super::fixup::{FileEnd, Fixup, FixupKind, Heading, KeyedLink};
use crate::{
    options::Show,
    report::{record::RelativeNumber, summary::Summary},
    select::dedup::{CollectedKeys, MessageOffset},
};

/// The state of the output after a chunk, on which the output of the next one depends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OutputState {
    /// Whether a heading was printed.
    has_heading: bool,
    /// The message of the last heading of the current file; `None` before the first heading.
    heading: Option<MessageOffset>,
    /// Whether a link with context was printed.
    has_context: bool,
    /// The number of links in the current file.
    pub(super) count: u64,
    /// The number of files listed because they have no link.
    pub(crate) listed: u64,
}

/// Reduces fixups to numbers and cuts.
pub(super) struct Reducer<'c> {
    pub(super) show: Show,
    pub(super) state: &'c mut OutputState,
    /// What precedes the chunk in the current file.
    pub(super) preceding: Preceding,
    /// The keys of all earlier links, if repeated links are removed.
    pub(super) keys: Option<CollectedKeys<'c>>,
    pub(super) links: &'c [KeyedLink],
    pub(super) summary: &'c mut Summary,
    /// The number of links removed from the current file.
    pub(super) removed: u64,
    /// The end of the last link that was removed. Fixups before it are not needed.
    pub(super) removed_end: usize,
    /// Whether a heading was printed before the current link.
    pub(super) has_heading: bool,
    pub(super) error: Option<io::Error>,
}

impl Reducer<'_> {
    /// Reduces a fixup. Returns `false` if nothing is left of it.
    pub(super) fn reduce(&mut self, fixup: &mut Fixup) -> bool {
        if fixup.at < self.removed_end {
            return false;
        }
        let cut = match &mut fixup.kind {
            FixupKind::File => {
                self.begin_file();
                return false;
            }
            FixupKind::Number(number) => {
                *number = RelativeNumber::Final(number.after(self.preceding));
                return true;
            }
            FixupKind::Diagnostic(diagnostic) => {
                let Preceding { lines, columns, .. } = self.preceding;
                let position = &mut diagnostic.position;
                *position = position.map(|position| position.after(lines, columns));
                return true;
            }
            FixupKind::End(end) => {
                let count =
                    mem::take(&mut self.state.count) + end.count - mem::take(&mut self.removed);
                if self.show == Show::Count {
                    fixup.kind = FixupKind::Number(RelativeNumber::Final(count));
                    return true;
                }
                if self.lists(end, count) {
                    0
                } else {
                    end.name as usize
                }
            }
            FixupKind::Link(index) => self.link(fixup.at, &self.links[*index]),
            FixupKind::Heading(heading) => {
                let (kept, cut) = self.heading(heading);
                fixup.at += kept;
                cut
            }
            FixupKind::Context { separator } => {
                let is_first = !mem::replace(&mut self.state.has_context, true);
                let has_heading = mem::take(&mut self.has_heading);
                if is_first || has_heading {
                    *separator
                } else {
                    0
                }
            }
            FixupKind::Object(_) => 0,
            FixupKind::Cut(_) => return true,
        };
        fixup.kind = FixupKind::Cut(cut);
        cut > 0
    }

    fn begin_file(&mut self) {
        self.preceding = Preceding::default();
        self.removed = 0;
        self.state.heading = None;
        self.state.count = 0;
        if let Some(keys) = &mut self.keys {
            keys.begin_file();
        }
    }

    /// Returns the number of bytes to cut of a link: all if it occurred before.
    fn link(&mut self, start: usize, link: &KeyedLink) -> usize {
        let is_new = match &mut self.keys {
            Some(keys) if self.error.is_none() => keys.is_new(link.key),
            _ => Ok(true),
        };
        match is_new {
            Ok(false) => {
                self.removed += 1;
                self.removed_end = link.end;
                self.summary.urls.remove(link.level);
                *self.summary.repeated.get_or_insert_default() += 1;
                return link.end - start;
            }
            Ok(true) => {}
            Err(error) => self.error = Some(error),
        }
        0
    }

    /// Returns the part of a heading to cut, as the number of bytes before it and its length.
    fn heading(&mut self, heading: &Heading) -> (usize, usize) {
        /// The number of bytes of the empty line before the path.
        const EMPTY_LINE: usize = 1;
        let &Heading {
            message,
            path,
            title,
        } = heading;
        let last = self.state.heading.replace(message);
        if last == Some(message) {
            return (0, EMPTY_LINE + path + title);
        }
        let is_first = !mem::replace(&mut self.state.has_heading, true);
        self.has_heading = !is_first || path + title > 0;
        if is_first {
            (0, EMPTY_LINE)
        } else if last.is_some() {
            (EMPTY_LINE, path)
        } else {
            (0, 0)
        }
    }

    /// Returns whether a file with a number of links is listed.
    fn lists(&mut self, end: &FileEnd, count: u64) -> bool {
        if self.show == Show::Files {
            return count > 0;
        }
        let is_listed = count == 0 && !end.has_failed;
        self.state.listed += u64::from(is_listed);
        is_listed
    }
}
