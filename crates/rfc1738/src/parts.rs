//! The parts of a URL, under the names that RFC 1738 uses.
//!
//! Parts are slices of the text, and decoding is left to [`Encoded`]. Owned or decoded parts would cost an allocation
//! for each part of each URL, though most callers want the host only, and would lose where a part stands.
//!
//! What follows the login is an enum with a variant for each form, so that a part exists only in schemes that have it.
//! One struct with all parts of all schemes would be simpler to fill in, but larger, and could hold parts that
//! contradict each other.

use core::{iter, ops::Range, str};

use urlsift_scheme::{Scheme, SchemeInfo};

use crate::encoded::Encoded;

/// The parts of a URL, each a slice of it.
///
/// A text with problems has parts, too, as far as it can be parsed. A part is `None` if the scheme does
/// not have it or the URL does not contain it; an empty part is `Some`.
/// [`gtype`](Self::gtype) and [`effective_port`](Self::effective_port) have defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The URL with its fragment, which browsers read in their own way.
    pub(crate) text: &'a [u8],
    pub(crate) scheme: Option<&'a [u8]>,
    /// The index of the scheme, which is not 0 if browsers trim the text.
    pub(crate) scheme_start: usize,
    pub(crate) kind: Scheme,
    pub(crate) login: Option<Login<'a>>,
    pub(crate) scheme_specific: SchemeSpecific<'a>,
    pub(crate) fragment: Option<&'a [u8]>,
    /// Whether the production of the scheme has another host than the login, or none.
    pub(crate) host_differs: bool,
}

/// `login = [ user [ ":" password ] "@" ] hostport`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Login<'a> {
    pub(crate) user: Option<&'a [u8]>,
    pub(crate) password: Option<&'a [u8]>,
    pub(crate) host: Slice<'a>,
    pub(crate) port: Option<&'a [u8]>,
}

/// A slice of the URL, and the index at which it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slice<'a> {
    start: usize,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Slice<'a> {
    pub(crate) fn of(url: &'a [u8], range: Range<usize>) -> Self {
        Self {
            start: range.start,
            bytes: &url[range],
        }
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.bytes.len()
    }
}

/// The parts after the login, or after the colon of a scheme without a login.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SchemeSpecific<'a> {
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
        /// The fields, each with a leading `;`.
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

/// The name and the value of a part.
pub type NamedPart<'a> = (&'static str, PartValue<'a>);

/// The value of a part.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PartValue<'a> {
    /// A part of the text.
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
                match self.scheme_specific {
                    $pattern => $value.map(Encoded::new),
                    _ => None,
                }
            }
        )*
    };
}

impl<'a> Parts<'a> {
    /// Returns the scheme as written, without the colon.
    #[must_use]
    pub fn scheme(&self) -> Option<&'a str> {
        // The bytes of a scheme are ASCII.
        self.scheme.and_then(|scheme| str::from_utf8(scheme).ok())
    }

    /// Returns the range of the [scheme](Self::scheme) in the URL, in bytes.
    #[must_use]
    pub fn scheme_span(&self) -> Option<Range<usize>> {
        let start = self.scheme_start;
        Some(start..start + self.scheme?.len())
    }

    /// Returns the scheme whose production the URL must match; [`Scheme::Other`] if there is no scheme.
    #[must_use]
    pub const fn kind(&self) -> Scheme {
        self.kind
    }

    /// Returns the user (§3.1).
    #[must_use]
    pub fn user(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.user?))
    }

    /// Returns the password (§3.1). A URL with a password has a user, which may be empty.
    #[must_use]
    pub fn password(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.password?))
    }

    /// Returns the host as written: the one that a client of today connects to. In the special schemes of the WHATWG
    /// URL standard (http, https, ws, wss, ftp and file) it is what the parser of that standard reads in the whole
    /// text, in every other scheme with `//` the authority ends at the first `/`, `?` or `#`. Where the production of
    /// RFC 1738 has another host, or none, there is the warning [`HostDiffers`](crate::UrlWarning::HostDiffers).
    ///
    /// The host of a file URL may be empty. [`host_ascii`](Self::host_ascii) is the form in which hosts are compared.
    #[must_use]
    pub fn host(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.host.bytes))
    }

    /// Returns the range of the [host](Self::host) in the URL, in bytes.
    #[must_use]
    pub fn host_span(&self) -> Option<Range<usize>> {
        Some(self.login?.host.span())
    }

    /// Returns the port as written.
    #[must_use]
    pub fn port(&self) -> Option<Encoded<'a>> {
        Some(Encoded::new(self.login?.port?))
    }

    /// Returns the port as a number; `None` if the port is empty, has a byte that is not a digit, or is
    /// above `u64::MAX`.
    #[must_use]
    pub fn port_number(&self) -> Option<u64> {
        let port = self.login?.port?;
        // `parse` would accept a sign.
        let is_number = port.iter().all(u8::is_ascii_digit);
        str::from_utf8(port)
            .ok()
            .filter(|_| is_number)?
            .parse()
            .ok()
    }

    /// Returns the port to connect to: the port of the URL, or the scheme's default if the URL has no port
    /// or an empty one. `None` if there is no default or the port is not a number up to 65535.
    #[must_use]
    pub fn effective_port(&self) -> Option<u16> {
        match self.login?.port {
            None | Some([]) => SchemeInfo::of(self.scheme?)?.default_port(),
            Some(_) => self.port_number()?.try_into().ok(),
        }
    }

    /// Returns the arguments of the `CWD` commands of an ftp URL, in order (§3.2.2).
    #[must_use]
    pub fn cwds(&self) -> Cwds<'a> {
        let SchemeSpecific::Ftp { fpath, .. } = self.scheme_specific else {
            return Cwds(None);
        };
        let last = fpath.iter().rposition(|&byte| byte == b'/');
        Cwds(last.map(|last| &fpath[..last]))
    }

    /// Returns the last segment of the path of an ftp URL: the file to retrieve or the directory to list
    /// (§3.2.2).
    #[must_use]
    pub fn name(&self) -> Option<Encoded<'a>> {
        let SchemeSpecific::Ftp { fpath, .. } = self.scheme_specific else {
            return None;
        };
        let last = fpath.iter().rposition(|&byte| byte == b'/');
        Some(Encoded::new(&fpath[last.map_or(0, |slash| slash + 1)..]))
    }

    accessors! {
        /// Returns the type of an ftp URL, `a`, `i` or `d` in either case (§3.2.2).
        ftptype: SchemeSpecific::Ftp { ftptype, .. } => ftptype;
        /// Returns the path of an http (§3.3) or file URL (§3.10), without the `/` between it and the host.
        path: SchemeSpecific::Http { path: Some(path), .. } | SchemeSpecific::File(path) => Some(path);
        /// Returns the search of an http (§3.3), gopher (§3.4.2) or wais URL (§3.9).
        search: SchemeSpecific::Http { search, .. }
            | SchemeSpecific::Wais { search, .. }
            | SchemeSpecific::Gopher(GopherPath { search, .. }) => search;
        /// Returns the selector of a gopher URL (§3.4.1).
        selector: SchemeSpecific::Gopher(path) => path.selector;
        /// Returns the Gopher+ string of a gopher URL (§3.4.3).
        gopher_string: SchemeSpecific::Gopher(path) => path.gopher_string;
        /// Returns the address of a mailto URL (§3.5).
        addr_spec: SchemeSpecific::Mailto(addr_spec) => Some(addr_spec);
        /// Returns the newsgroup of a news (§3.6) or nntp URL (§3.7); `*` for all newsgroups.
        group: SchemeSpecific::Group { group, .. } => Some(group);
        /// Returns the Message-ID of a news URL, without `<` and `>` (§3.6).
        article: SchemeSpecific::Article(article) => Some(article);
        /// Returns the article number of an nntp URL (§3.7).
        digits: SchemeSpecific::Group { digits, .. } => digits;
        /// Returns the database of a wais URL (§3.9).
        database: SchemeSpecific::Wais { database, .. } => Some(database);
        /// Returns the type of a wais document (§3.9).
        wtype: SchemeSpecific::Wais { wtype, .. } => wtype;
        /// Returns the document-id of a wais document (§3.9).
        wpath: SchemeSpecific::Wais { wpath, .. } => wpath;
        /// Returns the host-specific object name of a prospero URL (§3.11).
        hsoname: SchemeSpecific::Prospero { hsoname, .. } => Some(hsoname);
        /// Returns the text after the login and its `/` in a URL of another scheme (§3.1).
        urlpath: SchemeSpecific::Urlpath(urlpath) => Some(urlpath);
        /// Returns the text after the colon, if it has no other parts.
        schemepart: SchemeSpecific::Schemepart(schemepart) => Some(schemepart);
    }

    /// Returns the type of a gopher item; `1` if the URL has none (§3.4.1).
    #[must_use]
    pub fn gtype(&self) -> Option<Encoded<'a>> {
        match self.scheme_specific {
            SchemeSpecific::Gopher(path) => Some(Encoded::new(path.gtype.unwrap_or(b"1"))),
            _ => None,
        }
    }

    /// Returns the fields of a prospero URL (§3.11).
    #[must_use]
    pub fn fields(&self) -> Fields<'a> {
        match self.scheme_specific {
            SchemeSpecific::Prospero { fields, .. } => Fields(fields),
            _ => Fields(b""),
        }
    }

    /// Returns the text after the `#`. The fragment is not part of the URL.
    #[must_use]
    pub fn fragment(&self) -> Option<Encoded<'a>> {
        self.fragment.map(Encoded::new)
    }

    /// Returns the parts that the URL has, with their names, in the order of the URL.
    pub fn iter(&self) -> impl Iterator<Item = NamedPart<'a>> + use<'a> {
        let has_cwds = matches!(self.scheme_specific, SchemeSpecific::Ftp { .. });
        let has_fields = matches!(self.scheme_specific, SchemeSpecific::Prospero { .. });
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

/// An iterator over the directories of an ftp URL; see [`Parts::cwds`].
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

/// An iterator over the fields of a prospero URL and their values; see [`Parts::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Iterator for Fields<'a> {
    /// The name and the value. A field without `=` has no value and is a problem.
    type Item = (Encoded<'a>, Option<Encoded<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        let fields = self.0.strip_prefix(b";")?;
        let end = fields.iter().position(|&byte| byte == b';');
        let (field, rest) = fields.split_at(end.unwrap_or(fields.len()));
        self.0 = rest;
        let mut split = field.splitn(2, |&byte| byte == b'=').map(Encoded::new);
        let name = split.next().unwrap_or(Encoded::new(b""));
        Some((name, split.next()))
    }
}

impl iter::FusedIterator for Cwds<'_> {}
impl iter::FusedIterator for Fields<'_> {}

#[cfg(test)]
mod tests {
    use crate::Validation;

    #[test]
    fn spans_are_those_of_the_slices() {
        for (url, scheme, host) in [
            ("http://a.example/", Some("http"), Some("a.example")),
            ("HTTP://a.example:80/a", Some("HTTP"), Some("a.example")),
            ("ftp://a:a@a/a", Some("ftp"), Some("a")),
            ("http://a@b@[::1]:x/#f", Some("http"), Some("[::1]")),
            (
                "http://a.example\\@b.example/",
                Some("http"),
                Some("a.example"),
            ),
            ("x-y://h?q", Some("x-y"), Some("h")),
            ("x-y://h h\u{e4}/#f", Some("x-y"), Some("h h\u{e4}")),
            ("file:///a", Some("file"), Some("")),
            ("http:///", Some("http"), Some("")),
            ("http:a.example", Some("http"), Some("a.example")),
            (" http:\\\\a.example ", Some("http"), Some("a.example")),
            ("mailto:a@b.example", Some("mailto"), None),
            ("//a.example/", None, None),
            ("", None, None),
        ] {
            let validation = Validation::of(url.as_bytes());
            let parts = validation.parts();
            assert_eq!(parts.scheme_span().map(|span| &url[span]), scheme, "{url}");
            let span = parts.host_span();
            assert_eq!(span.clone().map(|span| &url[span]), host, "{url}");
            // The range is the range of the slice, not of another with the same bytes.
            let address = span.map(|span| url[span].as_ptr());
            assert_eq!(address, parts.host().map(|host| host.as_bytes().as_ptr()));
        }
    }
}
