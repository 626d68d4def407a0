use alloc::{format, string::String, vec::Vec};

use url::{ParseError, Url};
use urlsift_tables::lines;

use super::{AuthorityKind, authority};
use crate::{UrlWarning, Verdict};

/// Checks the host of a text against the crate `url`, which has the parser of the WHATWG standard. Returns whether it
/// has a host.
#[track_caller]
fn check(text: &str) -> bool {
    let verdict = Verdict::of(text.as_bytes());
    let parts = verdict.parts();
    let found = parts.host_ascii();
    let is_invalid = verdict.warnings().contains(UrlWarning::InvalidHost);
    let parsed = Url::parse(text);
    let is_special = authority(text.as_bytes()).is_some_and(|found| found.kind.is_special());
    match &parsed {
        _ if is_wrong_in_crate(text) => return found.is_some(),
        Ok(url) if is_special => {
            let host = url.host_str().filter(|host| !host.is_empty());
            assert_eq!(found.as_deref(), host, "{text:?}");
            let has_login = !url.username().is_empty() || url.password().is_some();
            if has_login {
                assert!(parts.user().is_some(), "{text:?}");
            }
        }
        Ok(url) => {
            let has_host = url.host_str().is_some_and(|host| !host.is_empty());
            assert_eq!(found.is_some(), has_host, "{text:?}");
        }
        Err(_) => assert_eq!(found, None, "{text:?}"),
    }
    let rejects = matches!(parsed, Err(error) if error != ParseError::RelativeUrlWithoutBase);
    assert_eq!(is_invalid, rejects, "{text:?}: {parsed:?}");
    found.is_some()
}

/// Returns whether the crate disagrees with the standard, and with node: it drops the host before a drive letter, and
/// in schemes that are not special it accepts `x://@` and a backslash after a port.
fn is_wrong_in_crate(text: &str) -> bool {
    let is_drive = |pair: &[u8]| pair[0].is_ascii_alphabetic() && matches!(pair[1], b':' | b'|');
    let Some(found) = authority(text.as_bytes()) else {
        return false;
    };
    let (authority, rest) = text[found.span.start..].split_at(found.span.len());
    let path: Vec<_> = rest
        .bytes()
        .filter(|byte| !b"\t\n\r".contains(byte))
        .collect();
    match found.kind {
        AuthorityKind::File => path.get(1..3).is_some_and(is_drive),
        AuthorityKind::Other => authority.ends_with('@') || authority.contains('\\'),
        AuthorityKind::Web | AuthorityKind::Ftp => false,
    }
}

#[test]
fn hosts_of_a_few_tokens_are_those_of_browsers() {
    let tokens_of_hosts = lines!("tests.toml", "tokens");
    let mut count = 0;
    for start in lines!("tests.toml", "starts") {
        for number in 0..tokens_of_hosts.len().pow(3) {
            let tokens = [number % 32, number / 32 % 32, number / 32 / 32];
            let text: String = tokens.iter().map(|&token| tokens_of_hosts[token]).collect();
            count += usize::from(check(&format!("{start}{text}")));
            if number < 32 * 32 {
                count += usize::from(check(&format!("{start}b.example{text}")));
            }
        }
    }
    assert!(count > 140_000, "{count}");
}
