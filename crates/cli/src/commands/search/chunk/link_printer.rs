//! How the links of a chunk are printed.

use urlsift_search::HyphenPolicy;

use crate::{
    options::{SearchOptions, Show},
    report::{
        record::{CountedNumbers, RecordFormat, RecordPrinter},
        text::Text,
    },
    select::{compare::TallyBy, dedup::Deduplicator, levels::RecentLevels},
};

/// How links are printed.
#[derive(Debug)]
pub(super) struct LinkPrinter {
    pub(super) text: Text<'static>,
    /// The printer of records, if records are printed.
    pub(super) records: Option<RecordPrinter<'static>>,
    /// Whether records or counts show parts of URLs.
    pub(super) needs_parts: bool,
    /// Whether the text of links in HTML is shown, or decides which of them are selected.
    pub(super) needs_link_text: bool,
    /// Whether every conforming link is selected, and only the URL is needed of one without a target.
    pub(super) needs_only_urls: bool,
    /// The levels of links of which only the URL is needed.
    pub(super) levels: RecentLevels,
    /// The numbers of the current link.
    pub(super) numbers: CountedNumbers,
}

impl LinkPrinter {
    pub(super) fn new(options: &'static SearchOptions, dedup: Option<&Deduplicator>) -> Self {
        let text = Text::new(options.style, options.selection.pattern.as_ref());
        let format = options.records.format.as_ref();
        let shows_only_urls = if options.show == Show::Tally {
            options.records.tally == [TallyBy::Url]
                && options.style.hyphen == HyphenPolicy::Keep
                && dedup.is_none()
                && !options.style.defang
        } else {
            options.show == Show::Links
                && text.is_bare()
                && dedup.is_none_or(Deduplicator::compares_urls)
        };
        let selects_all = options.selection.accepts_all() && options.max_count.is_none();
        let needs_only_urls = shows_only_urls && selects_all && !options.settle;
        let shows_links = matches!(options.show, Show::Links | Show::Json | Show::Records);
        let counts_parts = options.records.tally.iter().any(|by| by.needs_parts());
        Self {
            text,
            records: format.map(|format| format.printer(options.style.painter)),
            needs_parts: counts_parts || format.is_some_and(RecordFormat::has_parts),
            needs_link_text: !needs_only_urls
                && (shows_links || options.selection.needs_link_text()),
            needs_only_urls,
            levels: RecentLevels::new(),
            numbers: CountedNumbers::default(),
        }
    }
}
