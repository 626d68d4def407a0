//! What the values of flags mean.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    ops::Range,
    path::PathBuf,
};

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use regex::{Regex, RegexBuilder};
use urlsift_search::{Config, Conformance, Delimiter, Kind, archive::Encoding};

use crate::select::filter::{Period, WarningCode};

pub(super) fn conformance() -> impl TypedValueParser<Value = Conformance> {
    named(Conformance::ALL, |level| level.name())
}

pub(super) fn delimiter() -> impl TypedValueParser<Value = Delimiter> {
    named(Delimiter::ALL, |kind| kind.name())
}

/// One of several values, by its name.
pub(super) fn named<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(&T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(name)).try_map(move |given| {
        let found = all.iter().find(|value| name(value) == given);
        found.copied().ok_or("no such value")
    })
}

/// A kind of file, by its name or by what people call it.
pub(super) fn kind() -> impl TypedValueParser<Value = Kind> {
    let names = Kind::ALL.iter().map(|kind| {
        let aliases = KIND_ALIASES.iter().filter(|(_, known)| known == kind);
        PossibleValue::new(kind.name()).aliases(aliases.map(|&(alias, _)| alias))
    });
    PossibleValuesParser::new(names).try_map(|given: String| {
        let known = Kind::ALL.iter().map(|kind| (kind.name(), *kind));
        let mut known = known.chain(KIND_ALIASES.iter().copied());
        let found = known.find(|(name, _)| *name == given);
        found.map(|(_, kind)| kind).ok_or("no such kind")
    })
}

/// How plain texts are encoded, if that is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextEncoding(pub(crate) Option<Encoding>);

/// A label of an encoding, or `auto`.
pub(super) fn encoding(label: &str) -> Result<TextEncoding, &'static str> {
    if label == "auto" {
        return Ok(TextEncoding(None));
    }
    let encoding = Encoding::for_label(label);
    let encoding = encoding.ok_or("no encoding that https://encoding.spec.whatwg.org knows")?;
    Ok(TextEncoding(Some(encoding)))
}

/// A message is one wherever it is kept.
pub(super) const KIND_ALIASES: &[(&str, Kind)] = &[
    ("mbox", Kind::Mboxo),
    ("eml", Kind::Message),
    ("mh", Kind::Message),
    ("maildir", Kind::Message),
    ("news", Kind::Message),
    ("spool", Kind::Message),
];

/// The code of a warning, of the scan or of the judgement.
pub(super) fn warning() -> impl TypedValueParser<Value = WarningCode> {
    PossibleValuesParser::new(WarningCode::all().map(WarningCode::code))
        .try_map(|given| WarningCode::of(&given).ok_or("no such code"))
}

/// A pattern for texts of headers, in any case.
pub(super) fn regex(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).case_insensitive(true).build()
}

/// A time, a day, a month or a year.
pub(super) fn period(given: &str) -> Result<Period, &'static str> {
    Period::parse(given, jiff::Timestamp::now())
}

/// Any path, the empty one included: that it cannot be opened is an error like any other.
pub(super) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// What idle threads cost grows faster than their number, and a system may fall over when it is asked for as
/// many as one can write.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

pub(super) fn threads(number: &str) -> Result<NonZeroUsize, String> {
    let threads = number.parse().ok();
    let threads = threads.filter(|threads| *threads <= MOST_THREADS);
    threads.ok_or_else(|| format!("not a number of threads from 1 to {MOST_THREADS}"))
}

pub(super) fn max_len(bytes: &str) -> Result<NonZeroUsize, &'static str> {
    bytes.parse().map_err(|_| "not a number of bytes above 0")
}

pub(super) fn lines(number: &str) -> Result<usize, &'static str> {
    let lines = number.parse().ok().filter(|&lines| lines <= 1000);
    lines.ok_or("not a number of lines, of which there are at most 1000")
}

/// A number of bytes, in units of 1024 if it says so.
pub(super) fn size(given: &str) -> Result<u64, &'static str> {
    let short = given.strip_suffix("iB").unwrap_or(given);
    let (digits, unit) = match short.as_bytes().last() {
        Some(b'K' | b'k') => (&short[..short.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&short[..short.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&short[..short.len() - 1], 1 << 30),
        _ => (given, 1_u64),
    };
    let number = digits.parse::<u64>().ok();
    let bytes = number.and_then(|number| number.checked_mul(unit));
    bytes.ok_or("not a number of bytes, such as 262144, 256K, 64M or 1G")
}

pub(super) fn some_bytes(given: &str) -> Result<NonZeroU64, &'static str> {
    let bytes = NonZeroU64::new(size(given)?);
    bytes.ok_or("not a number of bytes above 0")
}

/// Two numbers of bytes, the second one not smaller, where either may be left out.
pub(super) fn range(given: &str) -> Result<Range<u64>, &'static str> {
    let (start, end) = given
        .split_once(':')
        .ok_or("no START:END, such as 0:128M, 128M: or :")?;
    let or = |given: &str, left_out| match given {
        "" => Ok(left_out),
        given => size(given),
    };
    let range = or(start, 0)?..or(end, u64::MAX)?;
    if range.start > range.end {
        return Err("it ends before it begins");
    }
    Ok(range)
}

pub(super) fn default_max_len() -> NonZeroUsize {
    const { NonZeroUsize::new(Config::DEFAULT_MAX_LEN).expect("not zero") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_have_units() {
        let sizes = [
            ("0", 0),
            ("7", 7),
            ("256K", 256 << 10),
            ("64m", 64 << 20),
            ("2G", 2 << 30),
            ("3MiB", 3 << 20),
        ];
        for (given, bytes) in sizes {
            assert_eq!(super::size(given), Ok(bytes), "{given}");
        }
        for given in [
            "",
            "M",
            "-1",
            "1.5G",
            "1MB",
            "1iB",
            "18446744073709551615K",
            "é",
        ] {
            assert!(super::size(given).is_err(), "{given}");
        }
    }

    #[test]
    fn ranges_may_be_open() {
        let ranges = [
            (":", 0..u64::MAX),
            ("7:", 7..u64::MAX),
            (":2K", 0..2048),
            ("1M:2M", 1 << 20..2 << 20),
            ("3:3", 3..3),
        ];
        for (given, range) in ranges {
            assert_eq!(super::range(given), Ok(range), "{given}");
        }
        for given in ["", "7", "2:1", "1:2:3", "-1:", "a:", "1-2", "1M:1K"] {
            assert!(super::range(given).is_err(), "{given}");
        }
        assert!(super::some_bytes("0").is_err());
        assert_eq!(super::some_bytes("1K").map(u64::from), Ok(1024));
    }
}
