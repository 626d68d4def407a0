//! What a URL is taken apart into, under the names of RFC 1738's prose.

use core::{iter, str};

use urlsift_scheme::{Scheme, SchemeInfo};

use crate::encoded::Encoded;

/// The parts of a URL, each a slice of it.
///
/// They are the reading that comes nearest to RFC 1738, and are given for a text with problems,
/// too, as far as it can be read. Parts that a scheme does not have, or that are not written, are
/// `None`, but for [`gtype`](Self::gtype) and [`effective_port`](Self::effective_port), which have
/// defaults; an empty part differs from none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    pub(crate) scheme: Option<&'a [u8]>,
    pub(crate) kind: Scheme,
    pub(crate) login: Option<Login<'a>>,
    pub(crate) specific: Specific<'a>,
    pub(crate) fragment: Option<&'a [u8]>,
}

/// `login = [ user [ ":" password ] "@" ] hostport`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Login<'a> {
    pub(crate) user: Option<&'a [u8]>,
    pub(crate) password: Option<&'a [u8]>,
    pub(crate) host: &'a [u8],
    pub(crate) port: Option<&'a [u8]>,
}

/// What comes behind the login, or in its stead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Specific<'a> {
    #[default]
    Nothing,
    Ftp {
        fpath: &'a [u8],
        ftptype: Option<&'a [u8]>,
    },
    Http {
        path: Option<&'a [u8]>,
        search: Option<&'a [u8]>,
    },
    Gopher(GopherPath<'a>),
    Mailto(&'a [u8]),
    Group {
        group: &'a [u8],
        digits: Option<&'a [u8]>,
    },
    Article(&'a [u8]),
    Wais {
        database: &'a [u8],
        search: Option<&'a [u8]>,
        wtype: Option<&'a [u8]>,
        wpath: Option<&'a [u8]>,
    },
    File(&'a [u8]),
    Prospero {
        hsoname: &'a [u8],
        /// Each with its `;` in front.
        fields: &'a [u8],
    },
    Urlpath(&'a [u8]),
    Schemepart(&'a [u8]),
}

/// `[ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ]`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GopherPath<'a> {
    pub(crate) gtype: Option<&'a [u8]>,
    pub(crate) selector: Option<&'a [u8]>,
    pub(crate) search: Option<&'a [u8]>,
    pub(crate) gopher_string: Option<&'a [u8]>,
}

/// One part: its name and what it is.
pub type Part<'a> = (&'static str, PartValue<'a>);

/// What a part is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartValue<'a> {
    /// A text.
    Text(Encoded<'a>),
    /// The port to connect to.
    Port(u16),
    /// The directories of an ftp URL.
    Cwds(Cwds<'a>),
    /// The fields of a prospero URL.
    Fields(Fields<'a>),
}

macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident: $pattern:pat => $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&self) -> Option<Encoded<'a>> {
                match self.specific {
                    $pattern => $value.map(Encoded::new),
                    _ => None,
                }
            }
        )*
    };
}

impl<'a> Parts<'a> {
    /// The scheme as it is written, without the colon, if there is one.
    #[must_use]
    pub fn scheme(&self) -> Option<&'a str> {
        // The bytes of a scheme are ASCII.
        self.scheme.and_then(|scheme| str::from_utf8(scheme).ok())
    }

    /// Whose production it has to match. Without a scheme, [`Scheme::Other`].
    #[must_use]
    pub const fn kind(&self) -> Scheme {
        self.kind
    }

    /// The user (§3.1).
    #[must_use]
    pub fn user(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.user?))
    }

    /// The password (§3.1). There is none without a user.
    #[must_use]
    pub fn password(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.password?))
    }

    /// The host (§3.1). That of a file URL may be empty; the addresses of mail and news are no
    /// hosts.
    #[must_use]
    pub fn host(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.host))
    }

    /// The port as it is written.
    #[must_use]
    pub fn port(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.port?))
    }

    /// The port that is written, as a number. None if there is no digit in it or something else, or if
    /// it is above `u64::MAX`.
    #[must_use]
    pub fn port_number(&self) -> Option<u64> {
        let port = self.login?.port?;
        // `parse` would take a sign.
        let is_number = port.iter().all(u8::is_ascii_digit);
        str::from_utf8(port)
            .ok()
            .filter(|_| is_number)?
            .parse()
            .ok()
    }

    /// The port to connect to: the one that is written, or else, or if that is empty, the scheme's
    /// own. None if that cannot be a port.
    #[must_use]
    pub fn effective_port(&self) -> Option<u16> {
        match self.login?.port {
            None | Some([]) => SchemeInfo::of(self.scheme?)?.default_port(),
            Some(_) => self.port_number()?.try_into().ok(),
        }
    }

    /// The arguments of the `CWD` commands of an ftp URL with a path, in order (§3.2.2).
    #[must_use]
    pub fn cwds(&self) -> Cwds<'a> {
        let Specific::Ftp { fpath, .. } = self.specific else {
            return Cwds(None);
        };
        let last = fpath.iter().rposition(|&byte| byte == b'/');
        Cwds(last.map(|last| &fpath[..last]))
    }

    /// What is to be retrieved or listed in the last directory of an ftp URL with a path (§3.2.2).
    #[must_use]
    pub fn name(&self) -> Option<Encoded<'a>> {
        let Specific::Ftp { fpath, .. } = self.specific else {
            return None;
        };
        let last = fpath.iter().rposition(|&byte| byte == b'/');
        Some(Encoded::new(&fpath[last.map_or(0, |slash| slash + 1)..]))
    }

    accessors! {
        /// The type of an ftp URL, `a`, `i` or `d` in either case (§3.2.2).
        ftptype: Specific::Ftp { ftptype, .. } => ftptype;
        /// The path of an http (§3.3) or file URL (§3.10), without the `/` between it and the host.
        path: Specific::Http { path: Some(path), .. } | Specific::File(path) => Some(path);
        /// The search of an http (§3.3), gopher (§3.4.2) or wais URL (§3.9).
        search: Specific::Http { search, .. }
            | Specific::Wais { search, .. }
            | Specific::Gopher(GopherPath { search, .. }) => search;
        /// The selector of a gopher URL (§3.4.1).
        selector: Specific::Gopher(path) => path.selector;
        /// The Gopher+ string of a gopher URL (§3.4.3).
        gopher_string: Specific::Gopher(path) => path.gopher_string;
        /// The address of a mailto URL (§3.5).
        addr_spec: Specific::Mailto(addr_spec) => Some(addr_spec);
        /// The newsgroup of a news (§3.6) or nntp URL (§3.7); `*` for all of them.
        group: Specific::Group { group, .. } => Some(group);
        /// The Message-ID of a news URL, without `<` and `>` (§3.6).
        article: Specific::Article(article) => Some(article);
        /// The number of the article of an nntp URL (§3.7).
        digits: Specific::Group { digits, .. } => digits;
        /// The database of a wais URL (§3.9).
        database: Specific::Wais { database, .. } => Some(database);
        /// The type of a wais document (§3.9).
        wtype: Specific::Wais { wtype, .. } => wtype;
        /// The document-id of a wais document (§3.9).
        wpath: Specific::Wais { wpath, .. } => wpath;
        /// The host-specific object name of a prospero URL (§3.11).
        hsoname: Specific::Prospero { hsoname, .. } => Some(hsoname);
        /// What follows the login and its `/` in a URL of another scheme (§3.1).
        urlpath: Specific::Urlpath(urlpath) => Some(urlpath);
        /// All behind the colon, where nothing more is known of it.
        schemepart: Specific::Schemepart(schemepart) => Some(schemepart);
    }

    /// The type of a gopher item, `1` where none is written (§3.4.1).
    #[must_use]
    pub fn gtype(&self) -> Option<Encoded<'a>> {
        match self.specific {
            Specific::Gopher(path) => Some(Encoded::new(path.gtype.unwrap_or(b"1"))),
            _ => None,
        }
    }

    /// The fields of a prospero URL (§3.11).
    #[must_use]
    pub fn fields(&self) -> Fields<'a> {
        match self.specific {
            Specific::Prospero { fields, .. } => Fields(fields),
            _ => Fields(b""),
        }
    }

    /// What follows the `#`. It is no part of the URL.
    #[must_use]
    pub fn fragment(&self) -> Option<Encoded<'a>> {
        self.fragment.map(Encoded::new)
    }

    /// Every part that there is, under its name, in the order of the URL.
    pub fn iter(&self) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let has_cwds = matches!(self.specific, Specific::Ftp { .. });
        let has_fields = matches!(self.specific, Specific::Prospero { .. });
        let scheme = self.scheme.map(Encoded::new);
        let text = |part: Option<Encoded<'a>>| part.map(PartValue::Text);
        [
            ("scheme", text(scheme)),
            ("user", text(self.user())),
            ("password", text(self.password())),
            ("host", text(self.host())),
            ("port", text(self.port())),
            ("effective_port", self.effective_port().map(PartValue::Port)),
            ("cwds", has_cwds.then(|| PartValue::Cwds(self.cwds()))),
            ("name", text(self.name())),
            ("ftptype", text(self.ftptype())),
            ("path", text(self.path())),
            ("gtype", text(self.gtype())),
            ("selector", text(self.selector())),
            ("database", text(self.database())),
            ("search", text(self.search())),
            ("gopher_string", text(self.gopher_string())),
            ("addr_spec", text(self.addr_spec())),
            ("group", text(self.group())),
            ("article", text(self.article())),
            ("digits", text(self.digits())),
            ("wtype", text(self.wtype())),
            ("wpath", text(self.wpath())),
            ("hsoname", text(self.hsoname())),
            (
                "fields",
                has_fields.then(|| PartValue::Fields(self.fields())),
            ),
            ("urlpath", text(self.urlpath())),
            ("schemepart", text(self.schemepart())),
            ("fragment", text(self.fragment())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }
}

/// The directories of an ftp URL; see [`Parts::cwds`].
#[derive(Clone, Debug)]
pub struct Cwds<'a>(Option<&'a [u8]>);

impl<'a> Iterator for Cwds<'a> {
    type Item = Encoded<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let all = self.0?;
        let mut split = all.splitn(2, |&byte| byte == b'/');
        let first = split.next();
        self.0 = split.next();
        first.map(Encoded::new)
    }
}

/// The fields of a prospero URL, each with its value; see [`Parts::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Iterator for Fields<'a> {
    /// A field without a `=` has no value, and is a problem.
    type Item = (Encoded<'a>, Option<Encoded<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        let behind = self.0.strip_prefix(b";")?;
        let end = behind.iter().position(|&byte| byte == b';');
        let (field, rest) = behind.split_at(end.unwrap_or(behind.len()));
        self.0 = rest;
        let mut split = field.splitn(2, |&byte| byte == b'=').map(Encoded::new);
        let name = split.next().unwrap_or(Encoded::new(b""));
        Some((name, split.next()))
    }
}

impl iter::FusedIterator for Cwds<'_> {}
impl iter::FusedIterator for Fields<'_> {}
