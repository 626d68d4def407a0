//! `From ` lines: the envelopes that begin the messages of an mbox file.

use memchr::memchr;

use crate::header::{is_blank, is_ftext};

/// What begins the line in front of each message.
pub(crate) const FROM: &[u8] = b"From ";

/// A `From ` line has at most so many bytes without its line break, as many as RFC 5322 §2.1.1
/// allows a line with it.
const MOST_LINE: usize = 1000;

/// The same with its line break.
pub(crate) const MOST_FROM_LINE: usize = MOST_LINE + b"\r\n".len();

/// A field's `:` is looked for among so many bytes.
const MOST_NAME: usize = 128;

/// So many bytes of text are enough for [`boundary`].
const ENOUGH: usize = 1200;

const _: () = assert!(MOST_FROM_LINE + MOST_NAME <= ENOUGH);

/// How much a `From ` line looks like the envelope of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FromLine {
    /// It ends in a date, which prose hardly does.
    Dated,
    /// It has no date, but is one of the other lines that programs write. It counts only if a
    /// header field follows.
    Known,
}

/// Tells what `line` is, which begins with `From ` and has no line break; a CR at its end is
/// ignored. A line of more than 1000 bytes is none.
pub(crate) fn from_line(line: &[u8]) -> Option<FromLine> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = line.strip_prefix(FROM)?;
    if line.len() > MOST_LINE {
        None
    } else if is_dated(text) {
        Some(FromLine::Dated)
    } else {
        is_known(text.trim_ascii()).then_some(FromLine::Known)
    }
}

/// What stands after `From ` where there is no date: nothing or `-` (Thunderbird), `???@???`
/// (Eudora), a number (Google Groups), a number and `@xxx` (Takeout).
fn is_known(sender: &[u8]) -> bool {
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    matches!(sender, b"" | b"-" | b"???@???")
        || is_number(sender.strip_prefix(b"-").unwrap_or(sender))
        || sender.strip_suffix(b"@xxx").is_some_and(is_number)
}

/// Words that are looked at from a line's end up to the time: the year and zones.
const MOST_WORDS: usize = 8;

/// Words in the brackets of a zone's comment, such as `(Central European Summer Time)`.
const MOST_COMMENT: usize = 6;

/// Whether a date ends `text`, or one with a zone, with `remote from host` (RFC 976) or with both
/// after it. It is read from the end, for in front of it the sender may be anything.
fn is_dated(text: &[u8]) -> bool {
    let mut words = Words(text);
    ends_in_columns(text) || ends_in_date(words) || words.drop_remote() && ends_in_date(words)
}

/// ` Mon Jan  7 00:00:00 2002`, the columns of asctime(3), at the very end. Nearly all lines have
/// it; [`ends_in_date`] would say the same, but has to look for the words.
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

/// The time is after the day in every order, and only the year or zones stand after the time.
fn ends_in_date(mut words: Words<'_>) -> bool {
    let mut year = false;
    for _ in 0..MOST_WORDS {
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

/// The words of a line, between blanks, taken from its end.
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

    /// Drops `remote from host`, which UUCP has written after the date.
    fn drop_remote(&mut self) -> bool {
        self.last().is_some()
            && self.last_is(|word| word == b"from")
            && self.last_is(|word| word == b"remote")
    }

    /// Drops the words of a comment, of which `last` was the last one.
    fn drop_comment(&mut self, last: &[u8]) -> bool {
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-:".contains(byte);
        let mut word = last.strip_suffix(b")").unwrap_or(last);
        for _ in 0..MOST_COMMENT {
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

/// `Mon Jan  7`, which stands before the time and the year in what asctime(3) writes.
fn ends_in_asctime(mut words: Words<'_>) -> bool {
    words.last_is(is_day) && words.last_is(is_month) && words.last_is(is_weekday)
}

/// `[Mon,] 7 Jan 2002`, which stands before the time in RFC 822 §5.1. Prose speaks of days and
/// hours, too: without the weekday the time must have seconds.
fn ends_in_822_date(mut words: Words<'_>, time: Time) -> bool {
    words.last_is(is_year)
        && words.last_is(is_month)
        && words.last_is(is_day)
        && (time == Time::WithSeconds
            || words.last_is(|word| is_weekday(word.strip_suffix(b",").unwrap_or(word))))
}

/// `2002-01-07`, which stands before the time in ISO 8601.
fn ends_in_iso_date(mut words: Words<'_>, time: Time) -> bool {
    time == Time::WithSeconds && words.last_is(is_iso_date)
}

/// A date of ISO 8601 whose last word is more than a time: `00:00:00+01:00` or
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

/// `h?h:mm[:ss]`; a leap second has the number 60.
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
    matches!(
        &lower(word),
        b"mon" | b"tue" | b"wed" | b"thu" | b"fri" | b"sat" | b"sun"
    )
}

fn is_month(word: &[u8]) -> bool {
    matches!(
        &lower(word),
        b"jan"
            | b"feb"
            | b"mar"
            | b"apr"
            | b"may"
            | b"jun"
            | b"jul"
            | b"aug"
            | b"sep"
            | b"oct"
            | b"nov"
            | b"dec"
    )
}

/// A word of three letters in lower case, and of any other one nothing.
fn lower(word: &[u8]) -> [u8; 3] {
    match word {
        [a, b, c] => [a, b, c].map(u8::to_ascii_lowercase),
        _ => [0; 3],
    }
}

/// A zone's name in capitals (`MET`), its distance from UT (`+0100`, `+01:00`, `0100`), or one
/// after the other (`GMT+1`).
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
        // A bare number of few digits may count anything.
        _ => number(digits).is_some() && (digits.len() == 4 || signed && !name.is_empty()),
    };
    is_distance && name.len() <= 6
}

/// The value of two digits.
fn pair(tens: u8, ones: u8) -> Option<u8> {
    let is_pair = tens.is_ascii_digit() && ones.is_ascii_digit();
    is_pair.then(|| (tens - b'0') * 10 + (ones - b'0'))
}

/// The value of one to four digits.
fn number(digits: &[u8]) -> Option<u32> {
    if !(1..=4).contains(&digits.len()) {
        return None;
    }
    digits.iter().try_fold(0, |value, &byte| match byte {
        b'0'..=b'9' => Some(value * 10 + u32::from(byte - b'0')),
        _ => None,
    })
}

/// What the line at the start of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineStart<'t> {
    /// A header field.
    Field {
        /// What stands before the `:` and blanks.
        name: &'t [u8],
        /// Where the `:` is.
        colon: usize,
    },
    /// A `>From ` line: some programs have written a second envelope into the header so.
    EscapedFrom,
    /// Anything else, and no line at all.
    Other,
    /// More text is needed.
    Unknown,
}

/// Tells how a line starts: `field-name = %d33-57 / %d59-126`, once or more (RFC 5322 §3.6.8), and
/// a `:`, before which blanks may stand (§4.5.8), among the first 128 bytes.
pub(crate) fn line_start(text: &[u8], at_end: bool) -> LineStart<'_> {
    const ESCAPED: &[u8] = b">From ";
    if text.starts_with(ESCAPED) {
        return LineStart::EscapedFrom;
    }
    let seen = &text[..text.len().min(MOST_NAME)];
    let name = seen.iter().take_while(|&&byte| is_ftext(byte)).count();
    let blanks = seen[name..].iter().take_while(|&&byte| is_blank(byte));
    let colon = name + blanks.count();
    match seen.get(colon) {
        Some(b':') if name > 0 => LineStart::Field {
            name: &text[..name],
            colon,
        },
        None if !at_end && seen.len() < MOST_NAME && (name > 0 || seen.is_empty()) => {
            LineStart::Unknown
        }
        _ => LineStart::Other,
    }
}

/// Whether the line at the start of `text` is a header field, or a `>From ` line in its place.
/// `None`: more text is needed.
pub(crate) fn begins_header(text: &[u8], at_end: bool) -> Option<bool> {
    match line_start(text, at_end) {
        LineStart::Field { .. } | LineStart::EscapedFrom => Some(true),
        LineStart::Other => Some(false),
        LineStart::Unknown => None,
    }
}

/// Whether a message of an mbox file begins at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// It does not.
    No,
    /// It does.
    Yes {
        /// No header follows.
        doubtful: bool,
        /// The length of the `From ` line with its line break, in bytes.
        line: usize,
    },
}

/// Tells whether a message begins at the start of `text`, which is a line's start after a blank
/// line or at the file's start, and begins with `From ` as far as it is there.
///
/// `None`: more text is needed. It never is where there are 1200 bytes.
pub(crate) fn boundary(text: &[u8], at_end: bool) -> Option<Boundary> {
    if !text.starts_with(FROM) {
        let undecided = !at_end && FROM.starts_with(text);
        return (!undecided).then_some(Boundary::No);
    }
    let seen = &text[..text.len().min(MOST_FROM_LINE)];
    let (line, len) = match memchr(b'\n', seen) {
        Some(lf) => (&seen[..lf], lf + 1),
        None if seen.len() == MOST_FROM_LINE => return Some(Boundary::No),
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

#[cfg(test)]
mod tests;
