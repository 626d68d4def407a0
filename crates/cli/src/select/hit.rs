//! A link that was found, and the texts by which it is compared and counted.

use std::{borrow::Cow, iter};

use urlsift_search::{
    HyphenPolicy, Link, Verdict,
    rfc1738::{Base, Encoded},
};

use super::compare::CompareBy;

/// A link that was found, and the verdict on its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'h> {
    pub(crate) link: &'h Link<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
    /// The base, if it is a relative reference that has one.
    pub(crate) base: Option<&'h Base<'h>>,
}

impl<'h> Hit<'h> {
    /// Returns the readings that a policy selects, as they are printed: resolved, if there is a base.
    pub(crate) fn urls(self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let readings = self.link.candidate().readings(policy);
        readings.map(move |reading| match self.base {
            Some(base) => base.resolve(&reading).into(),
            None => reading,
        })
    }

    /// Returns the texts by which it is counted or compared.
    pub(crate) fn dedup_texts(
        self,
        by: CompareBy,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let host = (by == CompareBy::Host).then(|| self.host().into());
        let urls = (by == CompareBy::Url).then(|| self.urls(policy));
        iter::chain(host, urls.into_iter().flatten())
    }

    /// Returns the host in lower case and without a trailing dot (RFC 1034 §3.1); empty if there is none.
    fn host(self) -> Vec<u8> {
        let lower = |host: Option<Encoded<'_>>| {
            let bytes = host.map(Encoded::as_bytes).unwrap_or_default();
            bytes
                .strip_suffix(b".")
                .unwrap_or(bytes)
                .to_ascii_lowercase()
        };
        match self.base {
            Some(base) => {
                let resolved = base.resolve(self.link.candidate().url());
                lower(Verdict::of(&resolved).parts().host())
            }
            None => lower(self.verdict.parts().host()),
        }
    }
}
