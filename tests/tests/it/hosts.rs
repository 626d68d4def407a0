//! The hosts of `corpus/hosts`.

use urlsift::{Verdict, rfc1738::UrlWarning};
use urlsift_tests::{
    hosts::{Spelling, spellings},
    judging,
};

#[test]
fn hosts_are_those_of_browsers() {
    for Spelling {
        url,
        host_ascii,
        rejected,
    } in spellings()
    {
        let verdict = Verdict::of(url.as_bytes());
        let found = verdict.parts().host_ascii();
        assert_eq!(found.as_deref(), host_ascii.as_deref(), "{url:?}");
        let is_invalid = verdict.warnings().contains(UrlWarning::InvalidHost);
        assert_eq!(is_invalid, rejected, "{url:?}");
        judging::spans_are_valid(url.as_bytes());
    }
}
