//! The warnings of a link.

use urlsift_rfc1738::{UrlWarning, Verdict};
use urlsift_scan::{Candidate, CandidateWarning};

/// Returns the codes of a link's warnings: about the text, then about the URL.
pub(crate) fn warnings(
    candidate: &Candidate,
    verdict: &Verdict<'_>,
) -> impl Iterator<Item = &'static str> + use<> {
    Iterator::chain(
        candidate.warnings().iter().map(CandidateWarning::code),
        verdict.warnings().iter().map(UrlWarning::code),
    )
}
