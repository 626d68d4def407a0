//! Warnings about URLs that the grammar allows.

use core::fmt;

use urlsift_scheme::SchemeInfo;

#[cfg(feature = "whatwg")]
use crate::host::{is_lookalike, is_unusual_number, mixes_scripts};
use crate::{
    addr_spec::is_addr_spec,
    encoded::Encoded,
    host::{AuthorityKind, authority, has_unprintable},
    login::is_hostnumber,
    parts::Parts,
};

macro_rules! warnings {
    ($($variant:ident = $code:literal, $message:literal;)*) => {
        /// A warning about a URL. Warnings do not affect the conformance.
        ///
        /// [`MixedScriptHost`](Self::MixedScriptHost), [`NumericHost`](Self::NumericHost) and
        /// [`InvalidHost`](Self::InvalidHost) are given with the feature `whatwg` only.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum UrlWarning {
            $(
                #[doc = concat!("`", $code, "`: ", $message, ".")]
                $variant,
            )*
        }

        impl UrlWarning {
            /// Every warning, in the order in which warnings are listed.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the stable code, such as `reserved-port`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Returns a message for people; [`code`](Self::code) is for programs.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$variant => $message,)*
                }
            }
        }

        impl fmt::Display for UrlWarning {
            /// Writes the [message](Self::message).
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.message())
            }
        }
    };
}

warnings! {
    PasswordInUrl = "password-in-url", "a password in a URL is no secret (RFC 1738 §6)";
    ReservedPort = "reserved-port", "a port below 1024 that is not the scheme's default (RFC 1738 §6)";
    EncodedCrlf = "encoded-crlf", "an encoded line break, which must not be sent decoded (RFC 1738 §6)";
    HostnumberRange = "hostnumber-range", "a group of the numeric host is above 255";
    PortRange = "port-range", "the port is above 65535";
    MailtoNotAddrSpec = "mailto-not-addr-spec", "the address is not an addr-spec of RFC 822 (RFC 1738 §3.5)";
    ExperimentalScheme = "experimental-scheme", "the scheme is for experiments (RFC 1738 §4)";
    ReservedScheme = "reserved-scheme", "the scheme's name is reserved (RFC 1738 §4)";
    LoginInWebUrl = "login-in-web-url", "a reader may take the login for the host";
    MixedScriptHost = "mixed-script-host", "the letters of the host are of several scripts (Unicode TS 39)";
    NumericHost = "numeric-host", "the host is an IPv4 address that is not written as four decimal numbers";
    InvisibleInHost = "invisible-in-host", "the host contains an invisible character";
    InvalidHost = "invalid-host", "no browser accepts the host and port";
    HostDiffers = "host-differs", "clients connect to another host than RFC 1738 reads";
    LookalikeHost = "lookalike-host", "the letters of the host look like those of another one (Unicode TS 39)";
}

impl UrlWarning {
    /// The warnings that a reader may take the host for another one, the most telling first.
    pub const ABOUT_HOST: [Self; 7] = [
        Self::LoginInWebUrl,
        Self::MixedScriptHost,
        Self::LookalikeHost,
        Self::NumericHost,
        Self::InvisibleInHost,
        Self::InvalidHost,
        Self::HostDiffers,
    ];
}

// Each warning is a bit of `UrlWarnings`.
const _: () = assert!(UrlWarning::ALL.len() <= u16::BITS as usize);

/// Returns whether what a `mailto:` URL addresses is bad: `to = addr-spec *("," addr-spec)` before a `?`, or nothing
/// before one (RFC 6068 §2). RFC 1738 allows only one address, in which a `?` is encoded.
fn is_bad_address(url: &[u8]) -> bool {
    let to = url.split(|&byte| byte == b'?').next().unwrap_or_default();
    let is_address = |address: &[u8]| is_addr_spec(&Encoded::new(address).decode());
    // A comma may be quoted.
    let is_list = || to.split(|&byte| byte == b',').all(is_address);
    let has_fields = to.len() < url.len();
    !(to.is_empty() && has_fields || is_address(to) || is_list())
}

/// A set of [`UrlWarning`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct UrlWarnings(u16);

impl UrlWarnings {
    pub(crate) fn of(text: &[u8], parts: &Parts<'_>) -> Self {
        let mut warnings = Self::without_whatwg(text, parts);
        if !parts.has_plain_host() {
            warnings.add_of_host(text, parts);
        }
        warnings
    }

    /// Adds the warnings about the characters of a host, and about its canonical form.
    #[cold]
    #[cfg_attr(not(feature = "whatwg"), expect(unused_variables))]
    fn add_of_host(&mut self, text: &[u8], parts: &Parts<'_>) {
        #[cfg(feature = "whatwg")]
        self.add(UrlWarning::InvalidHost, parts.is_host_rejected());
        let Some(host) = parts.login.map(|login| login.host.bytes) else {
            return;
        };
        self.add(
            UrlWarning::InvisibleInHost,
            has_unprintable(Encoded::new(host)),
        );
        #[cfg(feature = "whatwg")]
        if let Some(ascii) = parts.host_ascii() {
            self.add(UrlWarning::MixedScriptHost, mixes_scripts(&ascii));
            self.add(UrlWarning::LookalikeHost, is_lookalike(&ascii));
            // Other schemes have other numbers, such as those of telephones.
            let is_of_web = authority(text).is_some_and(|found| found.kind != AuthorityKind::Other);
            self.add(
                UrlWarning::NumericHost,
                is_of_web && is_unusual_number(host, &ascii),
            );
        }
    }

    /// Returns the warnings that need neither WHATWG's parser nor tables of Unicode.
    pub(crate) fn without_whatwg(text: &[u8], parts: &Parts<'_>) -> Self {
        let mut warnings = Self::default();
        if let Some(login) = parts.login {
            let is_login_of_web = login.user.is_some()
                && authority(text).is_some_and(|found| found.kind == AuthorityKind::Web);
            warnings.add(UrlWarning::LoginInWebUrl, is_login_of_web);
        }
        warnings.add(UrlWarning::HostDiffers, parts.host_differs);
        let Some(scheme) = parts.scheme else {
            return warnings;
        };
        let known = SchemeInfo::of(scheme);
        let fragment = parts.fragment.map_or(0, |fragment| fragment.len() + 1);
        let url = &text[..text.len() - fragment];
        if let Some(login) = &parts.login {
            warnings.add(UrlWarning::PasswordInUrl, login.password.is_some());
            // A number too large for a `u64` is out of range, too.
            let port = parts.port_number().or(login.port.and_then(too_large));
            let is_own =
                port.is_none() || port == known.and_then(SchemeInfo::default_port).map(u64::from);
            let is_reserved = port.is_some_and(|port| port < 1024);
            warnings.add(UrlWarning::ReservedPort, is_reserved && !is_own);
            let is_out_of_range = port.is_some_and(|port| port > u16::MAX.into());
            warnings.add(UrlWarning::PortRange, is_out_of_range);
            let has_high_group = is_hostnumber(login.host.bytes)
                && login.host.bytes.split(|&b| b == b'.').any(is_above_255);
            warnings.add(UrlWarning::HostnumberRange, has_high_group);
        }
        let has_crlf = match parts.addr_spec() {
            Some(_) => url
                .split(|byte| matches!(byte, b'?' | b'&'))
                .any(|field| !is_body(field) && has_encoded_crlf(field)),
            None => has_encoded_crlf(url),
        };
        warnings.add(UrlWarning::EncodedCrlf, has_crlf);
        if let Some(addr_spec) = parts.addr_spec() {
            let is_bad = is_bad_address(addr_spec.as_bytes());
            warnings.add(UrlWarning::MailtoNotAddrSpec, is_bad);
        }
        let is_experimental = scheme
            .first_chunk()
            .is_some_and(|first: &[u8; 2]| first.eq_ignore_ascii_case(b"x-"));
        warnings.add(UrlWarning::ExperimentalScheme, is_experimental);
        let is_reserved = known.is_some_and(SchemeInfo::is_reserved);
        warnings.add(UrlWarning::ReservedScheme, is_reserved);
        warnings
    }

    fn add(&mut self, warning: UrlWarning, applies: bool) {
        self.0 |= u16::from(applies) << warning as u8;
    }

    /// Returns whether the set contains `warning`.
    #[must_use]
    pub const fn contains(self, warning: UrlWarning) -> bool {
        self.0 >> warning as u8 & 1 == 1
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the warnings, in the order of [`UrlWarning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = UrlWarning> {
        let all = UrlWarning::ALL.iter().copied();
        all.filter(move |&warning| self.contains(warning))
    }
}

impl fmt::Debug for UrlWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Returns `u64::MAX` for a port of digits only that may not fit in a `u64`.
fn too_large(port: &[u8]) -> Option<u64> {
    (port.len() > 19 && port.iter().all(u8::is_ascii_digit)).then_some(u64::MAX)
}

/// Returns whether a header field of a `mailto:` URL is the body of the message, which has lines.
fn is_body(field: &[u8]) -> bool {
    let name = field.get(..b"body=".len());
    name.is_some_and(|name| name.eq_ignore_ascii_case(b"body="))
}

/// Returns whether a group of any number of digits is above 255.
fn is_above_255(group: &[u8]) -> bool {
    let zeros = group.iter().take_while(|&&digit| digit == b'0').count();
    let significant = &group[zeros..];
    significant.len() > 3 || significant.len() == 3 && significant > b"255".as_slice()
}

fn has_encoded_crlf(url: &[u8]) -> bool {
    // Most URLs have no escape, which `contains` sees faster than `position`.
    let mut rest = if url.contains(&b'%') { url } else { &[] };
    while let Some(found) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[found + 1..];
        if matches!(rest, [b'0', b'a' | b'A' | b'd' | b'D', ..]) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::Verdict;

    #[test]
    fn only_the_address_of_a_mailto_url_is_checked() {
        let warns = |url: &str| !Verdict::of(url.as_bytes()).warnings().is_empty();
        for url in [
            "mailto:a@b.example?subject=x",
            "MAILTO:a@b.example?Subject=x%20y&body=",
            "mailto:?to=a@b.example",
            "mailto:a@b.example,c@d.example?x=y=z",
            "mailto:%61@b.example?subject=x",
            "mailto:a@b.example?",
            "mailto:a@b.example?a=b&Body=x%0D%0Ay",
        ] {
            assert!(!warns(url), "{url}");
        }
        for url in [
            "mailto:nobody",
            "mailto:nobody?subject=x",
            "mailto:a@b.example,?a=b",
            "mailto:a@b.example?subject=x%0D%0Ay",
            "mailto:a%0Ab@b.example?body=x",
        ] {
            assert!(warns(url), "{url}");
        }
    }
}
