//! Reports errors, warnings and rejected candidates.

use std::sync::Arc;

use urlsift_record::{RejectedCandidate, write_rejected_line};
use urlsift_search::{Error, Rejected};

use super::{
    OutputChunk,
    event::{Diagnostic, DiagnosticContent, Event, Events, RejectedEvent},
};
use crate::{
    options::Show,
    report::{
        json,
        record::{Placeholder, RelativeNumbers},
    },
};

impl OutputChunk {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let size = diagnostic.size();
        if self.is_direct {
            self.size += size;
            self.rendered.diagnose(diagnostic);
        } else {
            self.push(Event::Diagnostic(diagnostic), size);
        }
    }

    /// Adds the object of an error.
    pub(super) fn report_error(&mut self, error: &Error) {
        let mut object = Vec::new();
        // Writing to a vector does not fail.
        let _ = json::error(&mut object, error);
        if self.is_direct {
            self.rendered.bytes.extend_from_slice(&object);
        } else {
            let size = object.len();
            self.push(Event::Error(object.into()), size);
        }
    }

    /// Keeps the object of a rejected candidate.
    fn keep_rejected(&mut self, rejected: &RejectedCandidate) {
        let Events {
            bytes,
            placeholders,
            ..
        } = &mut self.events;
        let (start, placeholders_start) = (bytes.len(), placeholders.len());
        write_rejected_line(bytes, rejected, |out, field, _| {
            placeholders.push(Placeholder::new(field, out.len()));
        });
        let counted = RelativeNumbers {
            position: rejected.position(),
            message_index: None,
        };
        let record = self.events.record(start, placeholders_start, counted);
        let size = self.events.bytes.len() - start;
        let rejected = RejectedEvent {
            message: self.last_message,
            record,
        };
        self.push(Event::Rejected(rejected), size);
    }

    pub(super) fn report_rejected(&mut self, rejected: &Rejected<'_>) {
        match self.options.show {
            Show::Nothing => {}
            Show::Json => {
                let rejected = rejected.to_record(self.file_bytes());
                self.keep_rejected(&rejected);
            }
            _ => {
                let reason = rejected.rejection().reason;
                let mut text = format!("rejected ({}): {reason}", reason.code());
                let position = rejected.position();
                if position.is_none() {
                    text.insert_str(0, &format!("byte {}: ", rejected.span().start()));
                }
                self.report(Diagnostic {
                    path: Arc::clone(&self.file.output.path),
                    position,
                    is_resumed: self.file.is_resumed,
                    content: DiagnosticContent::Text(text),
                });
            }
        }
    }
}
