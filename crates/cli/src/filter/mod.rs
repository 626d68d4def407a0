//! Filters: which messages, which of their texts, and which URLs in these are wanted.
//!
//! Flags of different names must all hold, of the values of one flag any. What a header says is asked before
//! anything of its message is scanned, and a part's type before that is decoded.

mod date;
mod host;
mod message;
mod url;
mod wildmat;

use urlsift_search::{Candidate, InMessage, Verdict, archive::Place, rfc1738::Base};

use crate::args::Filtering;

pub(crate) use date::Period;
pub(crate) use host::Host;
pub(crate) use message::{FieldPattern, MediaRange, MessageId};
pub(crate) use url::{Scheme, WarningCode};
pub(crate) use wildmat::Wildmat;

use message::Messages;
use url::Urls;

/// All that was asked for. By default everything is taken.
#[derive(Debug)]
pub(crate) struct Filters {
    messages: Messages,
    types: Vec<MediaRange>,
    urls: Urls,
}

impl Filters {
    /// Resolves the flags, or says which value is no good.
    pub(crate) fn new(filtering: Filtering) -> Result<Self, String> {
        let Filtering {
            scheme,
            host,
            newsgroup,
            from,
            subject,
            header,
            message_id,
            thread,
            since,
            until,
            media_type,
            quoted,
            no_quoted,
            joined,
            warn,
        } = filtering;
        if let (Some(since), Some(until)) = (since, until)
            && until.last < since.first
        {
            return Err("for '--until <DATE>': it lies before that of '--since <DATE>'".into());
        }
        Ok(Self {
            messages: Messages {
                newsgroups: newsgroup,
                from,
                subject,
                fields: message::by_name(header),
                ids: message_id,
                threads: thread,
                since: since.map(|since| since.first),
                until: until.map(|until| until.last),
            },
            types: media_type,
            urls: Urls {
                schemes: scheme,
                hosts: host,
                is_quoted: (quoted || no_quoted).then_some(quoted),
                joined,
                warnings: warn,
            },
        })
    }

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
