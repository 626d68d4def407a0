//! The schemes that have a production of their own: what parses their URLs, and what a client does with
//! one. Each has a file here; [`productions!`] lists them.

mod file;
mod ftp;
mod generic;
mod gopher;
mod http;
mod mailto;
mod news;
mod nntp;
mod prospero;
mod telnet;
mod wais;

use alloc::vec::Vec;

use urlsift_scheme::Scheme;

use crate::{
    parser::Parser,
    parts::Parts,
    rule::Rule,
    steps::{Step, Steps},
};

macro_rules! productions {
    ($($scheme:ident: $rule:ident, $parse:ident, $module:ident;)*) => {
        /// The production of a scheme's URLs, as far as problems name it.
        pub(crate) const fn rule(scheme: Scheme) -> Rule {
            match scheme {
                $(Scheme::$scheme => Rule::$rule,)*
                _ => Rule::Schemepart,
            }
        }

        /// Parses what follows the colon; if the scheme [has a host](Scheme::has_host), what follows
        /// the `//`.
        pub(crate) fn parse(scheme: Scheme, parser: &mut Parser<'_, '_>) {
            match scheme {
                $(Scheme::$scheme => parser.$parse(),)*
                _ => parser.otherurl(),
            }
        }

        fn explain_into(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
            match parts.kind() {
                $(Scheme::$scheme => $module::explain(steps, parts),)*
                _ => None,
            }
        }

        const _: () = {
            let listed = [$(Scheme::$scheme),*];
            assert!(listed.len() == Scheme::OWN_PRODUCTIONS, "a production is not listed");
        };
    };
}

productions! {
    Http: Httpurl, httpurl, http;
    Ftp: Ftpurl, ftpurl, ftp;
    News: Grouppart, newsurl, news;
    Nntp: Nntpurl, nntpurl, nntp;
    Telnet: Telneturl, telneturl, telnet;
    Gopher: Gopherurl, gopherurl, gopher;
    Wais: Waisurl, waisurl, wais;
    Mailto: Encoded822addr, mailtourl, mailto;
    File: Fileurl, fileurl, file;
    Prospero: Prosperourl, prosperourl, prospero;
}

/// Says what RFC 1738 §3 has a client do with a URL of one of its schemes, step by step. Of other
/// schemes, and of texts that cannot be read so far, nothing is known.
///
/// ```
/// use urlsift_rfc1738::{Step, Url, explain};
///
/// let url = Url::parse(b"ftp://myname@host.dom/%2Fetc/motd;type=a")?;
/// let sent: Vec<_> = explain(url.parts())
///     .into_iter()
///     .filter_map(|step| match step {
///         Step::Send(line) => Some(line),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(sent, [&b"USER myname"[..], b"CWD /etc", b"TYPE a", b"RETR motd"]);
/// # Ok::<(), urlsift_rfc1738::Problem>(())
/// ```
#[must_use]
pub fn explain(parts: &Parts<'_>) -> Vec<Step> {
    let mut steps = Steps(Vec::new());
    explain_into(&mut steps, parts);
    steps.0
}
