//! The scanner's prefilter, in the form in which the archive reader takes it.

use urlsift_archive::Prefilter;
use urlsift_scan::Config;

// The two crates do not know each other, but mean the same.
const _: () = assert!(
    Prefilter::ACCEPT == urlsift_scan::Prefilter::ACCEPT
        && Prefilter::REJECT == urlsift_scan::Prefilter::REJECT
);

/// Returns the prefilter for an archive reader whose texts go to a scanner with this configuration: the
/// reader leaves out texts in which the scanner would open nothing. A [`Sifter`](crate::Sifter) sets it in
/// its options.
#[must_use]
pub fn prefilter(config: &Config) -> Prefilter {
    let prefilter = config.prefilter();
    Prefilter::new(prefilter.transitions(), prefilter.across_blank_line())
}
