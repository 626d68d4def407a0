//! The texts of a link: those that are printed, and those under which it is compared and counted.

use std::{borrow::Cow, collections::HashSet, iter, slice};

use urlsift::{Field, Fields, Link, defang, defang_host, format::url_key, unwrap};
use urlsift_search::{HyphenPolicy, Verdict, rfc1738::Parts};

use super::{
    compare::{CompareBy, TallyBy},
    tally_row::row_of,
};

/// Returns the URL that is shown: the first reading, unless evidence has settled it otherwise.
pub(crate) fn shown_url<'l>(link: &'l Link<'_>) -> &'l [u8] {
    link.settled().map_or(link.url_bytes(), |(url, _)| url)
}

/// Returns the readings that a policy selects, or the settled URL, resolved if there is a base.
pub(crate) fn urls<'l>(
    link: &'l Link<'_>,
    policy: HyphenPolicy,
) -> impl Iterator<Item = Cow<'l, [u8]>> + use<'l> {
    let settled = link.settled().map(|(url, _)| Cow::Borrowed(url));
    let is_settled = settled.is_some();
    let readings = (!is_settled).then(|| link.candidate().readings(policy));
    let urls = iter::chain(settled, readings.into_iter().flatten());
    let base = link.base();
    urls.map(move |url| match base {
        Some(base) => base.resolve(&url).into(),
        None => url,
    })
}

/// Returns the guesses at what the URL was before the text was damaged, each for a line of text, and resolved if
/// there is a base.
pub(crate) fn guesses<'l>(link: &'l Link<'_>) -> impl Iterator<Item = Cow<'l, [u8]>> + use<'l> {
    let base = link.base();
    link.second_guesses().map(move |guess| match base {
        Some(base) => base.resolve(&guess.into_line()).into(),
        None => guess.into_line(),
    })
}

/// Returns what a known rewriter has wrapped in the URL that is shown, if that is wanted.
pub(crate) fn target<'l>(link: &'l Link<'_>, is_wanted: bool) -> Option<Cow<'l, [u8]>> {
    match link.settled() {
        Some((url, _)) if is_wanted => unwrap::target(url).map(Cow::Owned),
        _ => link.target().map(Cow::Borrowed),
    }
}

/// Returns the URL to which the link leads, if it is wanted and known, or else the URLs of the link itself.
fn destinations<'l>(
    link: &'l Link<'_>,
    policy: HyphenPolicy,
) -> impl Iterator<Item = Cow<'l, [u8]>> + use<'l> {
    let target = link.target();
    let urls = target.is_none().then(|| urls(link, policy));
    iter::chain(target.map(Cow::Borrowed), urls.into_iter().flatten())
}

/// Returns the texts under which the link is compared.
pub(crate) fn dedup_texts<'f>(
    fields: &'f Fields<'_, '_>,
    by: CompareBy,
    policy: HyphenPolicy,
) -> impl Iterator<Item = Cow<'f, [u8]>> + use<'f> {
    let (text, urls) = match by {
        CompareBy::Url => (None, Some(destinations(fields.link(), policy))),
        CompareBy::UrlKey => (Some(key(fields)), None),
        CompareBy::Host => (Some(host(fields)), None),
        CompareBy::Domain => (Some(domain(fields)), None),
    };
    iter::chain(text.map(Cow::Owned), urls.into_iter().flatten())
}

/// Returns the texts under which the link is counted. A property that the link does not have is an empty text.
pub(crate) fn tally_texts<'f>(
    fields: &'f Fields<'_, '_>,
    by: TallyBy,
    policy: HyphenPolicy,
) -> impl Iterator<Item = Cow<'f, [u8]>> + use<'f> {
    let urls = (by == TallyBy::Url).then(|| destinations(fields.link(), policy));
    let newsgroups = (by == TallyBy::Newsgroup).then(|| newsgroups(fields.link()));
    let date_prefix = |len: usize| {
        let mut date = fields.text(Field::MessageDate);
        date.truncate(len);
        date
    };
    let text = match by {
        TallyBy::Url | TallyBy::Newsgroup => None,
        TallyBy::UrlKey => Some(key(fields)),
        TallyBy::Host => Some(host(fields)),
        TallyBy::Domain => Some(domain(fields)),
        TallyBy::Address => Some(address(fields)),
        TallyBy::Scheme => Some(scheme(fields)),
        TallyBy::Year => Some(date_prefix("1995".len())),
        TallyBy::Month => Some(date_prefix("1995-01".len())),
        TallyBy::From => Some(fields.text(Field::MessageFrom)),
        TallyBy::Conforms => Some(fields.text(Field::Conforms)),
        TallyBy::Kind => Some(fields.text(Field::Delimiter)),
    };
    let several = iter::chain(urls.into_iter().flatten(), newsgroups.into_iter().flatten());
    let is_defanged = fields.is_defanged();
    let texts = iter::chain(text.map(Cow::Owned), several);
    texts.map(move |text| match by {
        TallyBy::Host | TallyBy::Domain if is_defanged => defang_host(&text).into(),
        TallyBy::Url | TallyBy::UrlKey if is_defanged => defang(&text).into_owned().into(),
        _ => text,
    })
}

/// Returns the rows under which the link is counted by several properties: each of the first with each of the
/// others.
pub(crate) fn tally_rows(
    fields: &Fields<'_, '_>,
    keys: &[TallyBy],
    policy: HyphenPolicy,
) -> Vec<Vec<u8>> {
    let mut rows = vec![Vec::new()];
    for &key in keys {
        let texts: Vec<_> = tally_texts(fields, key, policy).collect();
        rows = rows
            .iter()
            .flat_map(|row: &Vec<Cow<'_, [u8]>>| {
                let with = |text| [&row[..], slice::from_ref(text)].concat();
                texts.iter().map(with).collect::<Vec<_>>()
            })
            .collect();
    }
    rows.iter().map(|row| row_of(row)).collect()
}

/// Returns the newsgroups of its message, or an empty text.
fn newsgroups<'l>(link: &'l Link<'_>) -> Vec<Cow<'l, [u8]>> {
    let message = link.message();
    let groups = message.map_or(&[][..], |message| message.metadata().newsgroups());
    if groups.is_empty() {
        return vec![Cow::Borrowed(b"")];
    }
    let mut seen = HashSet::new();
    let distinct = groups.iter().filter(|group| seen.insert(group.as_str()));
    distinct.map(|group| group.as_bytes().into()).collect()
}

/// Returns the scheme in lower case, or an empty text.
fn scheme(fields: &Fields<'_, '_>) -> Vec<u8> {
    with_parts(fields, |parts| {
        let scheme = parts.scheme().unwrap_or_default();
        scheme.to_ascii_lowercase().into_bytes()
    })
}

/// Returns the host as it is compared: in its canonical form without a trailing dot (RFC 1034 §3.1), as written but
/// in lower case if it has none, or an empty text if there is no host.
fn host(fields: &Fields<'_, '_>) -> Vec<u8> {
    with_parts(fields, |parts| {
        host_key(parts).unwrap_or_default().into_owned()
    })
}

/// Returns the registered domain; the [host] if it has none.
fn domain(fields: &Fields<'_, '_>) -> Vec<u8> {
    let domain = with_parts(fields, |parts| {
        parts
            .domain()
            .map(|domain| domain.into_owned().into_bytes())
    });
    domain.unwrap_or_else(|| host(fields))
}

/// Returns the key of the URL to which the link leads, or that is shown.
fn key(fields: &Fields<'_, '_>) -> Vec<u8> {
    let link = fields.link();
    let key = match (link.target(), link.settled()) {
        (Some(target), _) => url_key(target),
        (None, Some((url, _))) if link.base().is_none() => url_key(url),
        (None, _) => link.url_key(),
    };
    key.into_bytes()
}

/// Returns the address of a mailto URL with its domain in lower case, or an empty text.
fn address(fields: &Fields<'_, '_>) -> Vec<u8> {
    with_parts(fields, |parts| {
        let written = parts
            .addr_spec()
            .map_or(&b""[..], |address| address.as_bytes());
        let end = memchr::memchr(b'?', written).unwrap_or(written.len());
        let mut address = written[..end].to_vec();
        let domain = memchr::memrchr(b'@', &address).map_or(end, |at| at + 1);
        address[domain..].make_ascii_lowercase();
        address
    })
}

/// Calls a function with the parts of the URL to which the link leads, or that is shown, resolved if there is a base.
fn with_parts<T>(fields: &Fields<'_, '_>, of: impl FnOnce(&Parts<'_>) -> T) -> T {
    let link = fields.link();
    if let Some(target) = link.target() {
        return of(Verdict::of(target).parts());
    }
    if let Some(base) = link.base() {
        return of(Verdict::of(&base.resolve(shown_url(link))).parts());
    }
    match link.settled() {
        Some((url, _)) => of(Verdict::of(url).parts()),
        None => of(fields.parts()),
    }
}

fn host_key<'u>(parts: &Parts<'u>) -> Option<Cow<'u, [u8]>> {
    let host = match parts.host_ascii() {
        Some(Cow::Borrowed(host)) => Cow::Borrowed(host.as_bytes()),
        Some(Cow::Owned(host)) => Cow::Owned(host.into_bytes()),
        // No client accepts it.
        None => parts.host()?.as_bytes().to_ascii_lowercase().into(),
    };
    Some(match host {
        Cow::Borrowed(host) => host.strip_suffix(b".").unwrap_or(host).into(),
        Cow::Owned(mut host) => {
            if host.ends_with(b".") {
                host.pop();
            }
            host.into()
        }
    })
}
