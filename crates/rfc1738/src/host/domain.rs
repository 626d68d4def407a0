//! The registered domain of the host of a URL.

use alloc::{borrow::Cow, string::ToString};

use urlsift_suffix::registered_domain;

use crate::parts::Parts;

impl<'a> Parts<'a> {
    /// Returns the [registered domain](registered_domain) of the host; see also [`host_ascii`](Self::host_ascii).
    #[must_use]
    pub fn domain(&self) -> Option<Cow<'a, str>> {
        match self.host_ascii()? {
            Cow::Borrowed(host) => registered_domain(host).map(Cow::Borrowed),
            Cow::Owned(host) => registered_domain(&host).map(|domain| domain.to_string().into()),
        }
    }
}
