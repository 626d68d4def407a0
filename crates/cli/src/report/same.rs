//! What hits have in common.

use std::{borrow::Cow, iter};

use urlsift_search::{HyphenPolicy, Verdict, rfc1738::Encoded};

use super::Hit;
use crate::plan::Same;

impl<'h> Hit<'h> {
    /// The readings that are wanted, as they are printed: resolved, if there is a base.
    pub(crate) fn urls(self, policy: HyphenPolicy) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let readings = self.link.candidate().readings(policy);
        readings.map(move |reading| match self.base {
            Some(base) => base.resolve(&reading).into(),
            None => reading,
        })
    }

    /// What it is counted as, or known again by.
    pub(crate) fn same(
        self,
        same: Same,
        policy: HyphenPolicy,
    ) -> impl Iterator<Item = Cow<'h, [u8]>> {
        let host = (same == Same::Host).then(|| self.host().into());
        let urls = (same == Same::Url).then(|| self.urls(policy));
        iter::chain(host, urls.into_iter().flatten())
    }

    /// Its host in lower case and without a last dot (RFC 1034 §3.1); empty if it has none.
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
