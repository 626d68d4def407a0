//! The conjunction of all filters.

use urlsift::{Candidate, Message, Verdict, archive::Place, rfc1738::Base};

use crate::{
    message::{MediaRange, MessageFilter},
    url::UrlFilter,
};

/// The conjunction of all filters. A filter without values accepts everything.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// The filter for messages.
    pub messages: MessageFilter,
    /// The media types of parts.
    pub types: Vec<MediaRange>,
    /// The filter for URLs.
    pub urls: UrlFilter,
}

impl Filters {
    /// Returns whether a message is accepted, judging by its header.
    #[must_use]
    pub fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.messages.accepts(message)
    }

    /// Returns whether a text of an accepted message is accepted. A file without messages matches no message
    /// filter.
    #[must_use]
    pub fn accepts_text(&self, place: Place<'_>) -> bool {
        let accepts_type = |media_type| self.types.iter().any(|range| range.accepts(media_type));
        match place {
            Place::File => self.messages.is_empty() && self.types.is_empty(),
            Place::Part(part) => self.types.is_empty() || accepts_type(part.media_type()),
            _ => self.types.is_empty(),
        }
    }

    /// Returns whether everything is accepted.
    #[must_use]
    pub fn accept_everything(&self) -> bool {
        let Self {
            messages,
            types,
            urls,
        } = self;
        messages.is_empty() && types.is_empty() && urls.is_empty()
    }

    /// Returns whether every URL of an accepted text is accepted.
    #[must_use]
    pub fn accept_all_urls(&self) -> bool {
        self.urls.is_empty()
    }

    /// Returns whether a URL is accepted. A relative reference with a base is resolved first.
    #[must_use]
    pub fn accepts_url(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        self.urls.accepts(candidate, verdict, base)
    }
}
