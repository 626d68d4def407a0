//! The lines of text around hits.

use std::{io, ops::ControlFlow};

use urlsift_search::{ContextLine, Link, Skip, TextLine};

use super::{Mark, Sheet, What};
use crate::{
    plan::{Plan, Show},
    report::Text,
};

/// What is known of the lines around the hits before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// Whether lines of text are printed around hits.
    pub(super) are_wanted: bool,
    /// The last line that was printed of the file at hand, or on which the last hit stood.
    last: Option<u64>,
    /// Whether lines, or a hit among them, were printed on the sheet.
    is_any: bool,
    /// Whether the last hit was printed.
    pub(super) takes_last: bool,
}

impl Surroundings {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            are_wanted: plan.show == Show::Links && plan.style.looks.around.is_some(),
            last: None,
            is_any: false,
            takes_last: false,
        }
    }

    /// At the beginning of a file; or at that of a sheet which goes on behind the last one, if there
    /// is one.
    pub(super) fn begin_file(&mut self, last: Option<Self>) {
        self.last = last.and_then(|last| last.last);
    }
}

impl Sheet {
    /// Prints what separates a hit from the lines before, and the lines in front of it. A heading may
    /// have been printed for it, which is enough.
    pub(super) fn before(&mut self, link: &Link<'_>, is_headed: bool) -> io::Result<()> {
        let Some(hit) = link.text_line() else {
            return Ok(());
        };
        let first = link.before().next().map_or(hit, |line| line.number());
        let last = self.around.last;
        let goes_on = last.is_some_and(|last| first <= last + 1);
        if !goes_on && !self.around.is_any {
            // What stands before the sheet is not known.
            let at = self.out.len();
            self.marks.push(Mark {
                at,
                what: What::Gap,
            });
        } else if !goes_on && !is_headed {
            Text::gap(&mut self.out);
        }
        self.around.is_any = true;
        for line in link.before() {
            self.line_around(line)?;
        }
        // The line of the hit follows.
        self.around.last = self.around.last.max(hit.checked_sub(1));
        Ok(())
    }

    fn line_around(&mut self, line: TextLine<'_>) -> io::Result<()> {
        self.around.last = Some(line.number());
        self.text
            .around(&mut self.out, &self.file, self.is_member, line)
    }

    /// Takes what comes behind a hit.
    pub(super) fn take_around(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => {
                // A vector takes everything.
                let _ = self.line_around(line);
                ControlFlow::Continue(())
            }
            // It may be the last one that was wanted.
            ContextLine::End => self.go_on(),
        }
    }
}
