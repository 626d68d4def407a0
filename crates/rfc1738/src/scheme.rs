//! The schemes that RFC 1738 knows.

use crate::Rule;

/// Whose production a URL has to match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Scheme {
    /// File Transfer Protocol, §3.2.
    Ftp,
    /// Hypertext Transfer Protocol, §3.3.
    Http,
    /// The Gopher protocol, §3.4.
    Gopher,
    /// Electronic mail address, §3.5.
    Mailto,
    /// USENET news, §3.6.
    News,
    /// USENET news using NNTP access, §3.7.
    Nntp,
    /// Reference to interactive sessions, §3.8.
    Telnet,
    /// Wide Area Information Servers, §3.9.
    Wais,
    /// Host-specific file names, §3.10.
    File,
    /// Prospero Directory Service, §3.11.
    Prospero,
    /// Any other: `otherurl`.
    #[default]
    Other,
}

impl Scheme {
    /// Which scheme a name stands for, in any case (§2.1).
    #[must_use]
    pub fn of(name: &[u8]) -> Self {
        // The longest known name has eight bytes. The bit makes capitals small, and makes no letter
        // of anything else that is none.
        let mut small = [0; 8];
        let Some(room) = small.get_mut(..name.len()) else {
            return Self::Other;
        };
        for (to, from) in room.iter_mut().zip(name) {
            *to = from | 0x20;
        }
        match &small {
            b"http\0\0\0\0" => Self::Http,
            b"ftp\0\0\0\0\0" => Self::Ftp,
            b"gopher\0\0" => Self::Gopher,
            b"mailto\0\0" => Self::Mailto,
            b"news\0\0\0\0" => Self::News,
            b"nntp\0\0\0\0" => Self::Nntp,
            b"telnet\0\0" => Self::Telnet,
            b"wais\0\0\0\0" => Self::Wais,
            b"file\0\0\0\0" => Self::File,
            b"prospero" => Self::Prospero,
            _ => Self::Other,
        }
    }

    /// The production of its URLs, as far as problems name it.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::Ftp => Rule::Ftpurl,
            Self::Http => Rule::Httpurl,
            Self::Gopher => Rule::Gopherurl,
            Self::Mailto => Rule::Encoded822addr,
            Self::News => Rule::Grouppart,
            Self::Nntp => Rule::Nntpurl,
            Self::Telnet => Rule::Telneturl,
            Self::Wais => Rule::Waisurl,
            Self::File => Rule::Fileurl,
            Self::Prospero => Rule::Prosperourl,
            Self::Other => Rule::Schemepart,
        }
    }
}

/// The port that a scheme has where none is written: §3 says it of those of RFC 1738, RFC 2818 §2.3
/// of https.
pub(crate) fn default_port(name: &[u8]) -> Option<u16> {
    match Scheme::of(name) {
        Scheme::Ftp => Some(21),
        Scheme::Http => Some(80),
        Scheme::Gopher => Some(70),
        Scheme::Nntp => Some(119),
        Scheme::Telnet => Some(23),
        Scheme::Wais => Some(210),
        Scheme::Prospero => Some(1525),
        Scheme::Other if name.eq_ignore_ascii_case(b"https") => Some(443),
        Scheme::Mailto | Scheme::News | Scheme::File | Scheme::Other => None,
    }
}

/// The schemes that §4 suggests to reserve.
pub(crate) const RESERVED: [&[u8]; 7] = [
    b"afs",
    b"mid",
    b"cid",
    b"nfs",
    b"tn3270",
    b"mailserver",
    b"z39.50",
];
