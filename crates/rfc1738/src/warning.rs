//! What is doubtful about a URL, though its grammar allows it.

use core::fmt;

use urlsift_scheme::SchemeInfo;

use crate::{addr_spec::is_addr_spec, login::is_hostnumber, parts::Parts};

macro_rules! warnings {
    ($($variant:ident = $code:literal, $says:literal;)*) => {
        /// Something doubtful. It never changes what a URL conforms to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Warning {
            $(
                #[doc = concat!("`", $code, "`: ", $says, ".")]
                $variant,
            )*
        }

        impl Warning {
            /// Every warning, in the order in which they are given.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its stable code, such as `reserved-port`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }
        }

        impl fmt::Display for Warning {
            /// Says it to a person; [`code`](Self::code) says it to a program.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $says,)*
                })
            }
        }
    };
}

warnings! {
    PasswordInUrl = "password-in-url", "a password in a URL is no secret (RFC 1738 §6)";
    ReservedPort = "reserved-port", "a port below 1024 that is not the scheme's own (RFC 1738 §6)";
    EncodedCrlf = "encoded-crlf", "an encoded line break, which must not be sent decoded (RFC 1738 §6)";
    HostnumberRange = "hostnumber-range", "a group of the host's number is above 255";
    PortRange = "port-range", "the port is above 65535";
    MailtoNotAddrSpec = "mailto-not-addr-spec", "the address is no addr-spec of RFC 822 (RFC 1738 §3.5)";
    ExperimentalScheme = "experimental-scheme", "the scheme is for experiments (RFC 1738 §4)";
    ReservedScheme = "reserved-scheme", "the scheme's name is set aside for later (RFC 1738 §4)";
}

// Each has a bit of its own.
const _: () = assert!(Warning::ALL.len() <= u16::BITS as usize);

/// The warnings of one URL, each at most once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Warnings(u16);

impl Warnings {
    pub(crate) fn of(text: &[u8], parts: &Parts<'_>) -> Self {
        let mut warnings = Self::default();
        let Some(scheme) = parts.scheme else {
            return warnings;
        };
        let known = SchemeInfo::of(scheme);
        let fragment = parts.fragment.map_or(0, |fragment| fragment.len() + 1);
        let url = &text[..text.len() - fragment];
        if let Some(login) = &parts.login {
            warnings.add(Warning::PasswordInUrl, login.password.is_some());
            // A number too large for a u64 is a large number.
            let port = parts.port_number().or(login.port.and_then(too_large));
            let is_own =
                port.is_none() || port == known.and_then(SchemeInfo::default_port).map(u64::from);
            let is_reserved = port.is_some_and(|port| port < 1024);
            warnings.add(Warning::ReservedPort, is_reserved && !is_own);
            let is_out_of_range = port.is_some_and(|port| port > u16::MAX.into());
            warnings.add(Warning::PortRange, is_out_of_range);
            let is_high =
                is_hostnumber(login.host) && login.host.split(|&b| b == b'.').any(is_high);
            warnings.add(Warning::HostnumberRange, is_high);
        }
        warnings.add(Warning::EncodedCrlf, has_encoded_crlf(url));
        if let Some(addr_spec) = parts.addr_spec() {
            // In later standards the header fields follow the `?`; here there is nothing but an
            // address, and an address that has one encodes it.
            let has_fields = addr_spec.as_bytes().contains(&b'?');
            let is_none = has_fields || !is_addr_spec(&addr_spec.decode());
            warnings.add(Warning::MailtoNotAddrSpec, is_none);
        }
        let is_experimental = scheme
            .first_chunk()
            .is_some_and(|first: &[u8; 2]| first.eq_ignore_ascii_case(b"x-"));
        warnings.add(Warning::ExperimentalScheme, is_experimental);
        let is_reserved = known.is_some_and(SchemeInfo::is_reserved);
        warnings.add(Warning::ReservedScheme, is_reserved);
        warnings
    }

    fn add(&mut self, warning: Warning, holds: bool) {
        self.0 |= u16::from(holds) << warning as u8;
    }

    /// Whether it is among them.
    #[must_use]
    pub const fn contains(self, warning: Warning) -> bool {
        self.0 >> warning as u8 & 1 == 1
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in the order of [`Warning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Warning> {
        let all = Warning::ALL.iter().copied();
        all.filter(move |&warning| self.contains(warning))
    }
}

impl fmt::Debug for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A port of digits only that no u64 holds.
fn too_large(port: &[u8]) -> Option<u64> {
    (port.len() > 19 && port.iter().all(u8::is_ascii_digit)).then_some(u64::MAX)
}

/// Whether a group of digits is above 255, however many digits it has.
fn is_high(group: &[u8]) -> bool {
    let zeros = group.iter().take_while(|&&digit| digit == b'0').count();
    let significant = &group[zeros..];
    significant.len() > 3 || significant.len() == 3 && significant > b"255".as_slice()
}

fn has_encoded_crlf(url: &[u8]) -> bool {
    let mut rest = url;
    while let Some(found) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[found + 1..];
        if matches!(rest, [b'0', b'a' | b'A' | b'd' | b'D', ..]) {
            return true;
        }
    }
    false
}
