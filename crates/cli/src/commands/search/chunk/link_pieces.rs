//! The pieces of links in the lines that are printed as context.

use std::{collections::VecDeque, ops::Range};

use urlsift_search::{Delimiter, Link, TextLine};

/// The pieces of the selected links whose lines are yet to be printed, as ranges of the current text, by their starts.
/// A link may lie inside another one, so they may overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkPieces(VecDeque<Range<u64>>);

impl LinkPieces {
    /// Begins a text, whose offsets count from 0 again.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the pieces of a link. The value of an attribute is not in the text that is printed.
    pub(super) fn add(&mut self, link: &Link<'_>) {
        let candidate = link.candidate();
        if candidate.delimiter() != Delimiter::Attribute {
            for piece in candidate.pieces() {
                self.insert(piece.start()..piece.end());
            }
        }
    }

    fn insert(&mut self, piece: Range<u64>) {
        let at = self.0.partition_point(|other| other.start <= piece.start);
        self.0.insert(at, piece);
    }

    /// Returns the ranges of a line that belong to links, in order and apart from each other, and forgets them.
    pub(super) fn take_line(&mut self, line: &TextLine<'_>) -> Box<[Range<usize>]> {
        let len = line.text.len() as u64;
        let end = line.start + len;
        let mut marks: Vec<Range<usize>> = Vec::new();
        let mut continued = Vec::new();
        while let Some(piece) = self.0.pop_front_if(|piece| piece.start < end) {
            let in_line = |offset: u64| offset.saturating_sub(line.start).min(len) as usize;
            let marked = marks.last().map_or(0, |last| last.end);
            let mark = in_line(piece.start).max(marked)..in_line(piece.end);
            if !mark.is_empty() {
                marks.push(mark);
            }
            if piece.end > end {
                // The rest is in the next line.
                continued.push(end..piece.end);
            }
        }
        for piece in continued {
            self.insert(piece);
        }
        marks.into()
    }
}
