//! What a sheet notes of its hits.

use std::ops::Range;

use urlsift_search::Conformance;

use super::{Key, Keys};
use crate::sheet::Group;

/// What a sheet notes of its hits.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(super) all: Vec<Note>,
    /// How many files were begun on the sheet. The first one it has hits of may have been before.
    pub(super) files: u32,
    /// What is on the sheet, or, if that is what counts, what is on it of the message at hand.
    here: Keys,
    /// Where that is.
    place: (u32, Group),
}

/// A hit that is not on the sheet twice.
#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) key: Key,
    pub(crate) level: Conformance,
    /// The message that it stands in, and the file: so many were begun on the sheet.
    pub(crate) group: Group,
    pub(crate) file: u32,
    /// What it is under, if there are headings.
    pub(crate) heading: Option<Group>,
    /// Its bytes on the sheet, without a heading, and the marks in them.
    pub(crate) out: Range<usize>,
    pub(crate) marks: Range<usize>,
}

impl Notes {
    pub(crate) fn begin_file(&mut self) {
        self.files += 1;
    }

    /// Whether a hit is not on the sheet, or not in the message at hand. It is noted with
    /// [`note`](Self::note) next.
    pub(crate) fn is_new(&mut self, key: Key, group: Group, in_message: bool) -> bool {
        let place = (self.files, group);
        if in_message && self.place != place {
            self.place = place;
            self.here.clear();
        }
        self.here.insert(key)
    }

    /// Notes a hit that is new.
    pub(crate) fn note(&mut self, note: Note) {
        self.all.push(note);
    }

    /// How many files were begun on the sheet.
    pub(crate) fn files(&self) -> u32 {
        self.files
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.all.len() * (size_of::<Note>() + 2 * size_of::<Key>())
    }
}
