//! What a caller may choose.

use crate::{
    prefilter::Prefilter,
    scheme::{InvalidScheme, Schemes},
};

/// How a [`Scanner`](crate::Scanner) searches.
///
/// ```
/// use urlsift_scan::{Config, Scan};
///
/// let config = Config::new().max_len(200).scheme("x-mine")?;
/// let mut found = Scan::new(config, b"<x-mine:1>").candidates();
/// assert_eq!(found.next().unwrap().url(), b"x-mine:1");
/// # Ok::<(), urlsift_scan::InvalidScheme>(())
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    pub(crate) max_len: usize,
    pub(crate) schemes: Schemes,
}

impl Config {
    /// The default of [`max_len`](Self::max_len).
    pub const DEFAULT_MAX_LEN: usize = 8192;

    /// The two default kinds, the built-in schemes, candidates of up to 8192 bytes.
    #[must_use]
    pub fn new() -> Self {
        Self {
            max_len: Self::DEFAULT_MAX_LEN,
            schemes: Schemes::default(),
        }
    }

    /// The most bytes of a candidate, counted in the text from its `<` to its `>`, both included.
    /// The scanner keeps up to this many bytes of text. No candidate is as short as 4 bytes; 0 is
    /// taken for 1.
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> Self {
        // The `<` itself is always in sight.
        self.max_len = bytes.max(1);
        self
    }

    /// Adds a scheme, in any case, that opens a candidate without `//` behind it.
    ///
    /// # Errors
    ///
    /// If RFC 3986 §3.1 does not allow the name.
    pub fn scheme(mut self, name: &str) -> Result<Self, InvalidScheme> {
        self.schemes.add(name)?;
        Ok(self)
    }

    /// Returns what can open a candidate, as far as a look at each byte shows it.
    #[must_use]
    pub const fn prefilter(&self) -> Prefilter {
        Prefilter::ANY_SCHEME
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}
