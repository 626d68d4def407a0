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
        let mut eight = [0; 8];
        match eight.get_mut(..name.len()) {
            Some(room) => room.copy_from_slice(name),
            // The longest known name has eight bytes.
            None => return Self::Other,
        }
        Self::of_eight(u64::from_le_bytes(eight), name.len())
    }

    /// The scheme whose name and colon a text begins with, and the length of the name, if it is one
    /// of RFC 1738 and can be told from eight bytes.
    pub(crate) fn at_start_of(text: &[u8]) -> Option<(Self, usize)> {
        let eight = text.first_chunk()?;
        let len = eight.iter().position(|&byte| byte == b':')?;
        let unused = 8 * (8 - len as u32);
        let name = u64::from_le_bytes(*eight).checked_shl(unused)? >> unused;
        let scheme = Self::of_eight(name, len);
        (scheme != Self::Other).then_some((scheme, len))
    }

    /// The scheme whose name these eight bytes are, `len` of them, with zeros behind it.
    fn of_eight(name: u64, len: usize) -> Self {
        const fn eight(name: [u8; 8]) -> u64 {
            u64::from_le_bytes(name)
        }
        const HTTP: u64 = eight(*b"http\0\0\0\0");
        const FTP: u64 = eight(*b"ftp\0\0\0\0\0");
        const GOPHER: u64 = eight(*b"gopher\0\0");
        const MAILTO: u64 = eight(*b"mailto\0\0");
        const NEWS: u64 = eight(*b"news\0\0\0\0");
        const NNTP: u64 = eight(*b"nntp\0\0\0\0");
        const TELNET: u64 = eight(*b"telnet\0\0");
        const WAIS: u64 = eight(*b"wais\0\0\0\0");
        const FILE: u64 = eight(*b"file\0\0\0\0");
        const PROSPERO: u64 = eight(*b"prospero");

        // The bit makes capitals small, and makes a small letter of nothing else.
        let capitals = u64::from_le_bytes([0x20; 8]).checked_shr(8 * (8 - len as u32));
        match name | capitals.unwrap_or(0) {
            HTTP => Self::Http,
            FTP => Self::Ftp,
            GOPHER => Self::Gopher,
            MAILTO => Self::Mailto,
            NEWS => Self::News,
            NNTP => Self::Nntp,
            TELNET => Self::Telnet,
            WAIS => Self::Wais,
            FILE => Self::File,
            PROSPERO => Self::Prospero,
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
