//! The schemes that open a candidate without `//` behind them.

use alloc::{string::String, vec::Vec};
use core::{error, fmt};

use urlsift_scheme::{Opens, SchemeInfo};

use crate::class::{is_scheme, is_scheme_start};

/// RFC 3986 gives schemes no bound; before `://` a name longer than this is taken for prose.
pub(crate) const LONGEST_UNKNOWN: usize = 32;

/// The schemes that may be broken by a line break.
pub(crate) const BREAKABLE: [&[u8]; count_breakable()] = {
    let mut names: [&[u8]; count_breakable()] = [b""; count_breakable()];
    let (mut row, mut count) = (0, 0);
    while row < SchemeInfo::ALL.len() {
        if SchemeInfo::ALL[row].is_breakable() {
            names[count] = SchemeInfo::ALL[row].name().as_bytes();
            count += 1;
        }
        row += 1;
    }
    names
};

/// The length of the longest of them.
pub(crate) const LONGEST_BREAKABLE: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < BREAKABLE.len() {
        if BREAKABLE[at].len() > longest {
            longest = BREAKABLE[at].len();
        }
        at += 1;
    }
    longest
};

const fn count_breakable() -> usize {
    let (mut row, mut count) = (0, 0);
    while row < SchemeInfo::ALL.len() {
        count += SchemeInfo::ALL[row].is_breakable() as usize;
        row += 1;
    }
    count
}

/// A bit for each letter that the name of a scheme begins with which `://` does not open.
const REFUSES_SLASHES: u32 = {
    let (mut letters, mut row) = (0, 0);
    while row < SchemeInfo::ALL.len() {
        if matches!(SchemeInfo::ALL[row].opens(), Opens::WithMediaType) {
            letters |= 1 << (SchemeInfo::ALL[row].name().as_bytes()[0] & 0x1f);
        }
        row += 1;
    }
    letters
};

/// Returns whether `://` may not be enough after a name that begins with this letter, in any case.
/// `true` means "not known".
#[inline]
pub(crate) const fn may_refuse_slashes(first: u8) -> bool {
    REFUSES_SLASHES >> (first & 0x1f) & 1 == 1
}

/// The caller's own schemes. The built-in ones are [`SchemeInfo::ALL`].
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

    /// Returns whether the caller has added `name`, in any case.
    pub(crate) fn contains(&self, name: &[u8]) -> bool {
        search(&self.added, name).is_ok()
    }
}

/// Bisects a sorted list of lower-case names for a name in any case.
fn search<T: AsRef<[u8]>>(list: &[T], name: &[u8]) -> Result<usize, usize> {
    let lower = || name.iter().map(u8::to_ascii_lowercase);
    list.binary_search_by(|known| known.as_ref().iter().copied().cmp(lower()))
}

/// RFC 3986 §3.1: `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
pub(crate) fn is_name(name: &[u8]) -> bool {
    name.first().copied().is_some_and(is_scheme_start) && name.iter().all(|&byte| is_scheme(byte))
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
    use super::{BREAKABLE, LONGEST_BREAKABLE, Opens, SchemeInfo, Schemes, may_refuse_slashes};

    #[test]
    fn own_names_are_known_in_any_case() {
        let mut schemes = Schemes::default();
        assert!(!schemes.contains(b"x-mine"));
        schemes.add("X-Mine").expect("a valid name");
        assert!(schemes.contains(b"x-miNE") && !schemes.contains(b"x-min"));
        assert!(
            schemes.add("9p").is_err() && schemes.add("").is_err() && schemes.add("a:").is_err()
        );
    }

    #[test]
    fn what_is_made_of_the_table_agrees_with_it() {
        let breakable = SchemeInfo::ALL.iter().filter(|info| info.is_breakable());
        assert!(
            breakable
                .clone()
                .map(|info| info.name().as_bytes())
                .eq(BREAKABLE)
        );
        let longest = breakable.map(|info| info.name().len()).max();
        assert_eq!(longest, Some(LONGEST_BREAKABLE));
        for first in b'a'..=b'z' {
            let refuses = |info: &&SchemeInfo| info.opens() == Opens::WithMediaType;
            let mut refusing = SchemeInfo::ALL.iter().filter(refuses);
            let any = refusing.any(|info| info.name().as_bytes()[0] == first);
            assert_eq!(may_refuse_slashes(first), any);
            assert_eq!(may_refuse_slashes(first.to_ascii_uppercase()), any);
        }
    }
}
