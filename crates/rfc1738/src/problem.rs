//! What is wrong with a URL, and where.

use alloc::{string::String, vec::Vec};
use core::{
    fmt::{self, Write},
    ops::Range,
};

use crate::rule::Rule;

macro_rules! codes {
    ($($variant:ident = $code:literal, $says:literal, $help:literal;)*) => {
        /// What is wrong. `docs/PROBLEMS.md`, in the project's repository, has an example of each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!("`", $code, "`: ", $says, ".")]
                $variant,
            )*
        }

        impl Code {
            /// Every code, in the order in which they are documented.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its stable name, such as `missing-host`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Says what would be right, whatever the text holds.
            const fn help(self) -> &'static str {
                match self {
                    $(Self::$variant => $help,)*
                }
            }
        }

        impl fmt::Display for Code {
            /// Says it to a person; [`name`](Self::name) says it to a program.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $says,)*
                })
            }
        }
    };
}

codes! {
    NoScheme = "no-scheme", "there is no scheme",
        "begin with a scheme and a colon, as in `http:`";
    SchemeCharacter = "scheme-character", "this cannot stand in a scheme",
        "a scheme has letters, digits, `+`, `-` and `.`";
    MissingSlashes = "missing-slashes", "the scheme needs `//` behind its colon",
        "write `//` and a host";
    UserNotAllowed = "user-not-allowed", "this scheme takes no user and no password",
        "leave out all up to the `@`";
    MissingHost = "missing-host", "there is no host",
        "name a host, as in `host.dom` or `10.0.0.1`";
    IpLiteral = "ip-literal", "RFC 1738 knows no IPv6 addresses",
        "use the host's name";
    HostCharacter = "host-character", "this cannot stand in the name of a host",
        "a host has letters, digits and hyphens between its dots, and no escapes";
    EmptyLabel = "empty-label", "there is nothing on one side of this dot",
        "leave the dot out";
    LabelHyphen = "label-hyphen", "a label neither begins nor ends with a hyphen",
        "begin and end each label with a letter or a digit";
    ToplabelDigit = "toplabel-digit", "the last label of a name begins with a letter",
        "begin it with a letter; only a number of four groups, as in `10.0.0.1`, has digits there";
    HostnumberGroups = "hostnumber-groups", "the number of a host has four groups",
        "write it as in `10.0.0.1`";
    MissingPort = "missing-port", "there is no port behind this colon",
        "leave the colon out, too";
    PortCharacter = "port-character", "a port has digits only",
        "write the port as a decimal number";
    PortNotAllowed = "port-not-allowed", "a file has no port",
        "leave it out";
    UnsafeCharacter = "unsafe-character", "an unsafe character must be encoded",
        "encode it";
    ControlCharacter = "control-character", "a control character must be encoded",
        "encode it";
    NonAsciiCharacter = "non-ascii-character", "URLs are written in US-ASCII",
        "encode it";
    ReservedCharacter = "reserved-character", "this character is reserved here",
        "encode it";
    BadEscape = "bad-escape", "`%` needs two hexadecimal digits behind it",
        "a `%` that means itself is `%25`";
    SearchWithoutPath = "search-without-path", "`?` needs a `/` in front of it",
        "write `/?`";
    BadType = "bad-type", "this is no type of ftp",
        "write `a` for text, `i` for binary or `d` for a directory";
    MissingAddress = "missing-address", "there is no address",
        "name someone, as in `mailto:user@host.dom`";
    MissingGroup = "missing-group", "there is no newsgroup",
        "name a newsgroup, as in `comp.mail.misc`";
    GroupStart = "group-start", "the name of a newsgroup begins with a letter",
        "name a newsgroup, as in `comp.mail.misc`";
    GroupCharacter = "group-character", "this cannot stand in the name of a newsgroup",
        "a newsgroup has letters, digits, `-`, `.`, `+` and `_`, and no escapes";
    MissingArticle = "missing-article", "there is nothing in front of the `@`",
        "write all of the Message-ID but its `<` and `>`";
    MissingNumber = "missing-number", "there is no number of an article behind the slash",
        "leave the slash out, too";
    NumberCharacter = "number-character", "the number of an article has digits only",
        "write it as a decimal number";
    MissingPath = "missing-path", "this scheme needs a `/` behind the host",
        "say what is wanted of the host, behind a `/`";
    PathNotAllowed = "path-not-allowed", "nothing comes behind this `/`",
        "leave it out";
    MissingWpath = "missing-wpath", "a document needs its path behind the type",
        "write the database, the type and the path, with `/` between them";
    MissingValue = "missing-value", "this field has no `=`",
        "write `;name=value`";
}

impl Code {
    /// Whether it is said of each byte by itself, and not of a structure.
    const fn is_of_bytes(self) -> bool {
        matches!(
            self,
            Self::SchemeCharacter
                | Self::HostCharacter
                | Self::EmptyLabel
                | Self::LabelHyphen
                | Self::PortCharacter
                | Self::UnsafeCharacter
                | Self::ControlCharacter
                | Self::NonAsciiCharacter
                | Self::ReservedCharacter
                | Self::GroupCharacter
                | Self::NumberCharacter
        )
    }
}

/// One problem: what, where, and by which production.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    code: Code,
    rule: Rule,
    start: usize,
    end: usize,
}

impl Problem {
    pub(crate) fn new(code: Code, rule: Rule, span: Range<usize>) -> Self {
        Self {
            code,
            rule,
            start: span.start,
            end: span.end,
        }
    }

    /// What is wrong.
    #[must_use]
    pub const fn code(self) -> Code {
        self.code
    }

    /// The production that was being matched.
    #[must_use]
    pub const fn rule(self) -> Rule {
        self.rule
    }

    /// The bytes of the text that it is about, counted from 0. It is empty where something is
    /// missing.
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.start..self.end
    }

    /// Says to a person what would be right. `text` is the one that has the problem; of another the
    /// words mean nothing.
    #[must_use]
    pub fn help(self, text: &[u8]) -> String {
        let bytes = text.get(self.span()).unwrap_or_default();
        match self.code {
            Code::UnsafeCharacter
            | Code::ControlCharacter
            | Code::NonAsciiCharacter
            | Code::ReservedCharacter => {
                let mut help = String::from("write `");
                for byte in bytes.iter().take(Self::MOST_ENCODED) {
                    // A string takes everything.
                    let _ = write!(help, "%{byte:02X}");
                }
                help.push_str(if bytes.len() > Self::MOST_ENCODED {
                    "`, and so on"
                } else {
                    "`"
                });
                help
            }
            code => code.help().into(),
        }
    }

    /// So many bytes are shown encoded.
    const MOST_ENCODED: usize = 8;
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, rule, .. } = self;
        write!(f, "{code} ({}), at byte {}", rule.name(), self.start)
    }
}

impl core::error::Error for Problem {}

/// All problems of a text, in the order of their spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes one. Bytes side by side with the same problem have one together.
    #[cold]
    pub(crate) fn push(&mut self, problem: Problem) {
        if let Some(last) = self.0.last_mut()
            && (last.code, last.rule, last.end) == (problem.code, problem.rule, problem.start)
            && problem.code.is_of_bytes()
        {
            last.end = problem.end;
        } else {
            self.0.push(problem);
        }
    }

    /// Puts them in order.
    pub(crate) fn sort(&mut self) {
        if !self.0.is_sorted_by_key(|problem| problem.start) {
            self.0.sort_by_key(|problem| problem.start);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets what came after the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(crate) fn as_slice(&self) -> &[Problem] {
        &self.0
    }
}
