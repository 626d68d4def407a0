//! `From ` lines, which begin the messages of an mbox file.
//!
//! A line is one by its own form: it ends in a date, or has one of the few forms without a date that some program
//! writes, and then only before a header field. By mbox(5), any line that begins with `From ` after an empty line would
//! be one, which cuts messages in two at a sentence such as "From the manual:"; the columns of asctime(3) alone miss
//! every archive whose writer adds a zone or writes the date of RFC 822. The price is a list of forms that grows with
//! each odd archive.
//!
//! Lines are parsed from their end, because the sender before the date may be anything, even nothing. It was not worth
//! checking the sender, or whether the weekday fits the date: a line of prose with a date at its end passes either way.

use memchr::{memchr, memchr2, memrchr};

use crate::header::{ftext_len, is_blank};

/// The start of the line before each message.
pub(crate) const FROM: &[u8] = b"From ";

/// The maximum length of a `From ` line without its line break, in bytes: what RFC 5322 §2.1.1
/// allows a line with its line break.
const MAX_LINE: usize = 1000;

/// The maximum length with the line break.
pub(crate) const MAX_FROM_LINE: usize = MAX_LINE + b"\r\n".len();

/// The number of bytes in which the `:` of a field must occur.
const MAX_NAME: usize = 128;

/// The number of bytes that always suffice for [`boundary`] and [`is_confirmed`].
pub(crate) const MAX_NEEDED: usize = 2200;

const _: () = assert!(MAX_FROM_LINE + MAX_NAME + MAX_FROM_LINE <= MAX_NEEDED);

/// How much a `From ` line looks like an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FromLine {
    /// The line ends in a date, which is rare in prose.
    Dated,
    /// The line has no date, but a form that some program writes. It counts only before a header
    /// field.
    Known,
}

/// Classifies a line without its line break; a CR at the end is ignored. `None` if it is not a
/// `From ` line or longer than 1000 bytes.
pub(crate) fn from_line(line: &[u8]) -> Option<FromLine> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = line.strip_prefix(FROM)?;
    if line.len() > MAX_LINE {
        None
    } else if is_dated(text) {
        Some(FromLine::Dated)
    } else {
        is_known(text.trim_ascii()).then_some(FromLine::Known)
    }
}

/// Matches what follows `From ` where there is no date: nothing or `-` (Thunderbird), `???@???`
/// (Eudora), `XXX` (before a `>From ` line with the sender), a number (Google Groups), a number and `@xxx` (Takeout).
fn is_known(sender: &[u8]) -> bool {
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    matches!(sender, b"" | b"-" | b"???@???" | b"XXX")
        || is_number(sender.strip_prefix(b"-").unwrap_or(sender))
        || sender.strip_suffix(b"@xxx").is_some_and(is_number)
}

/// The maximum number of words after the time: the year and zones.
const MAX_WORDS: usize = 8;

/// The maximum number of words in the comment of a zone, such as `(Central European Summer Time)`.
const MAX_COMMENT: usize = 6;

/// Returns whether `text` ends in a date, optionally with a zone and `remote from host` (RFC 976)
/// after it. Parses backwards, because the sender before the date may be anything.
fn is_dated(text: &[u8]) -> bool {
    let mut words = Words(text);
    ends_in_columns(text) || ends_in_date(words) || words.drop_remote() && ends_in_date(words)
}

/// Matches ` Mon Jan  7 00:00:00 2002` at the end, in the columns of asctime(3). Fast path for
/// nearly all lines; [`ends_in_date`] gives the same result.
fn ends_in_columns(text: &[u8]) -> bool {
    text.last_chunk::<25>().is_some_and(|date| {
        let day = &date[9..11];
        [0, 4, 8, 11, 20].iter().all(|&blank| date[blank] == b' ')
            && is_year(&date[21..])
            && time(&date[12..20]) == Some(Time::WithSeconds)
            && is_day(day.strip_prefix(b" ").unwrap_or(day))
            && is_month(&date[5..8])
            && is_weekday(&date[1..4])
    })
}

/// Matches a date at the end. In every form the time follows the day, and only the year and zones
/// follow the time.
fn ends_in_date(mut words: Words<'_>) -> bool {
    let mut year = false;
    for _ in 0..MAX_WORDS {
        let Some(word) = words.last() else {
            return false;
        };
        if let Some(time) = time(word) {
            return if year {
                ends_in_asctime(words)
            } else {
                ends_in_822_date(words, time) || ends_in_iso_date(words, time)
            };
        }
        if !year && is_year(word) {
            year = true;
        } else if word.ends_with(b")") {
            if !words.drop_comment(word) {
                return false;
            }
        } else if !is_zone(word) {
            return !year && is_iso_with_zone(words, word);
        }
    }
    false
}

/// The words of a line between spaces and tabs, taken from the end.
#[derive(Clone, Copy)]
struct Words<'l>(&'l [u8]);

impl<'l> Words<'l> {
    fn last(&mut self) -> Option<&'l [u8]> {
        let end = self.0.iter().rposition(|&byte| !is_blank(byte))? + 1;
        let start = self.0[..end].iter().rposition(|&byte| is_blank(byte));
        let (rest, word) = self.0[..end].split_at(start.map_or(0, |blank| blank + 1));
        self.0 = rest;
        Some(word)
    }

    /// Drops `remote from host`, which UUCP writes after the date.
    fn drop_remote(&mut self) -> bool {
        self.last().is_some()
            && self.last_is(|word| word == b"from")
            && self.last_is(|word| word == b"remote")
    }

    /// Drops the words of a comment that ends with the word `last`.
    fn drop_comment(&mut self, last: &[u8]) -> bool {
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-:".contains(byte);
        let mut word = last.strip_suffix(b")").unwrap_or(last);
        for _ in 0..MAX_COMMENT {
            let inside = word.strip_prefix(b"(");
            if !inside.unwrap_or(word).iter().all(is_inside) {
                return false;
            }
            if inside.is_some() {
                return true;
            }
            let Some(next) = self.last() else {
                return false;
            };
            word = next;
        }
        false
    }

    fn last_is(&mut self, is: impl Fn(&[u8]) -> bool) -> bool {
        self.last().is_some_and(is)
    }
}

/// Matches `Mon Jan  7`, which precedes the time and the year in asctime(3).
fn ends_in_asctime(mut words: Words<'_>) -> bool {
    words.last_is(is_day) && words.last_is(is_month) && words.last_is(is_weekday)
}

/// Matches `[Mon,] 7 Jan 2002`, which precedes the time in RFC 822 §5.1. As days and hours are
/// common in prose, the time must have seconds unless there is a weekday.
fn ends_in_822_date(mut words: Words<'_>, time: Time) -> bool {
    words.last_is(is_year)
        && words.last_is(is_month)
        && words.last_is(is_day)
        && (time == Time::WithSeconds
            || words.last_is(|word| is_weekday(word.strip_suffix(b",").unwrap_or(word))))
}

/// Matches `2002-01-07`, which precedes the time in ISO 8601.
fn ends_in_iso_date(mut words: Words<'_>, time: Time) -> bool {
    time == Time::WithSeconds && words.last_is(is_iso_date)
}

/// Matches an ISO 8601 date whose last word is not only a time: `00:00:00+01:00` or
/// `2002-01-07T00:00:00Z`.
fn is_iso_with_zone(words: Words<'_>, word: &[u8]) -> bool {
    let is_time = |word: &[u8]| {
        word.split_at_checked(8).is_some_and(|(seconds, zone)| {
            time(seconds) == Some(Time::WithSeconds) && (zone.is_empty() || is_zone(zone))
        })
    };
    match word.split_at_checked(10) {
        Some((date, [b'T', rest @ ..])) if is_iso_date(date) => is_time(rest),
        _ => is_time(word) && ends_in_iso_date(words, Time::WithSeconds),
    }
}

fn is_iso_date(word: &[u8]) -> bool {
    match word {
        [year @ .., b'-', m1, m2, b'-', d1, d2] => {
            is_year(year)
                && pair(*m1, *m2).is_some_and(|month| (1..=12).contains(&month))
                && is_day(&[*d1, *d2])
        }
        _ => false,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    WithSeconds,
    WithoutSeconds,
}

/// Parses `h?h:mm[:ss]`. The second may be 60.
fn time(word: &[u8]) -> Option<Time> {
    let (hour, rest) = match word {
        [h, b':', rest @ ..] => (pair(b'0', *h)?, rest),
        [h1, h2, b':', rest @ ..] => (pair(*h1, *h2)?, rest),
        _ => return None,
    };
    let (minute, second, time) = match rest {
        [m1, m2] => (pair(*m1, *m2)?, 0, Time::WithoutSeconds),
        [m1, m2, b':', s1, s2] => (pair(*m1, *m2)?, pair(*s1, *s2)?, Time::WithSeconds),
        _ => return None,
    };
    (hour < 24 && minute < 60 && second <= 60).then_some(time)
}

fn is_year(word: &[u8]) -> bool {
    word.len() == 4 && number(word).is_some_and(|year| (1970..2100).contains(&year))
}

fn is_day(word: &[u8]) -> bool {
    word.len() <= 2 && number(word).is_some_and(|day| (1..=31).contains(&day))
}

fn is_weekday(word: &[u8]) -> bool {
    is_one_of(
        word,
        [
            *b"mon", *b"tue", *b"wed", *b"thu", *b"fri", *b"sat", *b"sun",
        ],
    )
}

fn is_month(word: &[u8]) -> bool {
    is_one_of(
        word,
        [
            *b"jan", *b"feb", *b"mar", *b"apr", *b"may", *b"jun", *b"jul", *b"aug", *b"sep",
            *b"oct", *b"nov", *b"dec",
        ],
    )
}

/// Returns whether a word is one of these lower-case names, in any case. Compares with all of them without
/// branches, which would be mispredicted.
fn is_one_of<const COUNT: usize>(word: &[u8], names: [[u8; 3]; COUNT]) -> bool {
    let &[a, b, c] = word else {
        return false;
    };
    let as_number = |[a, b, c]: [u8; 3]| u32::from_le_bytes([a, b, c, 0]);
    let word = as_number([a, b, c].map(|byte| byte.to_ascii_lowercase()));
    names
        .into_iter()
        .fold(false, |is_one, name| is_one | (as_number(name) == word))
}

/// Matches a zone name in capitals (`MET`), an offset from UT (`+0100`, `+01:00`, `0100`), or a
/// name and an offset (`GMT+1`).
fn is_zone(word: &[u8]) -> bool {
    let letters = word.iter().position(|byte| !byte.is_ascii_uppercase());
    let (name, rest) = word.split_at(letters.unwrap_or(word.len()));
    if rest.is_empty() {
        return (1..=6).contains(&name.len());
    }
    let (signed, digits) = match rest {
        [b'+' | b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let is_distance = match digits {
        [h1, h2, b':', m1, m2] => number(&[*h1, *h2, *m1, *m2]).is_some(),
        // A bare number with fewer digits may count anything.
        _ => number(digits).is_some() && (digits.len() == 4 || signed && !name.is_empty()),
    };
    is_distance && name.len() <= 6
}

/// Returns the value of two digits.
fn pair(tens: u8, ones: u8) -> Option<u8> {
    let is_pair = tens.is_ascii_digit() && ones.is_ascii_digit();
    is_pair.then(|| (tens - b'0') * 10 + (ones - b'0'))
}

/// Returns the value of one to four digits.
fn number(digits: &[u8]) -> Option<u32> {
    if !(1..=4).contains(&digits.len()) {
        return None;
    }
    digits.iter().try_fold(0, |value, &byte| match byte {
        b'0'..=b'9' => Some(value * 10 + u32::from(byte - b'0')),
        _ => None,
    })
}

/// How a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineStart<'t> {
    /// A header field.
    Field {
        /// The name before the `:` and white space.
        name: &'t [u8],
        /// The index of the `:`.
        colon: usize,
    },
    /// A `>From ` line: some programs write a second envelope into the header in this form.
    EscapedFrom,
    /// Anything else, or no line.
    Other,
    /// More text is needed.
    Unknown,
}

/// Classifies the start of a line. A field has `field-name = 1*(%d33-57 / %d59-126)` (RFC 5322
/// §3.6.8) and a `:`, optionally after white space (§4.5.8), in the first 128 bytes.
pub(crate) fn line_start(text: &[u8], at_end: bool) -> LineStart<'_> {
    const ESCAPED: &[u8] = b">From ";
    if text.starts_with(ESCAPED) {
        return LineStart::EscapedFrom;
    }
    let seen = &text[..text.len().min(MAX_NAME)];
    let name = ftext_len(seen);
    let blanks = seen[name..].iter().take_while(|&&byte| is_blank(byte));
    let colon = name + blanks.count();
    match seen.get(colon) {
        Some(b':') if name > 0 => LineStart::Field {
            name: &text[..name],
            colon,
        },
        None if !at_end && seen.len() < MAX_NAME && (name > 0 || seen.is_empty()) => {
            LineStart::Unknown
        }
        _ => LineStart::Other,
    }
}

/// Returns whether `text` begins with a header field, or with a `>From ` line in its place. `None`
/// if more text is needed.
pub(crate) fn begins_header(text: &[u8], at_end: bool) -> Option<bool> {
    match line_start(text, at_end) {
        LineStart::Field { .. } | LineStart::EscapedFrom => Some(true),
        LineStart::Other => Some(false),
        LineStart::Unknown => None,
    }
}

/// Whether a message of an mbox file begins at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// No message begins.
    No,
    /// A message begins.
    Yes {
        /// No header follows, or no empty line precedes.
        doubtful: bool,
        /// The length of the `From ` line with its line break, in bytes.
        line: usize,
    },
}

/// Returns whether a message begins at the start of `text`, which is at the start of a line after an empty line or at
/// the start of the file.
///
/// `None` if more text is needed, which is never the case with 2200 bytes or more.
pub(crate) fn boundary(text: &[u8], at_end: bool) -> Option<Boundary> {
    if !text.starts_with(FROM) {
        let undecided = !at_end && FROM.starts_with(text);
        return (!undecided).then_some(Boundary::No);
    }
    let seen = &text[..text.len().min(MAX_FROM_LINE)];
    let cr = memchr2(b'\r', b'\n', seen).filter(|&end| seen[end] == b'\r');
    // A message among others may end its lines in CR alone.
    let ends_in_cr = match cr {
        Some(cr) if text.get(cr + 1) != Some(&b'\n') => begins_header(&text[cr + 1..], at_end)?,
        _ => false,
    };
    let (line, len) = match memchr(b'\n', seen) {
        _ if ends_in_cr => {
            let len = cr.map_or(0, |cr| cr + 1);
            (&seen[..len], len)
        }
        Some(lf) => (&seen[..lf], lf + 1),
        None if seen.len() == MAX_FROM_LINE => return Some(Boundary::No),
        None if at_end => (seen, seen.len()),
        None => return None,
    };
    let Some(from_line) = from_line(line) else {
        return Some(Boundary::No);
    };
    let doubtful = !begins_header(&text[len..], at_end)?;
    Some(match from_line {
        FromLine::Known if doubtful => Boundary::No,
        _ => Boundary::Yes {
            doubtful,
            line: len,
        },
    })
}

/// Returns whether a `From ` line of `line` bytes at the start of `text` begins a message even
/// after a line that is not empty: it is dated, and the next line is a field that transport agents
/// and mail readers write first, or the field `From` with the address of the `From ` line.
///
/// `None` if more text is needed, which is never the case with 2200 bytes or more.
pub(crate) fn is_confirmed(text: &[u8], line: usize, at_end: bool) -> Option<bool> {
    const FIRST_FIELDS: [&[u8]; 3] = [b"Return-Path", b"Received", b"X-Mozilla-Status"];
    let (envelope, next) = text.split_at(line);
    let envelope = envelope.strip_suffix(b"\n").unwrap_or(envelope);
    if from_line(envelope) != Some(FromLine::Dated) {
        return Some(false);
    }
    let (name, colon) = match line_start(next, at_end) {
        LineStart::Field { name, colon } => (name, colon),
        LineStart::EscapedFrom | LineStart::Other => return Some(false),
        LineStart::Unknown => return None,
    };
    let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
    if FIRST_FIELDS.into_iter().any(is) {
        return Some(true);
    }
    if !is(b"From") {
        return Some(false);
    }
    let value = &next[colon + 1..];
    let seen = &value[..value.len().min(MAX_FROM_LINE)];
    let value = match memchr2(b'\r', b'\n', seen) {
        Some(lf) => &seen[..lf],
        None if at_end || seen.len() == MAX_FROM_LINE => seen,
        None => return None,
    };
    Some(has_sender_of(envelope, value))
}

/// Returns whether a value of the field `From` contains the address that a `From ` line begins
/// with. Both may be written as pipermail does, with ` at ` instead of `@`.
fn has_sender_of(from_line: &[u8], value: &[u8]) -> bool {
    let Some(sender) = address(address_words(&from_line[FROM.len()..])) else {
        return false;
    };
    let mut words = address_words(value);
    loop {
        if let Some((local, domain)) = address(words.clone())
            && local.eq_ignore_ascii_case(sender.0)
            && domain.eq_ignore_ascii_case(sender.1)
        {
            return true;
        }
        if words.next().is_none() {
            return false;
        }
    }
}

/// The words between white space, and between what delimits an address in a field (RFC 5322 §3.4).
fn address_words(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let words = text.split(|byte| b" \t\r<>(),;\"".contains(byte));
    words.filter(|word| !word.is_empty())
}

/// Returns local part and domain of an address at the start of `words`: `jane@a.example` or `jane
/// at a.example`.
fn address<'t>(mut words: impl Iterator<Item = &'t [u8]>) -> Option<(&'t [u8], &'t [u8])> {
    let first = words.next()?;
    let (local, domain) = match memrchr(b'@', first) {
        Some(at) => (&first[..at], &first[at + 1..]),
        None if words.next()? == b"at" => (first, words.next()?),
        None => return None,
    };
    (!local.is_empty() && !domain.is_empty()).then_some((local, domain))
}

#[cfg(test)]
mod tests;
