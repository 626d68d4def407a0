//! The verdict on a URL, which may depend on the header field that contains it.

use urlsift_rfc1738::Verdict;

/// Returns the verdict on a URL. `header` is the name of the header field that contains it, if any: in a header field
/// of a mailing list, the header fields of a `mailto:` URL are [accepted](Verdict::with_mailto_fields).
///
/// ```
/// use urlsift::verdict_in;
///
/// let url = b"mailto:list-request@example.org?subject=unsubscribe";
/// assert!(verdict_in(url, Some(b"List-Unsubscribe")).warnings().is_empty());
/// assert!(!verdict_in(url, Some(b"X-Url")).warnings().is_empty());
/// assert!(!verdict_in(url, None).warnings().is_empty());
/// ```
#[must_use]
pub fn verdict_in<'u>(url: &'u [u8], header: Option<&[u8]>) -> Verdict<'u> {
    let verdict = Verdict::of(url);
    if header.is_some_and(is_list_field) {
        verdict.with_mailto_fields()
    } else {
        verdict
    }
}

/// Returns whether a header field is one of those that mailing lists add (RFC 2369 §3, RFC 2919), by its name.
fn is_list_field(name: &[u8]) -> bool {
    let prefix = name.first_chunk::<5>();
    prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"list-"))
}
