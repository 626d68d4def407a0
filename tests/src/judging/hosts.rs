//! Hosts compared with the crate `url`, whose parser follows the WHATWG URL standard.

use url::{ParseError, Url};
use urlsift_rfc1738::{UrlWarning, Validation};

use crate::properties::Escaped;

/// Checks that the standard's parser has the same canonical host, and that there is none if it rejects the text.
///
/// # Panics
///
/// If the hosts differ.
pub fn hosts_are_those_of_browsers(text: &[u8]) {
    // Browsers replace invalid UTF-8, too.
    let lossy = String::from_utf8_lossy(text);
    let validation = Validation::of(text);
    let found = validation.parts().host_ascii();
    let is_rejected = validation.warnings().contains(UrlWarning::InvalidHost);
    match Url::parse(&lossy) {
        Ok(url) if is_wrong_in_crate(&url, &lossy) => {}
        Ok(url) => {
            let host = url.host_str().filter(|host| !host.is_empty());
            if url.is_special() {
                assert_eq!(found.as_deref(), host, "{:?}", Escaped(text));
            } else {
                // The standard does not convert the hosts of other schemes.
                assert_eq!(found.is_some(), host.is_some(), "{:?}", Escaped(text));
            }
            assert!(!is_rejected, "{:?}", Escaped(text));
        }
        Err(error) => {
            assert_eq!(found, None, "{error}: {:?}", Escaped(text));
            let has_scheme = error != ParseError::RelativeUrlWithoutBase;
            assert_eq!(is_rejected, has_scheme, "{error}: {:?}", Escaped(text));
        }
    }
}

/// Returns whether the crate may disagree with the standard, and with node: it drops the host before a drive letter,
/// and in schemes that are not special it accepts `x://@` and a backslash after a port.
fn is_wrong_in_crate(url: &Url, text: &str) -> bool {
    match url.scheme() {
        "file" => url.path().as_bytes().get(2) == Some(&b':'),
        _ => !url.is_special() && text.contains(['@', '\\']),
    }
}
