//! Unwraps URLs.

use std::sync::LazyLock;

use crate::unwrap::{
    base64, decode, in_path,
    rewriter::{How, Rewriter},
    runs,
    table::TABLE,
    wrapped::Wrapped,
};

/// The maximum number of nested rewriters that are unwrapped.
pub const MAX_LEVELS: usize = 3;

/// Returns the URL that known rewriters have wrapped in a URL; `None` if it is not wrapped. If the result is wrapped
/// again, it is unwrapped, too, up to [`MAX_LEVELS`] levels.
///
/// A target begins with a scheme. It contains neither spaces nor control characters: these stay percent-encoded.
#[must_use]
pub fn target(url: &[u8]) -> Option<Vec<u8>> {
    let mut target = once(url)?;
    for _ in 1..MAX_LEVELS {
        match once(&target) {
            Some(inner) => target = inner,
            None => break,
        }
    }
    Some(target)
}

/// Returns the name, in lower case, of the known rewriter that has replaced a URL by this one and keeps the original on
/// its server; `None` if there is none. [`target`] returns no target for such a URL.
#[must_use]
pub fn opaque_rewriter(url: &[u8]) -> Option<String> {
    let (_, rewriter, _) = recognise(url)?;
    matches!(rewriter.how, How::Opaque).then(|| rewriter.name.to_ascii_lowercase())
}

/// Returns the name of the known rewriter whose URL this is, as a reader knows it, such as `Outlook SafeLinks`.
#[must_use]
pub fn rewriter_name(url: &[u8]) -> Option<&'static str> {
    recognise(url).map(|(_, rewriter, _)| rewriter.name)
}

/// The lengths of the [sites](site) of all rewriters, as bits, by their first letters. Nearly all URLs are ruled out by
/// them.
static LENGTHS: LazyLock<[u32; 32]> = LazyLock::new(|| {
    let mut lengths = [0; 32];
    for (site, _) in BY_SITE.iter() {
        lengths[first_letter(site.as_bytes())] |= length(site.as_bytes());
    }
    lengths
});

/// Returns an index for the first letter of a site, in any case.
fn first_letter(site: &[u8]) -> usize {
    usize::from(site.first().unwrap_or(&0) & 31)
}

/// Returns the length of a site as a bit.
fn length(site: &[u8]) -> u32 {
    1 << site.len().min(31)
}

/// The longest scheme of a wrapped URL, with its colon.
const SCHEME: usize = "https:".len();

/// How the hosts of Google's search begin in all countries.
const GOOGLE: &[u8] = b"www.google.";

fn is_google(host: &[u8]) -> bool {
    let start = host.get(..GOOGLE.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(GOOGLE))
}

/// The rewriters by the sites of their hosts, and otherwise in the order of the table.
static BY_SITE: LazyLock<Vec<(&str, &Rewriter)>> = LazyLock::new(|| {
    let rewriters = TABLE.iter().flat_map(|rewriter| {
        let mut sites: Vec<_> = rewriter.hosts.iter().map(|host| site(host)).collect();
        sites.sort_unstable();
        sites.dedup();
        sites.into_iter().map(move |site| (site, rewriter))
    });
    let mut rewriters: Vec<_> = rewriters.collect();
    rewriters.sort_by_key(|&(site, _)| site);
    rewriters
});

/// Returns the last two labels of a host, or of a pattern of hosts; Google's is the same in all countries.
fn site(host: &str) -> &str {
    if is_google(host.as_bytes()) {
        return "google.com";
    }
    let labels = host.rsplit_once('.').map_or("", |(labels, _)| labels);
    host.get(labels.rfind('.').map_or(0, |dot| dot + 1)..)
        .unwrap_or_default()
}

/// Fast check whether a URL may be of a rewriter: in one pass over its host, since nearly no URL is wrapped.
fn may_be_wrapped(url: &[u8]) -> bool {
    let Some(slashes) = url.iter().take(SCHEME).position(|&byte| byte == b':') else {
        return false;
    };
    let host = url.get(slashes + 3..).unwrap_or_default();
    let (mut site, mut label, mut end) = (0, 0, host.len());
    for (at, &byte) in host.iter().enumerate() {
        match byte {
            b'.' => (site, label) = (label, at + 1),
            b'/' | b'?' | b'#' => {
                end = at;
                break;
            }
            // A login or a port: these are few.
            b'@' | b':' => return true,
            _ => {}
        }
    }
    let site = &host[site..end];
    let is_of_rewriter = || LENGTHS[first_letter(site)] & length(site) != 0;
    // A dot at the end, too, is no part of the name.
    label == end || is_google(host) || is_of_rewriter()
}

/// Returns the parts of a URL, the rewriter whose URL this is, and where the `*` of its path stands, as an index into
/// `rest`.
fn recognise(url: &[u8]) -> Option<(Wrapped<'_>, &'static Rewriter, usize)> {
    if !may_be_wrapped(url) {
        return None;
    }
    let wrapped = Wrapped::of(url)?;
    let own = site(&wrapped.host);
    let first = BY_SITE.partition_point(|&(site, _)| site < own);
    let mut of_site = BY_SITE[first..]
        .iter()
        .take_while(|&&(site, _)| site == own);
    let fitting = of_site.find_map(|&(_, rewriter)| Some((rewriter, rewriter.fits(&wrapped)?)));
    fitting.map(|(rewriter, star)| (wrapped, rewriter, star))
}

/// Unwraps one level.
fn once(url: &[u8]) -> Option<Vec<u8>> {
    let (wrapped, rewriter, star) = recognise(url)?;
    let rest = &wrapped.rest[star..];
    let target = match rewriter.how {
        How::Parameter(names) => {
            let mut values = names.iter().filter_map(|name| wrapped.parameter(name));
            values.find_map(|value| Some(decode::percent(value)).filter(|url| has_scheme(url)))?
        }
        How::HtmlParameter(name) => decode::ampersands(&decode::percent(wrapped.parameter(name)?)),
        How::DashParameter(name) => decode::ampersands(&decode::dashes(wrapped.parameter(name)?)),
        How::Base64Parameter(name) => {
            let codes = decode::percent(wrapped.parameter(name)?);
            decode::without_blanks(&base64::decode(&codes)?)
        }
        How::Base64Json(name) => {
            let codes = decode::percent(wrapped.parameter(name)?);
            decode::without_blanks(&url_in_json(&base64::decode(&codes)?)?)
        }
        How::Runs => runs::decode(rest)?,
        How::AfterSegment => in_path::after_segment(&wrapped.path()[star..])?,
        How::Segment(prefix) => in_path::segment(&wrapped.path()[star..], prefix)?,
        How::AfterStars => in_path::after_stars(rest)?,
        How::Underscores => in_path::underscores(rest)?,
        How::WithoutScheme(scheme) => in_path::without_scheme(rest, scheme)?,
        How::Opaque => return None,
    };
    has_scheme(&target).then_some(target)
}

/// Returns the string `url` of an object, also of one that is in a string. A string with `\\u` is not decoded.
fn url_in_json(json: &[u8]) -> Option<Vec<u8>> {
    const KEY: &[u8] = br#""url":""#;
    let is_decoded = !json.windows(2).any(|pair| pair == br"\u");
    let plain: Vec<u8> = json.iter().copied().filter(|&byte| byte != b'\\').collect();
    let key = plain.windows(KEY.len()).position(|bytes| bytes == KEY)?;
    let mut strings = plain[key + KEY.len()..].split(|&byte| byte == b'"');
    strings.next().filter(|_| is_decoded).map(<[u8]>::to_vec)
}

/// Returns whether a text begins with a scheme (RFC 3986 §3.1) and a colon, and continues after them.
fn has_scheme(text: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let name = text.iter().take_while(|byte| is_name(byte)).count();
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.get(name) == Some(&b':')
        && text.len() > name + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use serde::Deserialize;

    use super::{How, MAX_LEVELS, TABLE, opaque_rewriter, target};

    /// A URL of a rewriter, and what it should be unwrapped to.
    #[derive(Deserialize)]
    struct Case {
        rewriter: String,
        url: String,
        target: Option<String>,
    }

    #[derive(Deserialize)]
    struct Cases {
        case: Vec<Case>,
    }

    #[test]
    fn cases_of_the_table_are_unwrapped() {
        let cases: Cases = toml::from_str(include_str!("cases.toml")).expect("valid cases");
        for case in &cases.case {
            let found = target(case.url.as_bytes());
            let found = found.map(|url| String::from_utf8_lossy(&url).into_owned());
            assert_eq!(found, case.target, "{}: {}", case.rewriter, case.url);
            // Whatever else a host may have is no reason to pass over the URL.
            if let Some(start) = case.url.find("://").map(|at| at + 3) {
                let end = case.url[start..]
                    .find(['/', '?'])
                    .map_or(case.url.len(), |at| start + at);
                let (scheme, rest) = (&case.url[..start], &case.url[end..]);
                let host = case.url[start..end].trim_end_matches('.');
                for host in [
                    host.to_ascii_uppercase(),
                    format!("{host}."),
                    format!("me@{host}"),
                    format!("{host}:443"),
                ] {
                    let found = target(format!("{scheme}{host}{rest}").as_bytes());
                    let found = found.map(|url| String::from_utf8_lossy(&url).into_owned());
                    assert_eq!(found, case.target, "{}: {host}", case.rewriter);
                }
            }
            let name = &case.rewriter;
            assert!(TABLE.iter().any(|rewriter| rewriter.name == name), "{name}");
        }
        for rewriter in TABLE {
            let cases = cases.case.iter();
            let cases = cases.filter(|case| case.rewriter == rewriter.name);
            let (unwrapped, left): (Vec<_>, Vec<_>) = cases.partition(|case| case.target.is_some());
            let is_opaque = matches!(rewriter.how, How::Opaque);
            for case in &left {
                let name = opaque_rewriter(case.url.as_bytes());
                let expected = rewriter.name.to_ascii_lowercase();
                assert_eq!(name, is_opaque.then_some(expected), "{}", case.url);
            }
            assert!(
                unwrapped.is_empty() == is_opaque && !left.is_empty(),
                "{}: too few cases",
                rewriter.name
            );
        }
    }

    /// Wraps a URL.
    fn wrap(url: &str) -> String {
        let encoded = url
            .replace('%', "%25")
            .replace(':', "%3A")
            .replace('/', "%2F");
        let encoded = encoded
            .replace('?', "%3F")
            .replace('=', "%3D")
            .replace('&', "%26");
        format!("https://www.google.com/url?q={encoded}&sa=D")
    }

    #[test]
    fn the_number_of_unwrapped_levels_is_limited() {
        let url = "http://a.example/b%20c?d=e";
        let mut wrapped = vec![url.to_owned()];
        for _ in 0..=MAX_LEVELS {
            wrapped.push(wrap(wrapped.last().expect("one")));
        }
        assert_eq!(target(url.as_bytes()), None);
        for (level, wrapped) in wrapped.iter().enumerate().skip(1) {
            let found = target(wrapped.as_bytes()).expect("a target");
            let left = if level > MAX_LEVELS {
                wrap(url)
            } else {
                url.to_owned()
            };
            assert_eq!(String::from_utf8_lossy(&found), left);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_unwrapped_to_a_url_or_not(
            start in prop::sample::select(vec![
                "https://urldefense.com/v3/__",
                "https://urldefense.proofpoint.com/v2/url?u=",
                "https://urldefense.proofpoint.com/v1/url?u=",
                "https://eu.safelinks.protection.outlook.com/?url=",
                "https://secure-web.cisco.com/",
                "https://protect.checkpoint.com/v2/___",
                "https://a.protection.sophos.com/?u=",
                "https://www.google.com/amp/s/",
                "https://rd.yahoo.com/",
                "https://a.awstrack.me/L0/",
                "",
            ]),
            rest in prop_oneof![
                "(http|[*A%_;!.#]|__;|___|-3A|%3a|/){0,30}".prop_map(String::into_bytes),
                prop::collection::vec(any::<u8>(), 0..60),
            ],
        ) {
            let url = [start.as_bytes(), &rest].concat();
            if let Some(target) = target(&url) {
                prop_assert!(target.iter().all(|&byte| byte > b' ' && byte != 0x7f));
                prop_assert!(target.len() <= 3 * url.len());
            }
        }
    }
}
