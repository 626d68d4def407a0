//! The numbers of the interface. They are fixed here, because the discriminants of Rust's enums may change.

use std::ffi::{CStr, c_char};

use urlsift::{Advice, CandidateWarning, Conformance, Delimiter, rfc1738::UrlWarning};

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
/// A host name without a scheme.
pub const URLSIFT_NAME: u32 = 64;
/// An e-mail address.
pub const URLSIFT_ADDRESS: u32 = 128;
/// The kinds in angle brackets.
pub const URLSIFT_DELIMITED: u32 = 3;
/// All kinds but URLSIFT_NAME and URLSIFT_ADDRESS, which need a guess from the end of a name. The default.
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

/// A client opens the link.
pub const URLSIFT_ADVICE_OPEN: u32 = 1;
/// It shows the whole URL first: the text was damaged and has been repaired.
pub const URLSIFT_ADVICE_SHOW: u32 = 2;
/// It shows the host and the reason, and opens the link if the user confirms.
pub const URLSIFT_ADVICE_ASK: u32 = 3;
/// It shows the link as text that cannot be clicked.
pub const URLSIFT_ADVICE_TEXT: u32 = 4;

/// Numbers, each with the name that the value has in Rust and in JSON.
type Names = [(u32, &'static CStr)];

const KINDS: &Names = &[
    (URLSIFT_URL, c"url"),
    (URLSIFT_ANGLE, c"angle"),
    (URLSIFT_PREFIX, c"prefix"),
    (URLSIFT_QUOTE, c"quote"),
    (URLSIFT_BARE, c"bare"),
    (URLSIFT_ATTRIBUTE, c"attribute"),
    (URLSIFT_NAME, c"name"),
    (URLSIFT_ADDRESS, c"address"),
];

const LEVELS: &Names = &[
    (URLSIFT_RFC1738, c"rfc1738"),
    (URLSIFT_RFC3986, c"rfc3986"),
    (URLSIFT_WHATWG, c"whatwg"),
    (URLSIFT_RELATIVE, c"relative"),
    (URLSIFT_NONE, c"none"),
];

const ADVICE: &Names = &[
    (URLSIFT_ADVICE_OPEN, c"open"),
    (URLSIFT_ADVICE_SHOW, c"show"),
    (URLSIFT_ADVICE_ASK, c"ask"),
    (URLSIFT_ADVICE_TEXT, c"text"),
];

const WARNINGS: &Names = &[
    (URLSIFT_WARN_RAGGED_QUOTE, c"ragged-quote"),
    (URLSIFT_WARN_DOUBTFUL_CLOSE, c"doubtful-close"),
    (URLSIFT_WARN_UNCLOSED, c"unclosed"),
    (URLSIFT_WARN_TRAILING_TEXT, c"trailing-text"),
    (URLSIFT_WARN_SPACED, c"spaced"),
    (URLSIFT_WARN_REFANGED, c"refanged"),
    (URLSIFT_WARN_TEXT_DIFFERS, c"text-differs"),
    (URLSIFT_WARN_PASSWORD_IN_URL, c"password-in-url"),
    (URLSIFT_WARN_RESERVED_PORT, c"reserved-port"),
    (URLSIFT_WARN_ENCODED_CRLF, c"encoded-crlf"),
    (URLSIFT_WARN_HOSTNUMBER_RANGE, c"hostnumber-range"),
    (URLSIFT_WARN_PORT_RANGE, c"port-range"),
    (URLSIFT_WARN_MAILTO_NOT_ADDR_SPEC, c"mailto-not-addr-spec"),
    (URLSIFT_WARN_EXPERIMENTAL_SCHEME, c"experimental-scheme"),
    (URLSIFT_WARN_RESERVED_SCHEME, c"reserved-scheme"),
    (URLSIFT_WARN_LOGIN_IN_WEB_URL, c"login-in-web-url"),
    (URLSIFT_WARN_MIXED_SCRIPT_HOST, c"mixed-script-host"),
    (URLSIFT_WARN_NUMERIC_HOST, c"numeric-host"),
    (URLSIFT_WARN_INVISIBLE_IN_HOST, c"invisible-in-host"),
    (URLSIFT_WARN_INVALID_HOST, c"invalid-host"),
    (URLSIFT_WARN_HOST_DIFFERS, c"host-differs"),
    (URLSIFT_WARN_LOOKALIKE_HOST, c"lookalike-host"),
];

/// Returns the number with a name, or 0.
fn number(names: &Names, name: &str) -> u32 {
    let row = names.iter().find(|row| row.1.to_bytes() == name.as_bytes());
    row.map_or(0, |row| row.0)
}

/// Returns the name of a number, or null.
fn name(names: &Names, number: u32) -> *const c_char {
    let row = names.iter().find(|row| row.0 == number);
    row.map_or(std::ptr::null(), |row| row.1.as_ptr())
}

/// Returns the number of a kind.
pub(crate) fn number_of_kind(kind: Delimiter) -> u32 {
    number(KINDS, kind.name())
}

/// Returns the kinds in a set of numbers.
pub(crate) fn kinds_of(numbers: u32) -> Vec<Delimiter> {
    let kinds = Delimiter::EVERY.iter().copied();
    kinds
        .filter(|&kind| number_of_kind(kind) & numbers != 0)
        .collect()
}

/// Returns the number of a level.
pub(crate) fn number_of_level(level: Conformance) -> u32 {
    number(LEVELS, level.name())
}

/// Returns the number of an advice.
pub(crate) fn number_of_advice(advice: Advice) -> u32 {
    number(ADVICE, advice.name())
}

/// Returns the level with a number.
pub(crate) fn level(number: u32) -> Option<Conformance> {
    let mut levels = Conformance::ALL.iter().copied();
    levels.find(|&level| number_of_level(level) == number)
}

/// Returns the bits of warnings.
pub(crate) fn warning_bits(
    of_text: impl Iterator<Item = CandidateWarning>,
    of_url: impl Iterator<Item = UrlWarning>,
) -> u32 {
    let of_text = of_text.map(CandidateWarning::code);
    let codes = of_text.chain(of_url.map(UrlWarning::code));
    codes.fold(0, |bits, code| bits | number(WARNINGS, code))
}

/// Returns the name of a kind of links, such as "angle"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_kind_name(kind: u32) -> *const c_char {
    name(KINDS, kind)
}

/// Returns the name of a conformance, such as "rfc1738"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_conforms_name(conforms: u32) -> *const c_char {
    name(LEVELS, conforms)
}

/// Returns the name of an advice, such as "ask"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_advice_name(advice: u32) -> *const c_char {
    name(ADVICE, advice)
}

/// Returns the code of the warning with one bit, such as "spaced"; null for other numbers.
///
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_warning_name(bit: u32) -> *const c_char {
    name(WARNINGS, bit)
}

#[cfg(test)]
mod tests {
    use urlsift::{CandidateWarning, Conformance, Delimiter, rfc1738::UrlWarning};

    use super::{
        KINDS, LEVELS, Names, URLSIFT_DELIMITED, URLSIFT_EVERY_KIND, WARNINGS, level,
        number_of_kind, number_of_level,
    };

    /// Checks that a table has these names, in this order.
    fn check(names: &Names, expected: impl Iterator<Item = &'static str>) {
        let names = names.iter().map(|row| row.1.to_bytes());
        assert!(names.eq(expected.map(str::as_bytes)));
    }

    #[test]
    fn every_value_has_a_row_with_its_name() {
        check(KINDS, Delimiter::EVERY.iter().map(|kind| kind.name()));
        check(LEVELS, Conformance::ALL.iter().map(|level| level.name()));
        let of_text = CandidateWarning::ALL.iter().map(|warning| warning.code());
        let of_url = UrlWarning::ALL.iter().map(|warning| warning.code());
        check(WARNINGS, of_text.chain(of_url));
    }

    #[test]
    fn each_warning_is_one_bit() {
        WARNINGS.iter().fold(0_u32, |all, row| {
            assert_eq!((row.0.count_ones(), all & row.0), (1, 0));
            all | row.0
        });
    }

    #[test]
    fn sets_of_kinds() {
        let set = |kinds: &[Delimiter]| kinds.iter().map(|&kind| number_of_kind(kind)).sum::<u32>();
        assert_eq!(set(Delimiter::ALL), URLSIFT_EVERY_KIND);
        assert_eq!(set(Delimiter::DELIMITED), URLSIFT_DELIMITED);
    }

    #[test]
    fn levels_are_found_by_their_numbers() {
        for &wanted in Conformance::ALL {
            assert_eq!(level(number_of_level(wanted)), Some(wanted));
        }
        assert_eq!((level(0), level(6)), (None, None));
    }
}
