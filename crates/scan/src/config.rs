//! The options of a scanner.

use std::sync::Arc;

use urlsift_scheme::SchemeInfo;

use crate::{
    bracket::{
        open::begins_url,
        prefilter::OpeningPrefilter,
        scheme::{InvalidScheme, Schemes},
    },
    candidate::Delimiter,
};

/// The options of a [`Scanner`](crate::Scanner).
///
/// ```
/// use urlsift_scan::{Config, Event, find};
///
/// let config = Config::new().max_len(200).scheme("x-mine")?;
/// let found = find(b"<x-mine:1>", &config);
/// assert!(matches!(&found[0], Event::Candidate(link) if link.url() == b"x-mine:1"));
/// # Ok::<(), urlsift_scan::InvalidScheme>(())
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    pub(crate) max_len: usize,
    pub(crate) schemes: Schemes,
    /// The width of the screen; 0 if it is not known.
    pub(crate) screen_width: usize,
    base: Option<Arc<[u8]>>,
    extras: Extras,
}

/// The flags of what is wanted besides URLs in angle brackets.
#[derive(Clone, Copy, Debug)]
struct Extras(u8);

impl Extras {
    const UNDELIMITED: u8 = 1;
    const ATTRIBUTES: u8 = 1 << 1;
    const WWW: u8 = 1 << 2;
    const REFANG: u8 = 1 << 3;
    const REJOIN: u8 = 1 << 4;
    const NAMES: u8 = 1 << 5;
    const NAMES_IN_HEADERS: u8 = 1 << 6;

    const fn contain(self, extra: u8) -> bool {
        self.0 & extra != 0
    }

    const fn set(&mut self, extra: u8, wanted: bool) {
        if wanted {
            self.0 |= extra;
        } else {
            self.0 &= !extra;
        }
    }
}

impl Config {
    /// The default [`max_len`](Self::max_len).
    pub const DEFAULT_MAX_LEN: usize = 8192;

    /// Creates the default configuration: the built-in schemes, and candidates of up to 8192 bytes.
    #[must_use]
    pub fn new() -> Self {
        Self {
            max_len: Self::DEFAULT_MAX_LEN,
            schemes: Schemes::default(),
            screen_width: 0,
            base: None,
            extras: Extras(Extras::REJOIN),
        }
    }

    /// Sets the maximum length of a candidate in bytes of the text, from its `<` to its `>`, both
    /// included. The scanner buffers at most this many bytes of text. 0 is treated as 1, which
    /// rejects every candidate.
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> Self {
        // The window always holds the `<`.
        self.max_len = bytes.max(1);
        self
    }

    /// Adds a scheme that opens a candidate without `//` after its colon. Case is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if RFC 3986 §3.1 does not allow the name.
    pub fn scheme(mut self, name: &str) -> Result<Self, InvalidScheme> {
        self.schemes.add(name)?;
        Ok(self)
    }

    /// Sets [`undelimited`](Self::undelimited), [`names`](Self::names) and [`attributes`](Self::attributes) so that
    /// URLs of these kinds are found. URLs of other kinds may be found, too: those in angle brackets always are, the
    /// kinds without angle brackets are only found together, and so are names and addresses.
    ///
    /// ```
    /// use urlsift_scan::{Config, Delimiter};
    ///
    /// let config = Config::new().delimiters(&[Delimiter::Url, Delimiter::Bare]);
    /// assert!(config.wants_undelimited() && !config.wants_attributes());
    /// let config = config.delimiters(&[Delimiter::Attribute]);
    /// assert!(!config.wants_undelimited() && config.wants_attributes());
    /// ```
    #[must_use]
    pub fn delimiters(self, kinds: &[Delimiter]) -> Self {
        let is_undelimited = |kind: &Delimiter| kind.is_in_text() && !kind.is_delimited();
        let is_named = |kind: &Delimiter| matches!(kind, Delimiter::Name | Delimiter::Address);
        self.undelimited(kinds.iter().any(is_undelimited))
            .names(kinds.iter().any(is_named))
            .attributes(kinds.contains(&Delimiter::Attribute))
    }

    /// Sets whether URLs without angle brackets are wanted: the kinds [`Prefix`](crate::Delimiter::Prefix),
    /// [`Quote`](crate::Delimiter::Quote) and [`Bare`](crate::Delimiter::Bare).
    #[must_use]
    pub const fn undelimited(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::UNDELIMITED, wanted);
        self
    }

    /// Sets whether URLs in the attributes of HTML pages are wanted: the kind
    /// [`Attribute`](crate::Delimiter::Attribute). They are in no text that is scanned.
    #[must_use]
    pub const fn attributes(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::ATTRIBUTES, wanted);
        self
    }

    /// Sets whether names that begin with `www.` are bare URLs.
    #[must_use]
    pub const fn www(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::WWW, wanted);
        self
    }

    /// Sets whether names of hosts and e-mail addresses without a scheme are found where URLs without angle brackets
    /// are: the kinds [`Name`](crate::Delimiter::Name) and [`Address`](crate::Delimiter::Address).
    #[must_use]
    pub const fn names(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::NAMES, wanted);
        self
    }

    /// Sets whether [names](Self::names) are found in the header fields of messages, too, most of which have some.
    #[must_use]
    pub const fn names_in_headers(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::NAMES_IN_HEADERS, wanted);
        self
    }

    /// Sets whether URLs that cannot be clicked are read, such as `hxxp://a[.]example`. The text must be
    /// [refanged](crate::Refanger) before a [`Scanner`](crate::Scanner) gets it.
    #[must_use]
    pub const fn refang(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::REFANG, wanted);
        self
    }

    /// Sets whether URLs without angle brackets are followed over line breaks, as they are by default. Those in angle
    /// brackets always are.
    #[must_use]
    pub const fn rejoin(mut self, wanted: bool) -> Self {
        self.extras.set(Extras::REJOIN, wanted);
        self
    }

    /// Sets the width of the screen from which the text was copied, in columns: a URL without angle brackets that ends
    /// there continues on the next line. 0, the default, says that the text is from no screen, or that its width is not
    /// known.
    #[must_use]
    pub const fn width(mut self, columns: usize) -> Self {
        self.screen_width = columns;
        self
    }

    /// Sets the base that gives its scheme to an attribute that begins with a host, before those of pages and messages.
    #[must_use]
    pub fn base(mut self, base: Option<Arc<[u8]>>) -> Self {
        self.base = base;
        self
    }

    /// Returns the [`base`](Self::base).
    #[must_use]
    pub const fn wanted_base(&self) -> Option<&Arc<[u8]>> {
        self.base.as_ref()
    }

    /// Returns whether URLs without angle brackets are [followed](Self::rejoin) over line breaks.
    #[must_use]
    pub const fn wants_rejoining(&self) -> bool {
        self.extras.contain(Extras::REJOIN)
    }

    /// Returns whether URLs that cannot be clicked are [read](Self::refang).
    #[must_use]
    pub const fn wants_refanging(&self) -> bool {
        self.extras.contain(Extras::REFANG)
    }

    /// Returns whether URLs without angle brackets are [wanted](Self::undelimited).
    #[must_use]
    pub const fn wants_undelimited(&self) -> bool {
        self.extras.contain(Extras::UNDELIMITED)
    }

    /// Returns whether URLs in attributes are [wanted](Self::attributes).
    #[must_use]
    pub const fn wants_attributes(&self) -> bool {
        self.extras.contain(Extras::ATTRIBUTES)
    }

    /// Returns whether names that begin with `www.` are [bare URLs](Self::www).
    #[must_use]
    pub const fn wants_www(&self) -> bool {
        self.extras.contain(Extras::WWW)
    }

    /// Returns whether names of hosts and addresses without a scheme are [wanted](Self::names).
    #[must_use]
    pub const fn wants_names(&self) -> bool {
        self.extras.contain(Extras::NAMES)
    }

    /// Returns whether they are wanted [in headers](Self::names_in_headers).
    #[must_use]
    pub const fn wants_names_in_headers(&self) -> bool {
        self.extras.contain(Extras::NAMES_IN_HEADERS)
    }

    /// Returns the maximum [length](Self::max_len) of a candidate.
    #[must_use]
    pub const fn length_limit(&self) -> usize {
        self.max_len
    }

    /// Returns the schemes that the caller has [added](Self::scheme), in lower case.
    pub fn added_schemes(&self) -> impl Iterator<Item = &[u8]> {
        self.schemes.added()
    }

    /// Returns whether a name is the name of a known scheme: in the table, or [added](Self::scheme). Case is ignored.
    #[must_use]
    #[inline]
    pub fn knows(&self, name: &[u8]) -> bool {
        SchemeInfo::of(name).is_some() || self.schemes.contains(name)
    }

    /// Returns whether a name, a colon and the bytes after it begin a URL, by the rules for the text after a `<`: the
    /// scheme is known, or `//` follows; `file:` needs a slash or backslash, which must follow the colon directly, and
    /// `data:` a comma, a semicolon or a media type. The name `URL` is a name like any other.
    ///
    /// ```
    /// let config = urlsift_scan::Config::new();
    /// assert!(config.opens(b"mailto", b"a@b.example") && config.opens(b"x", b"//a/"));
    /// assert!(!config.opens(b"Re", b"a") && !config.opens(b"1", b"//a/") && !config.opens(b"file", b" /a"));
    /// ```
    #[must_use]
    pub fn opens(&self, name: &[u8], after_colon: &[u8]) -> bool {
        begins_url(name, after_colon, &self.schemes)
    }

    /// Returns the prefilter for texts that are scanned with this configuration.
    #[must_use]
    pub const fn prefilter(&self) -> OpeningPrefilter {
        if self.wants_refanging() {
            OpeningPrefilter::REFANGED
        } else {
            OpeningPrefilter::ANY_SCHEME
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}
