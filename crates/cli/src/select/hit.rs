//! A link with its verdict, and the keys under which it is compared and counted.

use std::{borrow::Cow, iter};

use urlsift_record::{Values, unwrap};
use urlsift_search::{
    HyphenPolicy, Link, LinkFields, Verdict,
    rfc1738::{Base, Encoded},
};

use super::compare::CompareBy;

/// A link and the verdict on its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'h> {
    pub(crate) link: &'h Link<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
    /// The base, if the link is a relative reference with a known base.
    pub(crate) base: Option<&'h Base<'h>>,
}

impl<'h> Hit<'h> {
    /// Returns the readings that a policy selects, resolved if there is a base.
    pub(crate) fn urls(self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let readings = self.link.candidate().readings(policy);
        readings.map(move |reading| match self.base {
            Some(base) => base.resolve(&reading).into(),
            None => reading,
        })
    }

    /// Returns the guesses at what the URL was before the text was damaged, resolved if there is a base.
    pub(crate) fn guesses(self) -> impl Iterator<Item = Cow<'h, [u8]>> {
        self.link
            .second_guesses()
            .map(move |guess| match self.base {
                Some(base) => base.resolve(&guess.url).into(),
                None => guess.url,
            })
    }

    /// Returns what a known rewriter has wrapped in the URL, if it has.
    pub(crate) fn target(self) -> Option<Vec<u8>> {
        unwrap::target(self.link.candidate().url())
    }

    /// Returns the values of the fields of the link. `path` is the path of its file; `unwrap` says whether the target
    /// is one of them.
    pub(crate) fn values<'p>(self, path: &'p [u8], unwrap: bool) -> Values<'p, 'h, LinkFields<'h>>
    where
        'h: 'p,
    {
        let base = self.base.map(Base::text);
        Values::new(
            self.link.fields(base).unwrapping(unwrap),
            path,
            self.verdict,
        )
    }

    /// Returns the texts under which the link is counted or compared.
    pub(crate) fn dedup_texts(
        self,
        by: CompareBy,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let host = (by == CompareBy::Host).then(|| self.host());
        let urls = (by == CompareBy::Url).then(|| self.urls(policy));
        iter::chain(host, urls.into_iter().flatten())
    }

    /// Returns the host in lower case without a trailing dot (RFC 1034 §3.1), or an empty text.
    fn host(self) -> Cow<'h, [u8]> {
        fn lower(host: Option<Encoded<'_>>) -> Cow<'_, [u8]> {
            let bytes = host.map(Encoded::as_bytes).unwrap_or_default();
            let bytes = bytes.strip_suffix(b".").unwrap_or(bytes);
            if bytes.iter().any(u8::is_ascii_uppercase) {
                bytes.to_ascii_lowercase().into()
            } else {
                bytes.into()
            }
        }
        match self.base {
            Some(base) => {
                let resolved = base.resolve(self.link.candidate().url());
                lower(Verdict::of(&resolved).parts().host())
                    .into_owned()
                    .into()
            }
            None => lower(self.verdict.parts().host()),
        }
    }
}
