//! The table of schemes and their properties.

/// The production of RFC 1738 §5 that a URL must match.
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
    /// Any other scheme: `otherurl`.
    #[default]
    Other,
}

impl Scheme {
    /// The number of schemes with their own productions.
    pub const OWN_PRODUCTIONS: usize = Self::Other as usize;

    /// Returns whether the production begins with `//` and a host.
    #[must_use]
    #[inline]
    pub const fn has_host(self) -> bool {
        WITH_HOST >> self as u32 & 1 == 1
    }
}

/// What must follow `<` and the name of a scheme to open a candidate.
///
/// `://` is always enough, except for [`WithMediaType`](Self::WithMediaType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Opens {
    /// `:`
    WithColon,
    /// `:`, optional whitespace, and `/` or `\`.
    WithSlash,
    /// `:` and a `,`, a `;` or a media type, as in a `data:` URL.
    WithMediaType,
}

/// A scheme and its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeInfo {
    name: &'static str,
    scheme: Scheme,
    default_port: Option<u16>,
    opens: Opens,
    flags: u8,
}

/// Boolean properties of a scheme.
mod flag {
    pub(super) const RESERVED: u8 = 1;
    pub(super) const SPECIAL: u8 = 1 << 1;
    pub(super) const CLICKABLE: u8 = 1 << 2;
    pub(super) const NOT_HIERARCHICAL: u8 = 1 << 3;
    pub(super) const BREAKABLE: u8 = 1 << 4;
    pub(super) const AT_LINE_END: u8 = 1 << 5;
    pub(super) const WITHOUT_HOST: u8 = 1 << 6;
    pub(super) const LAUNCHABLE: u8 = 1 << 7;
}

impl SchemeInfo {
    /// Every scheme in the table, sorted by name.
    pub const ALL: &'static [Self] = &TABLE;

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the production of RFC 1738 §5 that URLs of this scheme must match.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the port to connect to if a URL has no port (RFC 1738 §3; for https, RFC 2818 §2.3).
    #[must_use]
    pub const fn default_port(&self) -> Option<u16> {
        self.default_port
    }

    /// Returns what must follow the name to open a candidate on the line of the `<`.
    #[must_use]
    pub const fn opens(&self) -> Opens {
        self.opens
    }

    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Returns whether RFC 1738 §4 reserves the name.
    #[must_use]
    pub const fn is_reserved(&self) -> bool {
        self.has(flag::RESERVED)
    }

    /// Returns whether a host, or a path with a slash, follows the colon of the name. Other schemes name a resource in
    /// another way.
    #[must_use]
    pub const fn names_host(&self) -> bool {
        !self.has(flag::WITHOUT_HOST)
    }

    /// Returns whether the scheme is special in the WHATWG URL standard.
    #[must_use]
    pub const fn is_special(&self) -> bool {
        self.has(flag::SPECIAL)
    }

    /// Returns whether reports may write URLs of this scheme as terminal hyperlinks. Opening such a URL displays
    /// something. It neither accesses the local machine (`file`), nor starts a session (`telnet`), nor runs code
    /// (`data`).
    #[must_use]
    pub const fn is_clickable(&self) -> bool {
        self.has(flag::CLICKABLE)
    }

    /// Returns whether a URL that the user has selected may be passed to a program without confirmation:
    /// [clickable](Self::is_clickable) schemes, and `telnet`, whose program is a terminal that the user sees.
    #[must_use]
    pub const fn is_launchable(&self) -> bool {
        self.is_clickable() || self.has(flag::LAUNCHABLE)
    }

    /// Returns whether relative references can be resolved against URLs of this scheme (RFC 1808 §2.3).
    #[must_use]
    pub const fn is_hierarchical(&self) -> bool {
        !self.has(flag::NOT_HIERARCHICAL)
    }

    /// Returns whether a line break is repaired inside the name or between the name and `://`.
    #[must_use]
    pub const fn is_breakable(&self) -> bool {
        self.has(flag::BREAKABLE)
    }

    /// Returns whether the name and a colon open a candidate on the line after a `<` that ends its line.
    #[must_use]
    pub const fn opens_at_line_end(&self) -> bool {
        self.has(flag::AT_LINE_END)
    }
}

/// Builder methods for the rows of the table.
impl SchemeInfo {
    /// Creates a scheme without a production in RFC 1738.
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            scheme: Scheme::Other,
            default_port: None,
            opens: Opens::WithColon,
            flags: 0,
        }
    }

    const fn production(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    const fn port(self, port: u16) -> Self {
        let default_port = Some(port);
        Self {
            default_port,
            ..self
        }
    }

    const fn opening(self, opens: Opens) -> Self {
        Self { opens, ..self }
    }

    const fn with(self, flag: u8) -> Self {
        let flags = self.flags | flag;
        Self { flags, ..self }
    }

    const fn without_host(self) -> Self {
        self.with(flag::WITHOUT_HOST)
    }

    const fn reserved(self) -> Self {
        self.with(flag::RESERVED)
    }

    const fn special(self) -> Self {
        self.with(flag::SPECIAL)
    }

    const fn clickable(self) -> Self {
        self.with(flag::CLICKABLE)
    }

    const fn launchable(self) -> Self {
        self.with(flag::LAUNCHABLE)
    }

    const fn not_hierarchical(self) -> Self {
        self.with(flag::NOT_HIERARCHICAL)
    }

    const fn breakable(self) -> Self {
        self.with(flag::BREAKABLE)
    }

    const fn at_line_end(self) -> Self {
        self.with(flag::AT_LINE_END)
    }
}

/// The ten schemes of RFC 1738 §5, the seven that §4 reserves, and schemes in common use since.
///
/// Of the schemes that IANA has registered (November 2026), those are here that people write in mail. A URL with `://`
/// is found whatever its scheme. Left out are schemes that are also words before a colon, such as `info`, `tag`, `fax`,
/// `im`, `dict`, `dns` and `res`; those of one program, such as `ms-word`, `zoommtg` and `aim`; and those that only
/// programs exchange, such as `coap`, `iax` and `stun`.
pub(crate) const TABLE: [SchemeInfo; 72] = [
    other("acct").without_host(),
    other("afs").reserved(),
    other("bitcoin").without_host(),
    other("callto").without_host(),
    other("cid").without_host().reserved(),
    other("data").without_host().opening(Opens::WithMediaType),
    other("doi").without_host(),
    other("ethereum").without_host(),
    other("facetime").without_host(),
    other("feed"),
    own("file", Scheme::File)
        .special()
        .opening(Opens::WithSlash),
    other("finger"),
    own("ftp", Scheme::Ftp)
        .port(21)
        .special()
        .clickable()
        .breakable(),
    other("ftps"),
    other("gemini"),
    other("geo").without_host(),
    other("git"),
    own("gopher", Scheme::Gopher).port(70).clickable(),
    other("h323").without_host(),
    other("hdl").without_host(),
    own("http", Scheme::Http)
        .port(80)
        .special()
        .clickable()
        .breakable(),
    other("https").port(443).special().clickable().breakable(),
    other("imap"),
    other("ipfs").without_host(),
    other("ipns").without_host(),
    other("ipp"),
    other("ipps"),
    other("irc"),
    other("ircs"),
    other("ldap"),
    other("ldaps"),
    other("litecoin").without_host(),
    other("magnet").without_host(),
    other("mailserver").without_host().reserved(),
    own("mailto", Scheme::Mailto)
        .without_host()
        .clickable()
        .not_hierarchical()
        .at_line_end(),
    other("matrix"),
    other("mid").without_host().reserved(),
    other("mms"),
    other("monero").without_host(),
    own("news", Scheme::News)
        .without_host()
        .clickable()
        .not_hierarchical()
        .at_line_end(),
    other("nfs").reserved(),
    own("nntp", Scheme::Nntp).port(119).clickable(),
    other("openpgp4fpr").without_host(),
    other("payto").without_host(),
    other("pop"),
    own("prospero", Scheme::Prospero).port(1525),
    other("rlogin"),
    other("rsync"),
    other("rtmp"),
    other("rtmps"),
    other("rtsp"),
    other("sftp"),
    other("sip").without_host().at_line_end(),
    other("sips").without_host().at_line_end(),
    other("skype").without_host(),
    other("smb"),
    other("sms").without_host(),
    other("snews"),
    other("spotify").without_host(),
    other("ssh"),
    other("svn"),
    other("tel").without_host().at_line_end(),
    own("telnet", Scheme::Telnet)
        .port(23)
        .launchable()
        .not_hierarchical(),
    other("tn3270").reserved(),
    other("urn").without_host().at_line_end(),
    other("vnc"),
    own("wais", Scheme::Wais).port(210),
    other("webcal"),
    other("ws").port(80).special(),
    other("wss").port(443).special(),
    other("xmpp").without_host(),
    other("z39.50").reserved(),
];

/// A scheme without a production in RFC 1738.
const fn other(name: &'static str) -> SchemeInfo {
    SchemeInfo::new(name)
}

/// A scheme with its own production.
const fn own(name: &'static str, scheme: Scheme) -> SchemeInfo {
    SchemeInfo::new(name).production(scheme)
}

// Each production has exactly one row.
const _: () = {
    let mut seen = [false; Scheme::OWN_PRODUCTIONS];
    let mut count = 0;
    let mut row = 0;
    while row < TABLE.len() {
        let scheme = TABLE[row].scheme() as usize;
        if scheme < Scheme::OWN_PRODUCTIONS {
            assert!(!seen[scheme], "two schemes have the same production");
            seen[scheme] = true;
            count += 1;
        }
        row += 1;
    }
    assert!(
        count == Scheme::OWN_PRODUCTIONS,
        "a production has no scheme"
    );
};

/// The schemes whose own production has a host, as a set of bits.
const WITH_HOST: u32 = {
    let mut schemes = 0;
    let mut row = 0;
    while row < TABLE.len() {
        let scheme = TABLE[row].scheme() as u32;
        if TABLE[row].scheme() as usize != Scheme::OWN_PRODUCTIONS
            && !TABLE[row].has(flag::WITHOUT_HOST)
        {
            schemes |= 1 << scheme;
        }
        row += 1;
    }
    schemes
};
