//! Parsers for the values of flags.

use std::{
    iter,
    num::{NonZeroU64, NonZeroUsize},
    ops::Range,
    path::PathBuf,
};

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use urlsift::JsonFields;
use urlsift_search::{Config, Conformance, Delimiter, Driver, Kind, archive::Encoding};
use urlsift_select::BaseText;

use crate::report::record::{column_names, field_of_column};

/// Returns a parser for a conformance level.
pub(super) fn conformance() -> impl TypedValueParser<Value = Conformance> {
    named(Conformance::ALL, |level| level.name())
}

/// Kinds of delimiters that have a common name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delimiters {
    pub(crate) name: &'static str,
    pub(crate) kinds: &'static [Delimiter],
}

/// Returns a parser for a kind of delimiter, or the name of several.
pub(super) fn delimiters() -> impl TypedValueParser<Value = Delimiters> {
    named(DELIMITERS, |kinds| kinds.name)
}

/// The names of kinds of delimiters.
const DELIMITERS: &[Delimiters] = &[
    kinds("url", &[Delimiter::Url]),
    kinds("angle", &[Delimiter::Angle]),
    kinds("prefix", &[Delimiter::Prefix]),
    kinds("quote", &[Delimiter::Quote]),
    kinds("bare", &[Delimiter::Bare]),
    kinds("attribute", &[Delimiter::Attribute]),
    kinds("name", &[Delimiter::Name]),
    kinds("address", &[Delimiter::Address]),
    kinds("delimited", Delimiter::DELIMITED),
    kinds("all", Delimiter::ALL),
];

const fn kinds(name: &'static str, kinds: &'static [Delimiter]) -> Delimiters {
    Delimiters { name, kinds }
}

/// Returns a parser for the name of one of several values.
pub(super) fn named<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(&T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(name)).try_map(move |text| {
        let found = all.iter().find(|value| name(value) == text);
        found.copied().ok_or("unknown value")
    })
}

/// Returns a parser for a kind of file, by name or alias.
pub(super) fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(kind_names())
        .try_map(|text| Kind::with_name(&text).ok_or("unknown kind"))
}

/// Returns the names of all kinds, each followed by its aliases.
fn kind_names() -> impl Iterator<Item = &'static str> {
    let kinds = Kind::ALL.iter().filter(|kind| !kind.is_unread());
    kinds.flat_map(|kind| {
        let aliases = Kind::ALIASES.iter().filter(move |(_, known)| known == kind);
        iter::once(kind.name()).chain(aliases.map(|(alias, _)| *alias))
    })
}

/// The value of `--as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadAs {
    /// Every file is of this kind.
    Kind(Kind),
    /// Every path is a public-inbox repository.
    PublicInbox,
}

impl ReadAs {
    /// Returns the kind of files; `None` if it is detected.
    pub(crate) fn kind(read_as: Option<Self>) -> Option<Kind> {
        match read_as {
            Some(Self::Kind(kind)) => Some(kind),
            Some(Self::PublicInbox) | None => None,
        }
    }
}

/// The name of [`ReadAs::PublicInbox`].
const PUBLIC_INBOX: &str = "public-inbox";

/// Returns a parser for a kind of files, or `public-inbox`.
pub(super) fn read_as() -> impl TypedValueParser<Value = ReadAs> {
    let names = kind_names().chain([PUBLIC_INBOX]);
    PossibleValuesParser::new(names).try_map(|text| match &*text {
        PUBLIC_INBOX => Ok(ReadAs::PublicInbox),
        name => Kind::with_name(name)
            .map(ReadAs::Kind)
            .ok_or("unknown kind"),
    })
}

/// Returns a parser for the name of a field, in the JSON or as a column.
pub(super) fn field() -> impl TypedValueParser<Value = String> {
    // The short names of columns, such as `date`, are accepted, too.
    let columns: Vec<_> = column_names()
        .filter_map(|column| Some((column, field_of_column(column)?.name())))
        .collect();
    let names = JsonFields::names().flat_map(|name| {
        let short = columns.iter().filter(move |(_, field)| *field == name);
        iter::once(name).chain(short.map(|(column, _)| *column))
    });
    PossibleValuesParser::new(names)
}

/// The encoding of plain text files; `None` if it is detected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextEncoding(pub(crate) Option<Encoding>);

/// Parses an encoding label or `auto`.
pub(super) fn encoding(label: &str) -> Result<TextEncoding, &'static str> {
    if label == "auto" {
        return Ok(TextEncoding(None));
    }
    let encoding = Encoding::for_label(label);
    let encoding = encoding
        .ok_or("unknown encoding; see https://encoding.spec.whatwg.org for valid labels")?;
    Ok(TextEncoding(Some(encoding)))
}

/// Returns a parser for the base of relative references.
pub(super) fn base() -> impl TypedValueParser<Value = BaseText> {
    OsStringValueParser::new().try_map(|text| BaseText::new(text.as_encoded_bytes()))
}

/// Parses the name of a scheme to recognise.
pub(super) fn added_scheme(name: &str) -> Result<String, String> {
    let added = Config::new().scheme(name).map(|_| name.to_owned());
    added.map_err(|error| error.to_string())
}

/// Returns a parser for any path. An empty path is accepted here and reported when it is opened.
pub(super) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Parses a number of threads.
pub(super) fn threads(number: &str) -> Result<NonZeroUsize, String> {
    let max = Driver::MAX_THREADS;
    let threads = number.parse().ok().filter(|threads| *threads <= max);
    threads.ok_or_else(|| format!("expected a number from 1 to {max}"))
}

/// Parses a length or a width. What exceeds the address space of a processor with 32 bits is its maximum.
pub(super) fn positive(number: &str) -> Result<NonZeroUsize, &'static str> {
    let number: NonZeroU64 = number.parse().map_err(|_| "expected a number above 0")?;
    Ok(number.try_into().unwrap_or(NonZeroUsize::MAX))
}

/// Parses a number that has no limit.
pub(super) fn count(number: &str) -> Result<u64, &'static str> {
    number.parse().map_err(|_| "expected a number from 0 on")
}

/// Parses a number of context lines.
pub(super) fn lines(number: &str) -> Result<usize, &'static str> {
    let lines = number.parse().ok().filter(|&lines| lines <= 1000);
    lines.ok_or("expected a number from 0 to 1000")
}

/// Parses a number of bytes with an optional binary suffix.
pub(super) fn size(text: &str) -> Result<u64, &'static str> {
    let short = text.strip_suffix("iB").unwrap_or(text);
    let (digits, unit) = match short.as_bytes().last() {
        Some(b'K' | b'k') => (&short[..short.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&short[..short.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&short[..short.len() - 1], 1 << 30),
        _ => (text, 1_u64),
    };
    let number = digits.parse::<u64>().ok();
    let bytes = number.and_then(|number| number.checked_mul(unit));
    bytes.ok_or("expected a number of bytes such as 262144, 256K, 64M or 1G")
}

/// Parses a nonzero [`size`].
pub(super) fn positive_size(text: &str) -> Result<NonZeroU64, &'static str> {
    let bytes = NonZeroU64::new(size(text)?);
    bytes.ok_or("expected a number of bytes above 0")
}

/// Parses a byte range, either end of which may be omitted.
pub(super) fn range(text: &str) -> Result<Range<u64>, &'static str> {
    let (start, end) = text
        .split_once(':')
        .ok_or("expected START:END such as 0:128M, 128M: or :")?;
    let size_or = |text: &str, default| match text {
        "" => Ok(default),
        text => size(text),
    };
    let range = size_or(start, 0)?..size_or(end, u64::MAX)?;
    if range.start > range.end {
        return Err("the range ends before it begins");
    }
    Ok(range)
}

/// Returns the default maximum length of a candidate.
pub(super) fn default_max_len() -> NonZeroUsize {
    const { NonZeroUsize::new(Config::DEFAULT_MAX_LEN).expect("not zero") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_have_suffixes() {
        let sizes = [
            ("0", 0),
            ("7", 7),
            ("256K", 256 << 10),
            ("64m", 64 << 20),
            ("2G", 2 << 30),
            ("3MiB", 3 << 20),
        ];
        for (text, bytes) in sizes {
            assert_eq!(super::size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "M",
            "-1",
            "1.5G",
            "1MB",
            "1iB",
            "18446744073709551615K",
            "é",
        ] {
            assert!(super::size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ends_of_ranges_are_optional() {
        let ranges = [
            (":", 0..u64::MAX),
            ("7:", 7..u64::MAX),
            (":2K", 0..2048),
            ("1M:2M", 1 << 20..2 << 20),
            ("3:3", 3..3),
        ];
        for (text, range) in ranges {
            assert_eq!(super::range(text), Ok(range), "{text}");
        }
        for text in ["", "7", "2:1", "1:2:3", "-1:", "a:", "1-2", "1M:1K"] {
            assert!(super::range(text).is_err(), "{text}");
        }
        assert!(super::positive_size("0").is_err());
        assert_eq!(super::positive_size("1K").map(u64::from), Ok(1024));
    }
}
