//! All filters together.

use urlsift_search::{Candidate, InMessage, Verdict, archive::Place, rfc1738::Base};

use super::{
    message::{MediaRange, MessageFilter},
    url::UrlFilter,
};

/// The conjunction of all filters. An empty list of values takes everything.
#[derive(Debug)]
pub(crate) struct Filters {
    pub(crate) messages: MessageFilter,
    /// The media types of parts.
    pub(crate) types: Vec<MediaRange>,
    pub(crate) urls: UrlFilter,
}

impl Filters {
    /// Whether anything of a message is wanted, by its header.
    pub(crate) fn takes_message(&self, message: &InMessage<'_>) -> bool {
        self.messages.take(message)
    }

    /// Whether a text is wanted, of a message that is. A file without messages is in none of those that
    /// are asked for.
    pub(crate) fn takes_text(&self, place: Place<'_>) -> bool {
        let takes_type = |given| self.types.iter().any(|range| range.takes(given));
        match place {
            Place::File => self.messages.are_all() && self.types.is_empty(),
            Place::Part(part) => self.types.is_empty() || takes_type(part.media_type()),
            _ => self.types.is_empty(),
        }
    }

    /// Whether every URL is wanted, of a text that is.
    pub(crate) fn take_all_urls(&self) -> bool {
        self.urls.are_all()
    }

    /// Whether a URL is wanted. A relative reference is looked at as it is printed: resolved, if it
    /// has a base.
    pub(crate) fn takes_url(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        self.urls.take(candidate, verdict, base)
    }
}
