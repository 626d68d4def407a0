//! The schemes that have a production in RFC 1738: the parsers of their URLs, and the steps of a client. Each scheme
//! has a file here; [`productions!`] lists them.
//!
//! The table is a macro because a scheme has a production, a parser and an explanation, and each of these functions
//! should have a line for every scheme. A trait with one object a scheme would need dynamic dispatch for each URL. A
//! scheme that has a production and no line here does not compile.

mod file;
mod ftp;
mod generic;
mod gopher;
mod http;
mod mailto;
mod news;
mod nntp;
#[cfg(not(feature = "whatwg"))]
mod no_web;
mod prospero;
mod telnet;
mod wais;
#[cfg(feature = "whatwg")]
mod web;

use alloc::vec::Vec;

#[cfg(not(feature = "whatwg"))]
use no_web as web;
use urlsift_scheme::Scheme;

use crate::{
    parser::Parser,
    parts::Parts,
    rule::Rule,
    steps::{Step, Steps},
};

macro_rules! productions {
    ($($scheme:ident: $rule:ident, $parse:ident, $module:ident;)*) => {
        /// Returns the production of a scheme's URLs, for problems.
        pub(crate) const fn rule(scheme: Scheme) -> Rule {
            match scheme {
                $(Scheme::$scheme => Rule::$rule,)*
                _ => Rule::Schemepart,
            }
        }

        /// Parses the text after the colon, or after the `//` if the scheme [has a host](Scheme::has_host).
        pub(crate) fn parse(scheme: Scheme, parser: &mut Parser<'_, '_>) {
            match scheme {
                $(Scheme::$scheme => parser.$parse(),)*
                _ => parser.otherurl(),
            }
        }

        fn explain_into(steps: &mut Steps, parts: &Parts<'_>) {
            match parts.kind() {
                // What follows the host is not split by the production of the scheme.
                _ if parts.host_differs && !has_parts_of_clients(parts.kind()) => {
                    steps.connect(parts);
                }
                $(Scheme::$scheme => $module::explain(steps, parts),)*
                _ => web::explain(steps, parts),
            }
        }

        const _: () = {
            let listed = [$(Scheme::$scheme),*];
            assert!(listed.len() == Scheme::OWN_PRODUCTIONS, "a production is not listed");
        };
    };
}

productions! {
    Http: Httpurl, httpurl, web;
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

/// Returns whether there are steps for a URL of which [`read_as_client`](crate::host::read_as_client) has split what
/// follows the host.
const fn has_parts_of_clients(scheme: Scheme) -> bool {
    matches!(
        scheme,
        Scheme::Http | Scheme::Ftp | Scheme::File | Scheme::Mailto | Scheme::News | Scheme::Other
    )
}

/// Returns what a client does with a URL, step by step.
///
/// For http, https, ws and wss the steps are a browser's: the WHATWG URL standard determines what it connects to and
/// asks for, and which URLs it refuses. So are the steps for javascript and data, which a browser opens without a
/// server. For ftp, the standard determines the host only. Otherwise the steps follow RFC 1738 §3. There are no steps
/// for other schemes and for texts that cannot be parsed far enough; without the feature `whatwg`, there are none that
/// are a browser's, and the host of ftp is the one that is written. At most a thousand steps are returned, followed by
/// [the number of those left out](Step::LeftOut).
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
    let mut steps = Steps::default();
    explain_into(&mut steps, parts);
    steps.finish()
}
