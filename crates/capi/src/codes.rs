//! The numbers of the interface. They are fixed here, because the discriminants of Rust's enums may change.

use std::ffi::{CStr, c_char};

use urlsift::{CandidateWarning, Conformance, Delimiter, rfc1738::UrlWarning};

/// `<URL:...>`.
pub const URLSIFT_URL: u32 = 1;
/// `<scheme:...>`.
pub const URLSIFT_ANGLE: u32 = 2;
/// `URL:` before a URL without brackets.
pub const URLSIFT_PREFIX: u32 = 4;
/// A URL in quotation marks.
pub const URLSIFT_QUOTE: u32 = 8;
/// A URL in running text.
pub const URLSIFT_BARE: u32 = 16;
/// A URL in an attribute of HTML.
pub const URLSIFT_ATTRIBUTE: u32 = 32;
/// The kinds in angle brackets.
pub const URLSIFT_DELIMITED: u32 = 3;
/// All kinds, the default.
pub const URLSIFT_EVERY_KIND: u32 = 63;

/// A URL that conforms to RFC 1738.
pub const URLSIFT_RFC1738: u32 = 1;
/// A URI that conforms to RFC 3986, but not to RFC 1738.
pub const URLSIFT_RFC3986: u32 = 2;
/// A URL that browsers accept (WHATWG), but that conforms to neither RFC.
pub const URLSIFT_WHATWG: u32 = 3;
/// A relative reference that conforms to RFC 1808.
pub const URLSIFT_RELATIVE: u32 = 4;
/// Not a URL by any standard.
pub const URLSIFT_NONE: u32 = 5;

/// Some lines of the link have a deeper quote prefix than the line that it begins on.
pub const URLSIFT_WARN_RAGGED_QUOTE: u32 = 0x1;
/// The closing `>` may be the quote prefix of a line instead.
pub const URLSIFT_WARN_DOUBTFUL_CLOSE: u32 = 0x2;
/// There is no closing `>`. The URL ends at the first white space.
pub const URLSIFT_WARN_UNCLOSED: u32 = 0x4;
/// Text after the URL inside the brackets was cut off.
pub const URLSIFT_WARN_TRAILING_TEXT: u32 = 0x8;
/// White space without a line break was dropped from inside the URL.
pub const URLSIFT_WARN_SPACED: u32 = 0x10;
/// The URL was defanged: written so that it cannot be clicked.
pub const URLSIFT_WARN_REFANGED: u32 = 0x20;
/// The text of the link shows a host other than that of the URL.
pub const URLSIFT_WARN_TEXT_DIFFERS: u32 = 0x40;
/// There is a password in the URL.
pub const URLSIFT_WARN_PASSWORD_IN_URL: u32 = 0x1_0000;
/// The port is below 1024 and not that of the scheme.
pub const URLSIFT_WARN_RESERVED_PORT: u32 = 0x2_0000;
/// The URL has an encoded line break.
pub const URLSIFT_WARN_ENCODED_CRLF: u32 = 0x4_0000;
/// A group of the numeric host is above 255.
pub const URLSIFT_WARN_HOSTNUMBER_RANGE: u32 = 0x8_0000;
/// The port is above 65535.
pub const URLSIFT_WARN_PORT_RANGE: u32 = 0x10_0000;
/// The address of the mailto URL is not an addr-spec.
pub const URLSIFT_WARN_MAILTO_NOT_ADDR_SPEC: u32 = 0x20_0000;
/// The scheme is for experiments.
pub const URLSIFT_WARN_EXPERIMENTAL_SCHEME: u32 = 0x40_0000;
/// The name of the scheme is reserved.
pub const URLSIFT_WARN_RESERVED_SCHEME: u32 = 0x80_0000;
/// There is a login before the host of an http, https, ws or wss URL.
pub const URLSIFT_WARN_LOGIN_IN_WEB_URL: u32 = 0x100_0000;
/// The letters of the host are of several scripts.
pub const URLSIFT_WARN_MIXED_SCRIPT_HOST: u32 = 0x200_0000;
/// The host is an IPv4 address that is not written as four decimal numbers.
pub const URLSIFT_WARN_NUMERIC_HOST: u32 = 0x400_0000;
/// The host contains an invisible character.
pub const URLSIFT_WARN_INVISIBLE_IN_HOST: u32 = 0x800_0000;
/// No browser accepts the host and port.
pub const URLSIFT_WARN_INVALID_HOST: u32 = 0x1000_0000;
/// Clients connect to another host than RFC 1738 reads.
pub const URLSIFT_WARN_HOST_DIFFERS: u32 = 0x2000_0000;
/// The letters of the host look like those of another one: `lookalike-host`.
pub const URLSIFT_WARN_LOOKALIKE_HOST: u32 = 0x4000_0000;

/// Each kind, its number and its name.
const KINDS: [(Delimiter, u32, &CStr); 6] = [
    (Delimiter::Url, URLSIFT_URL, c"url"),
    (Delimiter::Angle, URLSIFT_ANGLE, c"angle"),
    (Delimiter::Prefix, URLSIFT_PREFIX, c"prefix"),
    (Delimiter::Quote, URLSIFT_QUOTE, c"quote"),
    (Delimiter::Bare, URLSIFT_BARE, c"bare"),
    (Delimiter::Attribute, URLSIFT_ATTRIBUTE, c"attribute"),
];

const LEVELS: [(Conformance, u32, &CStr); 5] = [
    (Conformance::Rfc1738, URLSIFT_RFC1738, c"rfc1738"),
    (Conformance::Rfc3986, URLSIFT_RFC3986, c"rfc3986"),
    (Conformance::Whatwg, URLSIFT_WHATWG, c"whatwg"),
    (Conformance::Relative, URLSIFT_RELATIVE, c"relative"),
    (Conformance::None, URLSIFT_NONE, c"none"),
];

const TEXT_WARNINGS: [(CandidateWarning, u32, &CStr); 7] = [
    (
        CandidateWarning::UnevenQuoting,
        URLSIFT_WARN_RAGGED_QUOTE,
        c"ragged-quote",
    ),
    (
        CandidateWarning::DoubtfulClose,
        URLSIFT_WARN_DOUBTFUL_CLOSE,
        c"doubtful-close",
    ),
    (
        CandidateWarning::Unclosed,
        URLSIFT_WARN_UNCLOSED,
        c"unclosed",
    ),
    (
        CandidateWarning::TrailingText,
        URLSIFT_WARN_TRAILING_TEXT,
        c"trailing-text",
    ),
    (CandidateWarning::Spaced, URLSIFT_WARN_SPACED, c"spaced"),
    (
        CandidateWarning::Refanged,
        URLSIFT_WARN_REFANGED,
        c"refanged",
    ),
    (
        CandidateWarning::TextDiffers,
        URLSIFT_WARN_TEXT_DIFFERS,
        c"text-differs",
    ),
];

const URL_WARNINGS: [(UrlWarning, u32, &CStr); 15] = [
    (
        UrlWarning::PasswordInUrl,
        URLSIFT_WARN_PASSWORD_IN_URL,
        c"password-in-url",
    ),
    (
        UrlWarning::ReservedPort,
        URLSIFT_WARN_RESERVED_PORT,
        c"reserved-port",
    ),
    (
        UrlWarning::EncodedCrlf,
        URLSIFT_WARN_ENCODED_CRLF,
        c"encoded-crlf",
    ),
    (
        UrlWarning::HostnumberRange,
        URLSIFT_WARN_HOSTNUMBER_RANGE,
        c"hostnumber-range",
    ),
    (
        UrlWarning::PortRange,
        URLSIFT_WARN_PORT_RANGE,
        c"port-range",
    ),
    (
        UrlWarning::MailtoNotAddrSpec,
        URLSIFT_WARN_MAILTO_NOT_ADDR_SPEC,
        c"mailto-not-addr-spec",
    ),
    (
        UrlWarning::ExperimentalScheme,
        URLSIFT_WARN_EXPERIMENTAL_SCHEME,
        c"experimental-scheme",
    ),
    (
        UrlWarning::ReservedScheme,
        URLSIFT_WARN_RESERVED_SCHEME,
        c"reserved-scheme",
    ),
    (
        UrlWarning::LoginInWebUrl,
        URLSIFT_WARN_LOGIN_IN_WEB_URL,
        c"login-in-web-url",
    ),
    (
        UrlWarning::MixedScriptHost,
        URLSIFT_WARN_MIXED_SCRIPT_HOST,
        c"mixed-script-host",
    ),
    (
        UrlWarning::NumericHost,
        URLSIFT_WARN_NUMERIC_HOST,
        c"numeric-host",
    ),
    (
        UrlWarning::InvisibleInHost,
        URLSIFT_WARN_INVISIBLE_IN_HOST,
        c"invisible-in-host",
    ),
    (
        UrlWarning::InvalidHost,
        URLSIFT_WARN_INVALID_HOST,
        c"invalid-host",
    ),
    (
        UrlWarning::HostDiffers,
        URLSIFT_WARN_HOST_DIFFERS,
        c"host-differs",
    ),
    (
        UrlWarning::LookalikeHost,
        URLSIFT_WARN_LOOKALIKE_HOST,
        c"lookalike-host",
    ),
];

/// Returns the number of a kind.
pub(crate) fn number_of_kind(kind: Delimiter) -> u32 {
    let row = KINDS.iter().find(|row| row.0 == kind);
    row.map_or(0, |row| row.1)
}

/// Returns the kinds whose bits are set.
pub(crate) fn kinds_of(numbers: u32) -> Vec<Delimiter> {
    let wanted = KINDS.iter().filter(|row| row.1 & numbers != 0);
    wanted.map(|row| row.0).collect()
}

/// Returns the number of a conformance.
pub(crate) fn number_of_level(level: Conformance) -> u32 {
    let row = LEVELS.iter().find(|row| row.0 == level);
    row.map_or(URLSIFT_NONE, |row| row.1)
}

/// Returns the conformance with a number.
pub(crate) fn level(number: u32) -> Option<Conformance> {
    let row = LEVELS.iter().find(|row| row.1 == number);
    row.map(|row| row.0)
}

/// Returns the bits of warnings about the text and about the URL.
pub(crate) fn warning_bits(
    of_text: impl Iterator<Item = CandidateWarning>,
    of_url: impl Iterator<Item = UrlWarning>,
) -> u32 {
    let mut bits = 0;
    for warning in of_text {
        let row = TEXT_WARNINGS.iter().find(|row| row.0 == warning);
        bits |= row.map_or(0, |row| row.1);
    }
    for warning in of_url {
        let row = URL_WARNINGS.iter().find(|row| row.0 == warning);
        bits |= row.map_or(0, |row| row.1);
    }
    bits
}

/// Returns the name of a number in one of the tables, or null.
fn name(number: u32, rows: impl Iterator<Item = (u32, &'static CStr)>) -> *const c_char {
    let mut rows = rows;
    let row = rows.find(|row| row.0 == number);
    row.map_or(std::ptr::null(), |row| row.1.as_ptr())
}

/// Returns the name of a kind of links, such as "angle"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_kind_name(kind: u32) -> *const c_char {
    name(kind, KINDS.iter().map(|row| (row.1, row.2)))
}

/// Returns the name of a conformance, such as "rfc1738"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_conforms_name(conforms: u32) -> *const c_char {
    name(conforms, LEVELS.iter().map(|row| (row.1, row.2)))
}

/// Returns the code of the warning with one bit, such as "spaced"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_warning_name(bit: u32) -> *const c_char {
    let of_text = TEXT_WARNINGS.iter().map(|row| (row.1, row.2));
    let of_url = URL_WARNINGS.iter().map(|row| (row.1, row.2));
    name(bit, of_text.chain(of_url))
}

#[cfg(test)]
mod tests {
    use urlsift::{CandidateWarning, Conformance, Delimiter, rfc1738::UrlWarning};

    use super::{
        KINDS, LEVELS, TEXT_WARNINGS, URL_WARNINGS, URLSIFT_DELIMITED, URLSIFT_EVERY_KIND, level,
        number_of_kind, number_of_level,
    };

    #[test]
    fn every_value_has_a_row_with_its_name() {
        let kinds = KINDS.iter().map(|row| (row.0, row.2.to_bytes()));
        assert!(
            kinds.eq(Delimiter::ALL
                .iter()
                .map(|&kind| (kind, kind.name().as_bytes())))
        );
        let levels = LEVELS.iter().map(|row| (row.0, row.2.to_bytes()));
        assert!(
            levels.eq(Conformance::ALL
                .iter()
                .map(|&level| (level, level.name().as_bytes())))
        );
        let warnings = TEXT_WARNINGS.iter().map(|row| (row.0, row.2.to_bytes()));
        let all = CandidateWarning::ALL.iter();
        assert!(warnings.eq(all.map(|&warning| (warning, warning.code().as_bytes()))));
        let warnings = URL_WARNINGS.iter().map(|row| (row.0, row.2.to_bytes()));
        let all = UrlWarning::ALL.iter();
        assert!(warnings.eq(all.map(|&warning| (warning, warning.code().as_bytes()))));
    }

    #[test]
    fn each_warning_is_one_bit() {
        let of_text = TEXT_WARNINGS.iter().map(|row| row.1);
        let bits = of_text.chain(URL_WARNINGS.iter().map(|row| row.1));
        let all = bits.fold(0_u32, |all, bit| {
            assert_eq!((bit.count_ones(), all & bit), (1, 0));
            all | bit
        });
        assert_eq!(
            all.count_ones() as usize,
            TEXT_WARNINGS.len() + URL_WARNINGS.len()
        );
    }

    #[test]
    fn sets_of_kinds() {
        let set = |kinds: &[Delimiter]| kinds.iter().map(|&kind| number_of_kind(kind)).sum::<u32>();
        assert_eq!(set(Delimiter::ALL), URLSIFT_EVERY_KIND);
        assert_eq!(set(Delimiter::DELIMITED), URLSIFT_DELIMITED);
    }

    #[test]
    fn levels_are_found_by_their_numbers() {
        for row in &LEVELS {
            assert_eq!((number_of_level(row.0), level(row.1)), (row.1, Some(row.0)));
        }
        assert_eq!((level(0), level(6)), (None, None));
    }
}
