//! The conjunction of all filters.

mod date;
mod host;
mod message;
mod url;
mod wildmat;

use urlsift::{Candidate, Message, Verdict, archive::Place, rfc1738::Base};

pub(crate) use date::Date;
use message::MediaRange;
pub(crate) use message::{FieldPattern, MessageFilter, field_regex};
use url::UrlFilter;
pub use url::{Scheme, WarningFilter};

/// The conjunction of all filters. A filter without values accepts everything.
///
/// A [`FilterBuilder`](crate::FilterBuilder) builds them.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// The filter for messages.
    pub(crate) messages: MessageFilter,
    /// The media types of parts.
    pub(crate) types: Vec<MediaRange>,
    /// The filter for URLs.
    pub(crate) urls: UrlFilter,
}

impl Filters {
    /// Returns whether a message is accepted, judging by its header.
    pub(crate) fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.messages.accepts(message)
    }

    /// Returns whether a text of an accepted message is accepted. A file without messages matches no message
    /// filter.
    pub(crate) fn accepts_text(&self, place: Place<'_>) -> bool {
        let accepts_type = |media_type| self.types.iter().any(|range| range.accepts(media_type));
        match place {
            Place::File => self.messages.is_empty() && self.types.is_empty(),
            Place::Part(part) => self.types.is_empty() || accepts_type(part.media_type),
            _ => self.types.is_empty(),
        }
    }

    /// Returns whether everything is accepted.
    pub(crate) fn accept_everything(&self) -> bool {
        self.messages.is_empty() && self.types.is_empty() && self.urls.is_empty()
    }

    /// Returns whether schemes are selected.
    pub(crate) fn select_schemes(&self) -> bool {
        !self.urls.schemes.is_empty()
    }

    /// Returns whether every URL of an accepted text is accepted.
    pub(crate) fn accept_all_urls(&self) -> bool {
        self.urls.is_empty()
    }

    /// Returns whether a URL is accepted. A relative reference with a base is resolved first.
    pub(crate) fn accepts_url(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        self.urls.accepts(candidate, verdict, base)
    }

    /// Returns the warnings of which a URL must have one.
    #[must_use]
    pub fn warnings(&self) -> &[WarningFilter] {
        &self.urls.warnings
    }
}
