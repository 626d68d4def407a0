//! The table, and what a row can say.

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
    /// How many schemes have a production of their own.
    pub const OWN_PRODUCTIONS: usize = Self::Other as usize;

    /// Returns whether its production begins with `//` and a host.
    #[must_use]
    #[inline]
    pub const fn has_host(self) -> bool {
        WITH_HOST >> self as u32 & 1 == 1
    }
}

/// What has to stand after `<` and a scheme's name to open a candidate. `://` does for every scheme
/// but those that open [`WithMediaType`](Self::WithMediaType).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Opens {
    /// `:`
    WithColon,
    /// `:` and a `/` or `\`, perhaps with white space between them.
    WithSlash,
    /// `:` and what can follow in a `data:` URL: a `,`, a `;` or a media type.
    WithMediaType,
}

/// What is known of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeInfo {
    name: &'static str,
    scheme: Scheme,
    default_port: Option<u16>,
    opens: Opens,
    flags: u8,
}

/// The properties that a scheme has or has not.
mod flag {
    pub(super) const RESERVED: u8 = 1;
    pub(super) const SPECIAL: u8 = 1 << 1;
    pub(super) const CLICKABLE: u8 = 1 << 2;
    pub(super) const FLAT: u8 = 1 << 3;
    pub(super) const BREAKABLE: u8 = 1 << 4;
    pub(super) const AT_LINE_END: u8 = 1 << 5;
    pub(super) const WITHOUT_HOST: u8 = 1 << 6;
}

impl SchemeInfo {
    /// Every scheme that has a row, in the order of their names.
    pub const ALL: &'static [Self] = &TABLE;

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The production of RFC 1738 §5 that its URLs have to match.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The port to connect to where none is written: by RFC 1738 §3, and of https by RFC 2818 §2.3.
    #[must_use]
    pub const fn default_port(&self) -> Option<u16> {
        self.default_port
    }

    /// What has to follow its name to open a candidate on the line of the `<`.
    #[must_use]
    pub const fn opens(&self) -> Opens {
        self.opens
    }

    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Returns whether RFC 1738 §4 suggests to reserve its name.
    #[must_use]
    pub const fn is_reserved(&self) -> bool {
        self.has(flag::RESERVED)
    }

    /// Returns whether the URL standard of the WHATWG calls it special.
    #[must_use]
    pub const fn is_special(&self) -> bool {
        self.has(flag::SPECIAL)
    }

    /// Returns whether a terminal may be asked to open its URLs: something is shown then, and nothing
    /// of this machine is reached (`file`, `telnet`) or run (`data`).
    #[must_use]
    pub const fn is_clickable(&self) -> bool {
        self.has(flag::CLICKABLE)
    }

    /// Returns whether relative references can be resolved against its URLs. RFC 1808 §2.3 names those
    /// for which they cannot.
    #[must_use]
    pub const fn is_hierarchical(&self) -> bool {
        !self.has(flag::FLAT)
    }

    /// Returns whether a line break inside the name, or between it and `://`, is repaired.
    #[must_use]
    pub const fn is_breakable(&self) -> bool {
        self.has(flag::BREAKABLE)
    }

    /// Returns whether its name and a colon open a candidate on the line after a `<` that ends its own.
    #[must_use]
    pub const fn opens_at_line_end(&self) -> bool {
        self.has(flag::AT_LINE_END)
    }
}

/// How the table is written.
impl SchemeInfo {
    /// A scheme without a production of its own.
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

    const fn flat(self) -> Self {
        self.with(flag::FLAT)
    }

    const fn breakable(self) -> Self {
        self.with(flag::BREAKABLE)
    }

    const fn at_line_end(self) -> Self {
        self.with(flag::AT_LINE_END)
    }
}

/// The ten schemes of RFC 1738 §5, the seven that its §4 reserves, and those in common use since.
pub(crate) const TABLE: [SchemeInfo; 48] = [
    other("afs").reserved(),
    other("cid").reserved(),
    other("data").opening(Opens::WithMediaType),
    other("doi"),
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
    other("geo"),
    other("git"),
    own("gopher", Scheme::Gopher).port(70).clickable(),
    own("http", Scheme::Http)
        .port(80)
        .special()
        .clickable()
        .breakable(),
    other("https").port(443).special().clickable().breakable(),
    other("imap"),
    other("irc"),
    other("ircs"),
    other("ldap"),
    other("ldaps"),
    other("magnet"),
    other("mailserver").reserved(),
    own("mailto", Scheme::Mailto)
        .without_host()
        .clickable()
        .flat()
        .at_line_end(),
    other("mid").reserved(),
    other("mms"),
    own("news", Scheme::News)
        .without_host()
        .clickable()
        .flat()
        .at_line_end(),
    other("nfs").reserved(),
    own("nntp", Scheme::Nntp).port(119).clickable(),
    other("pop"),
    own("prospero", Scheme::Prospero).port(1525),
    other("rlogin"),
    other("rtsp"),
    other("sftp"),
    other("sip").at_line_end(),
    other("sips").at_line_end(),
    other("sms"),
    other("snews"),
    other("ssh"),
    other("svn"),
    other("tel").at_line_end(),
    own("telnet", Scheme::Telnet).port(23).flat(),
    other("tn3270").reserved(),
    other("urn").at_line_end(),
    own("wais", Scheme::Wais).port(210),
    other("webcal"),
    other("ws").special(),
    other("wss").special(),
    other("xmpp"),
    other("z39.50").reserved(),
];

const fn other(name: &'static str) -> SchemeInfo {
    SchemeInfo::new(name)
}

const fn own(name: &'static str, scheme: Scheme) -> SchemeInfo {
    SchemeInfo::new(name).production(scheme)
}

// Each production belongs to one row.
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

/// A bit for each scheme with a production of its own and a host in it.
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
