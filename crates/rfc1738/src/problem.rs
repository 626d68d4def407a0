//! The problems of a URL and their positions.
//!
//! A text can have a problem at every byte, so the first 1000 are kept and the rest are counted. They may be found out
//! of order: the structure of a URL is checked before the characters of its parts. Sorting whenever twice as many are
//! there is simpler than a heap, and bounds the memory all the same.

use alloc::vec::Vec;
use core::{fmt, ops::Range};

use crate::rule::Rule;

macro_rules! codes {
    ($($variant:ident = $code:literal, $message:literal, $help:literal;)*) => {
        /// The kind of a problem. `docs/PROBLEMS.md` in the project's repository has an example of each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!("`", $code, "`: ", $message, ".")]
                $variant,
            )*
        }

        impl Code {
            /// Every code, in the order in which they are documented.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the stable name, such as `missing-host`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Returns a correction that does not depend on the text.
            pub(crate) const fn help(self) -> &'static str {
                match self {
                    $(Self::$variant => $help,)*
                }
            }
        }

        impl fmt::Display for Code {
            /// Writes a message for people; [`name`](Self::name) is for programs.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $message,)*
                })
            }
        }
    };
}

codes! {
    NoScheme = "no-scheme", "there is no scheme",
        "begin with a scheme and a colon, as in `http:`";
    SchemeCharacter = "scheme-character", "this is not allowed in a scheme",
        "a scheme has letters, digits, `+`, `-` and `.`";
    MissingSlashes = "missing-slashes", "the scheme needs `//` after its colon",
        "write `//` and a host";
    UserNotAllowed = "user-not-allowed", "this scheme does not allow a user or password",
        "remove everything up to the `@`";
    MissingHost = "missing-host", "there is no host",
        "name a host, as in `host.dom` or `10.0.0.1`";
    IpLiteral = "ip-literal", "RFC 1738 does not allow IPv6 addresses",
        "use the host's name";
    HostCharacter = "host-character", "this is not allowed in a host name",
        "a host has letters, digits and hyphens between its dots, and no escapes";
    EmptyLabel = "empty-label", "there is nothing on one side of this dot",
        "remove the dot";
    LabelHyphen = "label-hyphen", "a label must not begin or end with a hyphen",
        "begin and end each label with a letter or a digit";
    ToplabelDigit = "toplabel-digit", "the last label of a host name must begin with a letter",
        "begin it with a letter; only a number of four groups, as in `10.0.0.1`, has digits there";
    HostnumberGroups = "hostnumber-groups", "a numeric host must have four groups of digits",
        "write it as in `10.0.0.1`";
    MissingPort = "missing-port", "there is no port after this colon",
        "remove the colon as well";
    PortCharacter = "port-character", "a port must consist of digits",
        "write the port as a decimal number";
    PortNotAllowed = "port-not-allowed", "a file URL must not have a port",
        "remove it";
    UnsafeCharacter = "unsafe-character", "an unsafe character must be encoded",
        "encode it";
    ControlCharacter = "control-character", "a control character must be encoded",
        "encode it";
    NonAsciiCharacter = "non-ascii-character", "URLs are written in US-ASCII",
        "encode it";
    ReservedCharacter = "reserved-character", "this character is reserved here",
        "encode it";
    BadEscape = "bad-escape", "`%` needs two hexadecimal digits after it",
        "write a literal `%` as `%25`";
    SearchWithoutPath = "search-without-path", "`?` needs a `/` before it",
        "write `/?`";
    BadType = "bad-type", "this is not an ftp type",
        "write `a` for text, `i` for binary or `d` for a directory";
    MissingAddress = "missing-address", "there is no address",
        "add an address, as in `mailto:user@host.dom`";
    MissingGroup = "missing-group", "there is no newsgroup",
        "name a newsgroup, as in `comp.mail.misc`";
    GroupStart = "group-start", "the name of a newsgroup must begin with a letter",
        "name a newsgroup, as in `comp.mail.misc`";
    GroupCharacter = "group-character", "this is not allowed in a newsgroup name",
        "a newsgroup has letters, digits, `-`, `.`, `+` and `_`, and no escapes";
    MissingArticle = "missing-article", "there is nothing before the `@`",
        "write the whole Message-ID without `<` and `>`";
    MissingNumber = "missing-number", "there is no article number after the slash",
        "remove the slash as well";
    NumberCharacter = "number-character", "an article number must consist of digits",
        "write it as a decimal number";
    MissingPath = "missing-path", "this scheme needs a `/` after the host",
        "write a `/` and what to retrieve from the host";
    PathNotAllowed = "path-not-allowed", "nothing may follow this `/`",
        "remove it";
    MissingWpath = "missing-wpath", "a document needs its path after the type",
        "write the database, the type and the path, with `/` between them";
    MissingValue = "missing-value", "this field has no `=`",
        "write `;name=value`";
}

impl Code {
    /// Returns whether the problem concerns a single byte, so that problems of adjacent bytes are merged.
    const fn is_per_byte(self) -> bool {
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

/// A problem: its kind, its position, and the production that does not match.
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

    /// Returns the kind of the problem.
    #[must_use]
    pub const fn code(self) -> Code {
        self.code
    }

    /// Returns the production that does not match.
    #[must_use]
    pub const fn rule(self) -> Rule {
        self.rule
    }

    /// Returns the range of the invalid bytes in the text. It is empty if something is missing.
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, rule, .. } = self;
        write!(f, "{code} ({}), at byte {}", rule.name(), self.start)
    }
}

impl core::error::Error for Problem {}

/// The maximum number of problems of a text that are kept: those that come first in it. The rest are counted.
const MAX_KEPT: usize = 1000;

/// All problems of a text. [`sort`](Self::sort) puts them in the order of their spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Problems {
    /// In the order in which they were found. At most twice [`MAX_KEPT`].
    kept: Vec<Problem>,
    left_out: usize,
}

impl Problems {
    pub(crate) const fn new() -> Self {
        Self {
            kept: Vec::new(),
            left_out: 0,
        }
    }

    /// Adds a problem. Adjacent bytes with the same problem share one.
    #[cold]
    pub(crate) fn push(&mut self, problem: Problem) {
        if let Some(last) = self.kept.last_mut()
            && (last.code, last.rule, last.end) == (problem.code, problem.rule, problem.start)
            && problem.code.is_per_byte()
        {
            last.end = problem.end;
            return;
        }
        if self.kept.len() == 2 * MAX_KEPT {
            self.sort();
        }
        self.kept.push(problem);
    }

    /// Sorts the problems by position, and keeps the first [`MAX_KEPT`].
    pub(crate) fn sort(&mut self) {
        if !self.kept.is_sorted_by_key(|problem| problem.start) {
            self.kept.sort_by_key(|problem| problem.start);
        }
        self.left_out += self.kept.len().saturating_sub(MAX_KEPT);
        self.kept.truncate(MAX_KEPT);
    }

    pub(crate) fn as_slice(&self) -> &[Problem] {
        &self.kept
    }

    /// Returns the number of problems that are not kept.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, MAX_KEPT, Problem, Problems};
    use crate::rule::Rule;

    #[test]
    fn the_first_problems_are_kept_in_any_order_of_discovery() {
        for count in [0, 1, MAX_KEPT, MAX_KEPT + 1, 5 * MAX_KEPT + 7] {
            for is_reversed in [false, true] {
                let mut problems = Problems::new();
                for number in 0..count {
                    let place = if is_reversed {
                        count - 1 - number
                    } else {
                        number
                    };
                    // With gaps, so that no two problems are merged.
                    let at = 3 * place;
                    problems.push(Problem::new(Code::UnsafeCharacter, Rule::Hpath, at..at + 1));
                }
                problems.sort();
                let most = count.min(MAX_KEPT);
                let starts = problems.as_slice().iter().map(|problem| problem.start);
                assert!(starts.eq((0..most).map(|place| 3 * place)), "{count}");
                assert_eq!(problems.left_out(), count - most);
            }
        }
    }

    #[test]
    fn adjacent_bytes_share_one_problem() {
        let mut problems = Problems::new();
        for at in 0..100 * MAX_KEPT {
            problems.push(Problem::new(Code::UnsafeCharacter, Rule::Hpath, at..at + 1));
        }
        problems.sort();
        assert_eq!(problems.as_slice()[0].span(), 0..100 * MAX_KEPT);
        assert_eq!((problems.as_slice().len(), problems.left_out()), (1, 0));
    }
}
