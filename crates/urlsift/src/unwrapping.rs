//! Links whose target, which a known rewriter has wrapped, is wanted.

#[cfg(feature = "html")]
use urlsift_scan::CandidateWarning;

use crate::Link;
#[cfg(feature = "html")]
use crate::differing_hosts;

impl Link<'_> {
    /// Sets whether the [target](Self::target) is wanted, if a known rewriter has wrapped it in the link. A link whose
    /// text shows the host of the target loses the warning [`TextDiffers`](CandidateWarning::TextDiffers).
    #[must_use]
    pub fn with_unwrapping(mut self, is_wanted: bool) -> Self {
        self.is_unwrapped = is_wanted;
        #[cfg(feature = "html")]
        if is_wanted {
            let warning = CandidateWarning::TextDiffers;
            if self.candidate.warnings().contains(warning) && differing_hosts(&self).is_none() {
                self.candidate.to_mut().withdraw(warning);
            }
        }
        self
    }
}
