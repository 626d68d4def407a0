//! The scanner's prefilter, converted for the archive reader.

use urlsift_archive::Prefilter;
use urlsift_scan::Config;

// The two crates are independent, but must use the same values.
const _: () = assert!(
    Prefilter::ACCEPT == urlsift_scan::OpeningPrefilter::ACCEPT
        && Prefilter::REJECT == urlsift_scan::OpeningPrefilter::REJECT
);

/// Returns the prefilter for an archive reader whose texts go to a scanner with this configuration. The
/// reader skips texts in which the scanner would open no candidate. A [`Sifter`](crate::Sifter) sets the
/// prefilter itself.
#[must_use]
pub fn prefilter(config: &Config) -> Prefilter {
    let prefilter = config.prefilter();
    Prefilter::new(prefilter.transitions(), prefilter.across_blank_line())
}

/// Returns the prefilter of an archive reader whose texts are searched for what this configuration wants: none
/// if URLs without angle brackets or in attributes are wanted, which may be anywhere.
pub(crate) fn reading_prefilter(config: &Config) -> Option<Prefilter> {
    let is_anywhere = config.wants_undelimited() || config.wants_attributes();
    (!is_anywhere).then(|| prefilter(config))
}
