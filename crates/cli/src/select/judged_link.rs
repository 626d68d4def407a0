//! A link with its verdict, and the keys under which it is compared and counted.

use std::{borrow::Cow, collections::HashSet, iter, slice};

use urlsift::{Field, Values, unwrap};
use urlsift_search::{
    HyphenPolicy, LinkFields, LinkRef, Verdict,
    rfc1738::{Base, Parts},
};
use urlsift_settle::ResolvedBy;

use super::{
    compare::{CompareBy, TallyBy},
    settler::Settled,
    tally_row::row_of,
};

/// A link and the verdict on its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JudgedLink<'h> {
    pub(crate) link: &'h LinkRef<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
    /// The base, if the link is a relative reference with a known base.
    pub(crate) base: Option<&'h Base<'h>>,
    /// The URL as which it is settled, if evidence was gathered.
    pub(crate) settled: Option<&'h Settled<'h>>,
}

impl<'h> JudgedLink<'h> {
    /// Returns the URL that is shown: the first reading, unless evidence has settled it otherwise.
    pub(crate) fn url(self) -> &'h [u8] {
        let settled = self.settled.map(|settled| &*settled.url);
        settled.unwrap_or_else(|| self.link.candidate().url())
    }

    /// Returns the readings that a policy selects, or the settled URL, resolved if there is a base.
    pub(crate) fn urls(self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let settled = self.settled.map(|settled| Cow::Borrowed(&*settled.url));
        let is_settled = settled.is_some();
        let readings = (!is_settled).then(|| self.link.candidate().readings(policy));
        let urls = iter::chain(settled, readings.into_iter().flatten());
        urls.map(move |url| match self.base {
            Some(base) => base.resolve(&url).into(),
            None => url,
        })
    }

    /// Returns the guesses at what the URL was before the text was damaged, each for a line of text, and resolved if
    /// there is a base.
    pub(crate) fn guesses(self) -> impl Iterator<Item = Cow<'h, [u8]>> {
        self.link
            .second_guesses()
            .map(move |guess| match self.base {
                Some(base) => base.resolve(&guess.into_line()).into(),
                None => guess.into_line(),
            })
    }

    /// Returns what a known rewriter has wrapped in the URL, if it has.
    pub(crate) fn target(self) -> Option<Vec<u8>> {
        unwrap::target(self.url())
    }

    /// Returns the values of the fields of the link. `path` is the path of its file; `unwrap` says whether the target
    /// is one of them.
    pub(crate) fn values<'p>(self, path: &'p [u8], unwrap: bool) -> Values<'p, 'h, LinkFields<'h>>
    where
        'h: 'p,
    {
        let base = self.base.map(Base::text);
        let fields = self.link.fields(base).unwrapping(unwrap);
        let fields = match self.settled {
            Some(settled) => {
                let by = settled.resolved_by.map(ResolvedBy::name);
                fields.settled_as(&settled.url, by)
            }
            None => fields,
        };
        Values::new(fields, path, self.verdict)
    }

    /// Returns the texts under which the link is compared.
    pub(crate) fn dedup_texts(
        self,
        by: CompareBy,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let host = (by == CompareBy::Host).then(|| self.host());
        let urls = (by == CompareBy::Url).then(|| self.urls(policy));
        iter::chain(host, urls.into_iter().flatten())
    }

    /// Returns the texts under which the link is counted. A property that the link does not have is an empty text.
    pub(crate) fn tally_texts(
        self,
        by: TallyBy,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let urls = (by == TallyBy::Url).then(|| self.urls(policy));
        let newsgroups = (by == TallyBy::Newsgroup).then(|| self.newsgroups());
        let value = |field| self.values(b"", false).get(field);
        let date_prefix = |len: usize| match value(Field::MessageDate) {
            Cow::Borrowed(date) => Cow::Borrowed(date.get(..len).unwrap_or_default()),
            Cow::Owned(mut date) => {
                date.truncate(len);
                Cow::Owned(date)
            }
        };
        let text = match by {
            TallyBy::Url | TallyBy::Newsgroup => None,
            TallyBy::Host => Some(self.host()),
            TallyBy::Scheme => Some(self.scheme()),
            TallyBy::Year => Some(date_prefix("1995".len())),
            TallyBy::Month => Some(date_prefix("1995-01".len())),
            TallyBy::From => Some(value(Field::MessageFrom)),
            TallyBy::Conforms => Some(value(Field::Conforms)),
            TallyBy::Kind => Some(value(Field::Delimiter)),
        };
        let several = iter::chain(urls.into_iter().flatten(), newsgroups.into_iter().flatten());
        iter::chain(text, several)
    }

    /// Returns the rows under which the link is counted by several properties: each of the first with each of the
    /// others.
    pub(crate) fn tally_rows(self, keys: &[TallyBy], policy: HyphenPolicy) -> Vec<Vec<u8>> {
        let mut rows = vec![Vec::new()];
        for &key in keys {
            let texts: Vec<_> = self.tally_texts(key, policy).collect();
            rows = rows
                .iter()
                .flat_map(|row: &Vec<Cow<'_, [u8]>>| {
                    let with = |text: &Cow<'h, [u8]>| [&row[..], slice::from_ref(text)].concat();
                    texts.iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        rows.iter().map(|row| row_of(row)).collect()
    }

    /// Returns the newsgroups of its message, or an empty text.
    fn newsgroups(self) -> Vec<Cow<'h, [u8]>> {
        let message = self.link.message();
        let groups = message.map_or(&[][..], |message| message.metadata().newsgroups());
        if groups.is_empty() {
            return vec![Cow::Borrowed(b"")];
        }
        let mut seen = HashSet::new();
        let distinct = groups.iter().filter(|group| seen.insert(group.as_str()));
        distinct.map(|group| group.as_bytes().into()).collect()
    }

    /// Returns the scheme in lower case, or an empty text.
    fn scheme(self) -> Cow<'h, [u8]> {
        let Some(base) = self.base else {
            let verdict = self.settled.map(Settled::verdict);
            let parts = verdict.as_ref().unwrap_or(self.verdict).parts();
            let scheme = parts.scheme().unwrap_or_default();
            return scheme.to_ascii_lowercase().into_bytes().into();
        };
        let resolved = base.resolve(self.url());
        let verdict = Verdict::of(&resolved);
        let scheme = verdict.parts().scheme().unwrap_or_default();
        scheme.to_ascii_lowercase().into_bytes().into()
    }

    /// Returns the host as it is compared: in its canonical form without a trailing dot (RFC 1034 §3.1), as written but
    /// in lower case if it has none, or an empty text if there is no host.
    fn host(self) -> Cow<'h, [u8]> {
        let Some(base) = self.base else {
            let verdict = self.settled.map(Settled::verdict);
            let parts = verdict.as_ref().unwrap_or(self.verdict).parts();
            return host_key(parts).unwrap_or_default().into_owned().into();
        };
        let resolved = base.resolve(self.url());
        let verdict = Verdict::of(&resolved);
        let host = host_key(verdict.parts());
        host.unwrap_or_default().into_owned().into()
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
