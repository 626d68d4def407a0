//! Which links are wanted.

use std::sync::Arc;

use urlsift_record as record;
use urlsift_search::{InMessage, LinkFields, LinkRef, Verdict, archive::Place};
use urlsift_select::{self as select, BaseText};

/// Which links are wanted, and what is added to them.
#[derive(Clone, Debug)]
pub(crate) struct Selection(pub(crate) Arc<select::Selection>);

impl Selection {
    /// Returns the verdict on a link if it is wanted.
    pub(crate) fn verdict<'l>(&self, link: &LinkRef<'l>) -> Option<Verdict<'l>> {
        self.0.verdict(link)
    }

    /// Returns the owned form of a link if it is wanted. `path` is the name of its source.
    pub(crate) fn record(&self, link: &LinkRef<'_>, path: &Arc<[u8]>) -> Option<record::Link> {
        let conformance = self.verdict(link)?.conformance();
        let record = link.to_record(Arc::clone(path));
        let mut record = record.with_conformance(conformance);
        if let Some(base) = &self.0.base {
            record = record.with_base(Arc::clone(base.text()));
        }
        if self.0.unwrap {
            record = record.with_unwrapping();
        }
        Some(record)
    }

    /// Returns the source of the fields of a link.
    pub(crate) fn fields<'f>(&'f self, link: &'f LinkRef<'f>) -> LinkFields<'f> {
        let base = self.0.base.as_ref().map(|base| &**BaseText::text(base));
        link.fields(base.or_else(|| link.base())).unwrapping(self.0.unwrap)
    }

    /// Returns whether the filters accept a message, judging by its header.
    pub(crate) fn accepts_message(&self, message: &InMessage<'_>) -> bool {
        self.0.accepts_message(message)
    }

    /// Returns whether the filters accept a text of an accepted message.
    pub(crate) fn accepts_text(&self, place: Place<'_>) -> bool {
        self.0.accepts_text(place)
    }
}
