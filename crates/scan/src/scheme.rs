//! The schemes that open a candidate without `//` behind them.

use alloc::{string::String, vec::Vec};
use core::{error, fmt};

use crate::class::is_scheme;

/// The ten schemes of RFC 1738 §5, the seven that its §4 reserves, and those in common use since;
/// sorted, so that a name is found by bisection.
const KNOWN: [&[u8]; 48] = [
    b"afs",
    b"cid",
    b"data",
    b"doi",
    b"feed",
    b"file",
    b"finger",
    b"ftp",
    b"ftps",
    b"geo",
    b"git",
    b"gopher",
    b"http",
    b"https",
    b"imap",
    b"irc",
    b"ircs",
    b"ldap",
    b"ldaps",
    b"magnet",
    b"mailserver",
    b"mailto",
    b"mid",
    b"mms",
    b"news",
    b"nfs",
    b"nntp",
    b"pop",
    b"prospero",
    b"rlogin",
    b"rtsp",
    b"sftp",
    b"sip",
    b"sips",
    b"sms",
    b"snews",
    b"ssh",
    b"svn",
    b"tel",
    b"telnet",
    b"tn3270",
    b"urn",
    b"wais",
    b"webcal",
    b"ws",
    b"wss",
    b"xmpp",
    b"z39.50",
];

/// RFC 3986 gives schemes no bound; before `://` a name longer than this is taken for prose.
pub(crate) const LONGEST_UNKNOWN: usize = 32;

/// The known schemes: the built-in ones and the caller's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schemes {
    /// Sorted, in lower case.
    added: Vec<Vec<u8>>,
    longest_added: usize,
}

impl Schemes {
    pub(crate) fn add(&mut self, name: &str) -> Result<(), InvalidScheme> {
        if !is_name(name.as_bytes()) {
            return Err(InvalidScheme { name: name.into() });
        }
        if let Err(place) = search(&self.added, name.as_bytes()) {
            self.added
                .insert(place, name.to_ascii_lowercase().into_bytes());
            self.longest_added = self.longest_added.max(name.len());
        }
        Ok(())
    }

    /// The most bytes of a name that can open anything.
    pub(crate) fn longest(&self) -> usize {
        self.longest_added.max(LONGEST_UNKNOWN)
    }

    /// Whether `name` is known, in any case.
    pub(crate) fn knows(&self, name: &[u8]) -> bool {
        search(&KNOWN, name).is_ok() || search(&self.added, name).is_ok()
    }
}

/// Bisects a sorted list of lower-case names for a name in any case.
fn search<T: AsRef<[u8]>>(list: &[T], name: &[u8]) -> Result<usize, usize> {
    let lower = || name.iter().map(u8::to_ascii_lowercase);
    list.binary_search_by(|known| known.as_ref().iter().copied().cmp(lower()))
}

/// RFC 3986 §3.1: `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
pub(crate) fn is_name(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(|&byte| is_scheme(byte))
}

/// A name that RFC 3986 §3.1 does not allow as a scheme, given to
/// [`Config::scheme`](crate::Config::scheme).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidScheme {
    name: String,
}

impl InvalidScheme {
    /// The name as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for InvalidScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no scheme: a letter, then letters, digits, `+`, `-`, `.`",
            self.name.escape_debug()
        )
    }
}

impl error::Error for InvalidScheme {}

#[cfg(test)]
mod tests {
    use super::{KNOWN, Schemes};

    #[test]
    fn the_table_is_sorted_for_bisection() {
        assert!(KNOWN.is_sorted());
    }

    #[test]
    fn names_are_known_in_any_case() {
        let mut schemes = Schemes::default();
        assert!(
            KNOWN
                .iter()
                .all(|name| schemes.knows(&name.to_ascii_uppercase()))
        );
        assert!(!schemes.knows(b"x-mine"));
        schemes.add("X-Mine").expect("a valid name");
        assert!(schemes.knows(b"x-miNE"));
        assert!(
            schemes.add("9p").is_err() && schemes.add("").is_err() && schemes.add("a:").is_err()
        );
    }
}
