//! Labels for the codes of the tables.

/// Codes with their labels.
pub(super) type Labels = &'static [(&'static str, &'static str)];

/// The standards, the strictest first.
pub(super) const STANDARDS: Labels = &[
    ("rfc1738", "RFC 1738"),
    ("rfc3986", "RFC 3986"),
    ("whatwg", "WHATWG URL"),
    ("relative", "Relative reference"),
    ("none", "None of these"),
];

/// The kinds of links.
pub(super) const DELIMITERS: Labels = &[
    ("url", "<URL:…>"),
    ("angle", "<scheme:…>"),
    ("prefix", "URL:… without brackets"),
    ("quote", "In quotation marks"),
    ("bare", "Bare, in text"),
    ("attribute", "In an HTML attribute"),
];

/// The reasons of second guesses.
pub(super) const GUESSES: Labels = &[
    ("trailing-punctuation", "Punctuation at the end"),
    ("label", "Label after the URL"),
    ("blanks", "Blanks that belong to it"),
    ("stray-qp", "Quoted-printable left"),
    ("first-blank", "Text after the first blank"),
    ("stars", "Marks of bold type"),
    ("doubled", "The URL twice"),
    ("wrapped", "Continued on the next line"),
    ("cut", "Not continued on the next line"),
    ("script", "Text of another script after it"),
    ("unpaired", "A bracket that was never closed"),
    ("bar", "A bar that belongs to it"),
    ("ligature", "Ligatures instead of letters"),
    ("escaped", "Slashes of JSON"),
    ("dot-stuffed", "A doubled dot"),
];

/// The evidence for readings.
pub(super) const EVIDENCE: Labels = &[
    ("twin:kept", "First reading, stands elsewhere"),
    ("twin:dropped", "Without a hyphen, stands elsewhere"),
    ("twin:hyphen", "With a hyphen, stands elsewhere"),
    ("twin:wrapped", "Continued, stands elsewhere"),
    ("twin:cut", "Not continued, stands elsewhere"),
    ("twin:stars", "Without bold type, stands elsewhere"),
    ("twin:stray-qp", "Decoded, stands elsewhere"),
    (
        "twin:trailing-punctuation",
        "Without punctuation, stands elsewhere",
    ),
    ("twin:script", "Without other script, stands elsewhere"),
    ("host:kept", "First reading, known host"),
    ("host:dropped", "Without a hyphen, known host"),
    ("host:hyphen", "With a hyphen, known host"),
    ("host:wrapped", "Continued, known host"),
    ("host:cut", "Not continued, known host"),
    ("host:stars", "Without bold type, known host"),
    ("host:stray-qp", "Decoded, known host"),
    (
        "host:trailing-punctuation",
        "Without punctuation, known host",
    ),
    ("host:script", "Without other script, known host"),
];

/// The warnings about URLs.
pub(super) const WARNINGS: Labels = &[
    ("password-in-url", "Password in the URL"),
    ("reserved-port", "Reserved port"),
    ("encoded-crlf", "Encoded line break"),
    ("hostnumber-range", "IPv4 number out of range"),
    ("port-range", "Port out of range"),
    ("mailto-not-addr-spec", "mailto without an address"),
    ("experimental-scheme", "Experimental scheme"),
    ("reserved-scheme", "Reserved scheme"),
    ("login-in-web-url", "Login before the host"),
    ("mixed-script-host", "Host in several scripts"),
    ("numeric-host", "Unusual IPv4 number"),
    ("invisible-in-host", "Invisible character in the host"),
    ("invalid-host", "Host that browsers reject"),
    ("host-differs", "Host that RFC 1738 does not read"),
    ("lookalike-host", "Host that looks like another one"),
    ("text-differs", "Text shows another host"),
    ("refanged", "Defanged in the text"),
];

/// No labels, for codes that need none.
pub(super) const NONE: Labels = &[];

/// Returns the label of a code, if it has one.
pub(super) fn label(labels: Labels, code: &[u8]) -> Option<&'static str> {
    let found = labels.iter().find(|(known, _)| known.as_bytes() == code);
    found.map(|(_, label)| *label)
}

#[cfg(test)]
mod tests {
    use urlsift_settle::ResolvedBy;

    use super::{EVIDENCE, label};

    #[test]
    fn all_evidence_has_a_label() {
        for by in ResolvedBy::ALL {
            assert!(
                label(EVIDENCE, by.name().as_bytes()).is_some(),
                "{}",
                by.name()
            );
        }
        assert_eq!(EVIDENCE.len(), ResolvedBy::ALL.len());
    }
}
