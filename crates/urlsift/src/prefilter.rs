//! The prefilters of the scanner, converted for the archive reader.

use std::sync::Arc;

use urlsift_archive::Prefilter;
use urlsift_scan::{Config, Triggers};

// The crates are independent, but must use the same values.
const _: () = assert!(
    Prefilter::ACCEPT == urlsift_scan::OpeningPrefilter::ACCEPT
        && Prefilter::REJECT == urlsift_scan::OpeningPrefilter::REJECT
);

/// Returns the prefilter for an archive reader whose texts are searched for what this configuration wants. The
/// reader skips texts in which nothing would be found. A [`Sifter`](crate::Sifter) sets the prefilter itself.
#[must_use]
pub fn prefilter(config: &Config) -> Prefilter {
    let prefilter = config.prefilter();
    let openings = Prefilter::new(prefilter.transitions(), prefilter.across_blank_line());
    if config.wants_undelimited() {
        let triggers = |config| Arc::new(ReadTriggers(Triggers::new(config)));
        let openings = openings.triggers(triggers(config));
        if config.wants_names() && !config.wants_names_in_headers() {
            openings.header_triggers(triggers(&config.clone().names(false)))
        } else {
            openings
        }
    } else {
        openings
    }
}

/// Returns the prefilter for an archive reader whose texts are searched for what this configuration wants: none
/// if only URLs in attributes are wanted. Where URLs without angle brackets are wanted, pages are never skipped.
pub(crate) fn reading_prefilter(config: &Config) -> Option<Prefilter> {
    let wants_only_attributes = config.wants_attributes() && !config.wants_undelimited();
    (!wants_only_attributes).then(|| prefilter(config))
}

/// The triggers of URLs without angle brackets.
struct ReadTriggers(Triggers);

impl urlsift_archive::Triggers for ReadTriggers {
    fn find(&self, text: &[u8]) -> Option<usize> {
        self.0.find(text)
    }

    fn max_len(&self) -> usize {
        Triggers::MAX_LEN
    }

    fn have_colons(&self) -> bool {
        self.0.have_colons()
    }
}
