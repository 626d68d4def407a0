//! The schemes that open a candidate without `//` after the colon.

use std::{error, fmt};

use urlsift_scheme::{Opens, SchemeInfo};

use crate::text::class::{is_scheme, is_scheme_start};

/// The maximum length in bytes of an unknown scheme. RFC 3986 sets no limit, but a longer word before
/// `://` is prose.
pub(crate) const MAX_UNKNOWN_LEN: usize = 32;

/// The schemes in which a line break is repaired.
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

/// The maximum length in bytes of a [breakable](BREAKABLE) scheme.
pub(crate) const MAX_BREAKABLE_LEN: usize = {
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

/// The initial letters of the schemes that need more than `://` to open a candidate, as a set of bits.
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

/// Fast check whether a scheme with this initial, in any case, may need more than `://` to open a
/// candidate. `true` means "not known".
#[inline]
pub(crate) const fn may_refuse_slashes(first: u8) -> bool {
    REFUSES_SLASHES >> (first & 0x1f) & 1 == 1
}

/// The schemes that the caller has added to the built-in [`SchemeInfo::ALL`].
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
        if let Err(index) = search(&self.added, name.as_bytes()) {
            self.added
                .insert(index, name.to_ascii_lowercase().into_bytes());
            self.longest_added = self.longest_added.max(name.len());
        }
        Ok(())
    }

    pub(crate) fn added(&self) -> impl Iterator<Item = &[u8]> {
        self.added.iter().map(Vec::as_slice)
    }

    /// Returns the maximum length in bytes of a name that can open a candidate.
    pub(crate) fn max_len(&self) -> usize {
        self.longest_added.max(MAX_UNKNOWN_LEN)
    }

    /// Returns whether the caller has added `name`, in any case.
    pub(crate) fn contains(&self, name: &[u8]) -> bool {
        search(&self.added, name).is_ok()
    }
}

/// Searches a sorted list of lower-case names for a name in any case.
fn search<T: AsRef<[u8]>>(list: &[T], name: &[u8]) -> Result<usize, usize> {
    let lower = || name.iter().map(u8::to_ascii_lowercase);
    list.binary_search_by(|known| known.as_ref().iter().copied().cmp(lower()))
}

/// Returns whether a name is a `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986 §3.1).
pub(crate) fn is_name(name: &[u8]) -> bool {
    name.first().copied().is_some_and(is_scheme_start) && name.iter().all(|&byte| is_scheme(byte))
}

/// The error of [`Config::scheme`](crate::Config::scheme): RFC 3986 §3.1 does not allow the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidScheme {
    name: String,
}

impl InvalidScheme {
    /// Returns the name as it was passed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for InvalidScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a scheme, which is a letter followed by letters, digits, `+`, `-` and `.`",
            self.name.escape_debug()
        )
    }
}

impl error::Error for InvalidScheme {}

#[cfg(test)]
mod tests {
    use super::{BREAKABLE, MAX_BREAKABLE_LEN, Opens, SchemeInfo, Schemes, may_refuse_slashes};

    #[test]
    fn added_schemes_are_found_in_any_case() {
        let mut schemes = Schemes::default();
        assert!(!schemes.contains(b"x-mine"));
        schemes.add("X-Mine").expect("a valid name");
        assert!(schemes.contains(b"x-miNE") && !schemes.contains(b"x-min"));
        assert!(
            schemes.add("9p").is_err() && schemes.add("").is_err() && schemes.add("a:").is_err()
        );
    }

    #[test]
    fn constants_agree_with_the_table() {
        let breakable = SchemeInfo::ALL.iter().filter(|info| info.is_breakable());
        assert!(
            breakable
                .clone()
                .map(|info| info.name().as_bytes())
                .eq(BREAKABLE)
        );
        let longest = breakable.map(|info| info.name().len()).max();
        assert_eq!(longest, Some(MAX_BREAKABLE_LEN));
        for first in b'a'..=b'z' {
            let refuses = |info: &&SchemeInfo| info.opens() == Opens::WithMediaType;
            let mut refusing = SchemeInfo::ALL.iter().filter(refuses);
            let any = refusing.any(|info| info.name().as_bytes()[0] == first);
            assert_eq!(may_refuse_slashes(first), any);
            assert_eq!(may_refuse_slashes(first.to_ascii_uppercase()), any);
        }
    }
}
