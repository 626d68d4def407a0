//! By which texts links are compared and counted.

use std::{borrow::Cow, iter};

use urlsift_search::{HyphenPolicy, Verdict, rfc1738::Encoded};

use super::Hit;
use crate::plan::Same;

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
        same: Same,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let host = (same == Same::Host).then(|| self.host().into());
        let urls = (same == Same::Url).then(|| self.urls(policy));
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
