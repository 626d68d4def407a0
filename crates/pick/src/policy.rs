//! The policy for opening URLs: at once, after a confirmation, or never. URLs are untrusted input, and the programs
//! that open them pass parts on to other programs (RFC 1738 §6, RFC 6068 §7).
//!
//! The policy is a list of what is allowed, and all else is asked about or refused. The rules are for programs that
//! nobody here knows: browsers, mail programs, and `xdg-open`, which hands the URL on. So whatever one of them could
//! take for an option is refused, even if most do not: a refused link can still be copied.
//!
//! Not worth doing: a check whether a host is dangerous, or a list of known programs and their faults.

use std::fmt;

use urlsift_scheme::{Scheme, SchemeInfo, is_scheme_byte};
use urlsift_search::{
    Conformance, Verdict, percent_encode,
    rfc1738::{Encoded, UrlWarning, browser_url},
};

use crate::shown_url::DeceptiveHost;

/// The header fields of a `mailto:` URL that are passed on. Others, such as `attach`, could send data that the user
/// does not see.
const MAILTO_FIELDS: [&str; 5] = ["to", "cc", "bcc", "subject", "body"];

/// The schemes that are opened without a confirmation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenPolicy {
    /// The names of the additional schemes, in lower case. [`SchemeInfo::is_launchable`] has the default ones.
    schemes: Vec<String>,
}

/// The decision on a URL that the user wants to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A program gets this argument.
    Open(String),
    /// A program gets this argument if the user confirms.
    Ask(String, Doubt),
    Refuse(Refusal),
}

/// Why a URL needs a confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// The scheme, in lower case, is not allowed.
    Scheme(String),
    /// The URL has an encoded line break, which ends commands in its protocol.
    LineBreak,
    /// A reader may take the host for another one.
    Host,
}

/// Why a URL is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is a relative reference or not a URL: a program could interpret it as a file name.
    NotAbsolute,
    /// A program could interpret the URL, or a part of it, as an option.
    Option,
    /// A header field of a `mailto:` URL has a control character.
    ControlCharacter,
    /// Browsers reject the host or the port.
    InvalidHost,
    /// Programs could connect to another host than the one shown.
    AmbiguousHost,
}

impl OpenPolicy {
    /// Allows another scheme.
    pub(crate) fn new(allowed: &[urlsift_select::Scheme]) -> Self {
        Self {
            schemes: allowed
                .iter()
                .map(|scheme| scheme.name().to_owned())
                .collect(),
        }
    }

    /// Decides whether to open a URL.
    pub(crate) fn decide(&self, url: &[u8]) -> Decision {
        match argument(url) {
            Ok((argument, scheme)) => {
                let doubt = self.doubt(&argument, scheme);
                let doubt = doubt.or_else(|| DeceptiveHost::of(url).map(|_| Doubt::Host));
                match doubt {
                    None => Decision::Open(argument),
                    Some(doubt) => Decision::Ask(argument, doubt),
                }
            }
            Err(refusal) => Decision::Refuse(refusal),
        }
    }

    fn doubt(&self, argument: &str, scheme: String) -> Option<Doubt> {
        let is_allowed = self.schemes.contains(&scheme);
        let info = SchemeInfo::of(scheme.as_bytes()).filter(|info| info.is_launchable());
        let Some(info) = info else {
            return (!is_allowed).then_some(Doubt::Scheme(scheme));
        };
        let has_lines = matches!(
            info.scheme(),
            Scheme::Ftp | Scheme::Gopher | Scheme::News | Scheme::Nntp | Scheme::Telnet
        );
        let has_line_break = || {
            let octets = Encoded::from(argument).decode();
            octets.iter().any(|octet| b"\r\n\0".contains(octet))
        };
        (has_lines && has_line_break()).then_some(Doubt::LineBreak)
    }
}

/// Returns the argument for a program, which is visible ASCII, and the scheme in lower case.
fn argument(url: &[u8]) -> Result<(String, String), Refusal> {
    let verdict = Verdict::of(url);
    if !verdict.reaches(Conformance::Whatwg) {
        return Err(Refusal::NotAbsolute);
    }
    let argument = unambiguous(url, &verdict)?;
    let (scheme, rest) = argument.split_once(':').ok_or(Refusal::NotAbsolute)?;
    if !scheme.bytes().all(is_scheme_byte) {
        return Err(Refusal::NotAbsolute);
    }
    // RFC 1738 §5 allows a scheme to begin with a hyphen.
    if !scheme.starts_with(|char: char| char.is_ascii_alphanumeric()) {
        return Err(Refusal::Option);
    }
    let scheme = scheme.to_ascii_lowercase();
    if scheme == "mailto" {
        return Ok((mailto(rest)?, scheme));
    }
    if has_option(rest) {
        return Err(Refusal::Option);
    }
    Ok((argument, scheme))
}

/// Returns the URL in visible ASCII, so that all programs read the host that is shown.
fn unambiguous(url: &[u8], verdict: &Verdict<'_>) -> Result<String, Refusal> {
    let warnings = verdict.warnings();
    if warnings.contains(UrlWarning::InvalidHost) {
        return Err(Refusal::InvalidHost);
    }
    let host = verdict.parts().host_ascii();
    let encoded = percent_encode(url);
    // RFC 1738 has no host in them, and programs that know another standard agree on it.
    let is_agreed = !warnings.contains(UrlWarning::HostDiffers)
        || matches!(verdict.parts().kind(), Scheme::Mailto | Scheme::News);
    if is_agreed && Verdict::of(encoded.as_bytes()).parts().host_ascii() == host {
        return Ok(encoded);
    }
    browser_url(url).ok_or(Refusal::AmbiguousHost)
}

/// Returns whether the host, user, password or port of a URL, or the address of a URL without a host, begins with `-`.
/// `rest` is the text after the colon of the scheme.
fn has_option(rest: &str) -> bool {
    // Browsers accept any number of slashes and backslashes.
    let address = rest.trim_start_matches(['/', '\\']);
    let authority = address.split(['/', '\\', '?', '#']).next();
    let authority = Encoded::from(authority.unwrap_or_default()).decode_lossy();
    if address.len() == rest.len() {
        return is_option(&authority);
    }
    // Programs disagree on which `@` ends the user.
    authority.split(['@', ':']).any(is_option)
}

/// Returns whether a program could interpret a decoded text, or an address in it, as an option.
fn is_option(text: &str) -> bool {
    let is_before = |char: char| char <= ' ' || "/\\\"'<(".contains(char);
    text.trim_start_matches(is_before).starts_with('-')
}

/// Returns the `mailto:` URL with only the header fields that are passed on (RFC 6068 §2). `rest` is the text after the
/// colon of the scheme.
fn mailto(rest: &str) -> Result<String, Refusal> {
    // A fragment has no meaning.
    let rest = rest.split('#').next().unwrap_or_default();
    let (to, query) = rest.split_once('?').unwrap_or((rest, ""));
    check_field("to", to)?;
    let mut url = format!("mailto:{}", to.replace('&', "%26"));
    let mut separator = '?';
    for field in query.split('&') {
        // The separator may be an undecoded HTML reference, `&amp;`.
        let field = field.strip_prefix("amp;").unwrap_or(field);
        let Some((name, value)) = field.split_once('=') else {
            continue;
        };
        let name = Encoded::from(name).decode_lossy().to_ascii_lowercase();
        if !MAILTO_FIELDS.contains(&&*name) {
            continue;
        }
        check_field(&name, value)?;
        url.push(separator);
        separator = '&';
        url.push_str(&name);
        url.push('=');
        for char in value.chars() {
            match char {
                // Some programs treat these as field separators.
                ';' => url.push_str("%3B"),
                '?' => url.push_str("%3F"),
                '=' => url.push_str("%3D"),
                char => url.push(char),
            }
        }
    }
    Ok(url)
}

/// Refuses the encoded value of a header field that could be an option or begin another field.
fn check_field(name: &str, value: &str) -> Result<(), Refusal> {
    let value = Encoded::from(value).decode_lossy();
    let is_body = name == "body";
    // RFC 6068 §5: only a body may have line breaks.
    let is_allowed = |char| is_body && "\r\n\t".contains(char);
    if value
        .chars()
        .any(|char| char.is_ascii_control() && !is_allowed(char))
    {
        return Err(Refusal::ControlCharacter);
    }
    let has_addresses = matches!(name, "to" | "cc" | "bcc");
    if has_addresses && value.split([',', ';', '<']).any(is_option) {
        return Err(Refusal::Option);
    }
    Ok(())
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => write!(
                f,
                "`{scheme}:` is not opened without a confirmation. The program that gets it may \
                 run something, or read or send files of yours."
            ),
            Self::LineBreak => f.write_str(
                "It has an encoded line break, after which a server may read commands that are not yours.",
            ),
            Self::Host => f.write_str("Its host is not the one that it may seem to be."),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAbsolute => "it is not an absolute URL",
            Self::Option => "a program could interpret a part of it as an option",
            Self::ControlCharacter => "a header field has a control character",
            Self::InvalidHost => "browsers reject its host or port",
            Self::AmbiguousHost => "programs disagree on its host",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Decision, Doubt, OpenPolicy, Refusal, SchemeInfo};

    fn decide(url: &str) -> Decision {
        OpenPolicy::default().decide(url.as_bytes())
    }

    #[test]
    fn launchable_schemes_are_those_of_the_table() {
        let names = [
            "http", "https", "ftp", "gopher", "mailto", "news", "nntp", "telnet",
        ];
        for info in SchemeInfo::ALL {
            let is_launchable = names.contains(&info.name());
            assert_eq!(info.is_launchable(), is_launchable, "{}", info.name());
        }
    }

    #[test]
    fn allowed_scheme_is_opened() {
        let allowed = ["Smb", "ftp"].map(|name| name.parse().expect("a scheme"));
        let policy = OpenPolicy::new(&allowed);
        let url = "SMB://a.example/%0A";
        assert_eq!(policy.decide(url.as_bytes()), Decision::Open(url.into()));
        // A line break in the protocol is a doubt of another kind.
        let line_break = policy.decide(b"ftp://a.example/%0A");
        assert!(matches!(line_break, Decision::Ask(_, Doubt::LineBreak)));
        let option = policy.decide(b"smb://-x/");
        assert_eq!(option, Decision::Refuse(Refusal::Option));
        assert!(matches!(decide(url), Decision::Ask(_, Doubt::Scheme(_))));
    }

    #[test]
    fn option_is_found_wherever_a_program_may_look() {
        for url in
            urlsift_tables::lines!("policy.toml", "option_is_found_wherever_a_program_may_look")
        {
            assert_eq!(decide(url), Decision::Refuse(Refusal::Option), "{url}");
        }
        for url in [
            "http://a-b/-x",
            "http://a/?-x",
            "http://[::1]/-",
            "mailto:a-b@-c.example",
            "news:a-b@c",
        ] {
            assert_eq!(decide(url), Decision::Open(url.into()), "{url}");
        }
    }

    #[test]
    fn argument_is_visible_ascii() {
        let all: Vec<u8> = (0..=255).collect();
        let url = [b"http://a/", &all[..]].concat();
        let Decision::Open(argument) = OpenPolicy::default().decide(&url) else {
            panic!("not opened");
        };
        assert!(argument.bytes().all(|byte| byte.is_ascii_graphic()));
    }
}
